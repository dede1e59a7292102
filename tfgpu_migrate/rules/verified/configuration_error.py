"""TFM606 configuration-error."""

from tfgpu_migrate.rules import document_only

document_only(
    "TFM606",
    "configuration-error",
    """An error of `tf.config`, also one that the script caught.

    ## What it does
    `tfgpu-migrate verify` reports each call of `tf.config` that raised, with TensorFlow's own words. The scripts of
    many tutorials set memory growth under `try: ... except RuntimeError as e: print(e)`.

    ## Why is this bad
    What the call asked for is not in effect. The script goes on with all memory of the GPU taken, or with devices that
    it meant to hide.

    ## How to fix
    `Physical devices cannot be modified after being initialized`: move the call before the first op. `Memory growth
    cannot differ between GPU devices`: set it for every visible GPU. `tfgpu-migrate check` finds both without a run
    (TFM502, TFM503).
    """,
)
