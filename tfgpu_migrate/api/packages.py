"""The packages that fixed code needs, each in the releases that it was tested with: all are for TensorFlow 2.21."""

RELEASES = "2.21.*"
TENSORFLOW = f"tensorflow=={RELEASES}"
TF_KERAS = f"tf_keras=={RELEASES}"  # its version has to match TensorFlow's
TF_SLIM = "tf_slim==1.1.0"
