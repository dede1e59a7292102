"""Which calls start the runtime of eager code, seen on TensorFlow 2.21.0, and which variables are read by then."""

import ast
from collections.abc import Mapping

from tfgpu_migrate.index.uses import Use
from tfgpu_migrate.placement.setters import LOGICAL_LISTS

# module: names. Measured: called in a process of its own, with arguments that it takes, the eager context was
# initialized afterwards. What only describes something (`TensorSpec`, `Graph`, `keras.Input`, `keras.layers.Dense`,
# `keras.losses.MeanSquaredError`, `random.set_seed`, `train.Checkpoint`) does not start it.
_NAMES: Mapping[str, str] = {
    "": """
        CriticalSection SparseTensor TensorArray Variable abs acos acosh add add_n approx_top_k argmax argmin argsort
        as_string asin asinh assert_equal assert_greater assert_less assert_rank atan atan2 atanh batch_to_space bitcast
        boolean_mask broadcast_dynamic_shape broadcast_to cast clip_by_global_norm clip_by_norm clip_by_value complex
        concat constant convert_to_tensor cos cosh cumsum device divide dynamic_stitch eig eigvals ensure_shape equal
        exp expand_dims eye fftnd fill fingerprint floor gather gather_nd greater greater_equal guarantee_const
        histogram_fixed_width histogram_fixed_width_bins identity identity_n ifftnd irfftnd less less_equal linspace
        logical_and logical_not logical_or matmul matrix_square_root maximum minimum multiply negative norm not_equal
        one_hot ones ones_like pad pow py_function ragged_fill_empty_rows_grad random_index_shuffle range rank realdiv
        reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_sum repeat
        required_space_to_batch_paddings reshape reverse rfftnd roll round saturate_cast scatter_nd searchsorted
        sequence_mask shape shape_n sigmoid sign sin sinh size slice sort space_to_batch space_to_batch_nd split sqrt
        square squeeze stack stop_gradient strided_slice subtract tan tanh tensor_scatter_nd_add tensor_scatter_nd_max
        tensor_scatter_nd_min tensor_scatter_nd_sub tensor_scatter_nd_update tensordot tile timestamp transpose truediv
        truncatediv truncatemod unique unique_with_counts unravel_index unstack vectorized_map where zeros zeros_like
    """,
    "audio": "decode_wav encode_wav",
    "bitwise": "bitwise_and bitwise_or bitwise_xor invert left_shift right_shift",
    "config": "list_logical_devices",
    "config.experimental": "get_memory_info get_memory_usage list_logical_devices",
    "data": "FixedLengthRecordDataset TFRecordDataset TextLineDataset",
    "data.Dataset": "counter from_generator from_tensor_slices from_tensors list_files load random range",
    "data.experimental": """
        Counter CsvDataset RandomDataset TFRecordWriter from_list load make_batched_features_dataset make_csv_dataset
    """,
    "debugging": """
        assert_all_finite assert_equal assert_greater assert_greater_equal assert_integer assert_less assert_less_equal
        assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive
        assert_rank assert_rank_at_least assert_rank_in assert_scalar assert_type check_numerics
    """,
    "distribute": "MirroredStrategy MultiWorkerMirroredStrategy OneDeviceStrategy",
    "dtypes": "cast complex saturate_cast",
    "experimental.numpy": "arange array asarray ones zeros",
    "image": """
        adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_jpeg_quality adjust_saturation central_crop
        convert_image_dtype decode_and_crop_jpeg decode_bmp decode_gif decode_image decode_jpeg decode_jxl decode_png
        decode_webp draw_bounding_boxes encode_jpeg encode_png extract_glimpse extract_jpeg_shape flip_left_right
        flip_up_down hsv_to_rgb is_jpeg non_max_suppression non_max_suppression_overlaps non_max_suppression_with_scores
        per_image_standardization random_brightness random_crop random_flip_left_right random_flip_up_down random_hue
        resize resize_with_crop_or_pad resize_with_pad rgb_to_grayscale rgb_to_hsv rgb_to_yiq rgb_to_yuv rot90
        sample_distorted_bounding_box ssim ssim_multiscale stateless_random_crop stateless_random_flip_left_right
        stateless_random_flip_up_down stateless_sample_distorted_bounding_box transpose yiq_to_rgb yuv_to_rgb
    """,
    "io": """
        decode_and_crop_jpeg decode_base64 decode_bmp decode_compressed decode_csv decode_gif decode_image decode_jpeg
        decode_json_example decode_jxl decode_png decode_raw decode_webp deserialize_many_sparse encode_base64
        encode_jpeg encode_png extract_jpeg_shape is_jpeg match_filenames_once matching_files parse_single_example
        parse_tensor read_file serialize_tensor write_file
    """,
    "keras.applications": """
        ConvNeXtBase ConvNeXtLarge ConvNeXtSmall ConvNeXtTiny ConvNeXtXLarge DenseNet121 DenseNet169 DenseNet201
        EfficientNetB0 EfficientNetB1 EfficientNetB2 EfficientNetB3 EfficientNetB4 EfficientNetB5 EfficientNetB6
        EfficientNetB7 EfficientNetV2B0 EfficientNetV2B1 EfficientNetV2B2 EfficientNetV2B3 EfficientNetV2L
        EfficientNetV2M EfficientNetV2S InceptionResNetV2 InceptionV3 MobileNet MobileNetV2 MobileNetV3Large
        MobileNetV3Small NASNetLarge NASNetMobile ResNet101 ResNet101V2 ResNet152 ResNet152V2 ResNet50 ResNet50V2 VGG16
        VGG19 Xception
    """,
    "keras.backend": "constant ones variable zeros",
    "keras.layers": """
        AlphaDropout AugMix ConvLSTM1D ConvLSTM2D ConvLSTM3D CutMix Dropout GRU GRUCell GaussianDropout GaussianNoise
        IntegerLookup LSTM LSTMCell MixUp RandAugment RandomBrightness RandomColorDegeneration RandomColorJitter
        RandomContrast RandomCrop RandomElasticTransform RandomErasing RandomFlip RandomGaussianBlur RandomGrayscale
        RandomHeight RandomHue RandomInvert RandomPerspective RandomPosterization RandomRotation RandomSaturation
        RandomSharpness RandomShear RandomWidth RandomZoom SimpleRNN SimpleRNNCell Solarization SpatialDropout1D
        SpatialDropout2D SpatialDropout3D StringLookup TextVectorization
    """,
    "keras.metrics": """
        AUC Accuracy BinaryAccuracy BinaryCrossentropy BinaryIoU CategoricalAccuracy CategoricalCrossentropy
        CategoricalHinge ConcordanceCorrelation CosineSimilarity FalseNegatives FalsePositives Hinge IoU KLD
        KLDivergence LogCoshError MAE MAPE MSE MSLE Mean MeanAbsoluteError MeanAbsolutePercentageError MeanIoU
        MeanSquaredError MeanSquaredLogarithmicError OneHotIoU OneHotMeanIoU PearsonCorrelation Poisson Precision
        PrecisionAtRecall R2Score Recall RecallAtPrecision RootMeanSquaredError SensitivityAtSpecificity
        SparseCategoricalAccuracy SparseCategoricalCrossentropy SparseTopKCategoricalAccuracy SpecificityAtSensitivity
        SquaredHinge Sum TopKCategoricalAccuracy TrueNegatives TruePositives
    """,
    "keras.optimizers": """
        Adadelta Adafactor Adagrad Adam AdamW Adamax Ftrl Lamb Lion Muon Nadam RMSprop SGD ScheduleFreeAdamW
    """,
    "linalg": """
        LinearOperatorCirculant LinearOperatorCirculant2D LinearOperatorCirculant3D LinearOperatorDiag
        LinearOperatorFullMatrix LinearOperatorHouseholder LinearOperatorIdentity LinearOperatorLowerTriangular
        LinearOperatorPermutation LinearOperatorScaledIdentity LinearOperatorToeplitz LinearOperatorTridiag
        LinearOperatorZeros adjoint band_part banded_triangular_solve cholesky cholesky_solve cross det diag diag_part
        eig eigh eigh_tridiagonal eigvals eigvalsh expm eye global_norm inv l2_normalize logdet logm lstsq lu
        lu_matrix_inverse lu_reconstruct lu_solve matmul matrix_rank matrix_transpose matvec norm normalize pinv qr
        set_diag slogdet solve sqrtm svd tensor_diag tensor_diag_part tensordot trace triangular_solve
    """,
    "lookup": "KeyValueTensorInitializer",
    "math": """
        abs accumulate_n acos acosh add add_n angle approx_max_k approx_min_k argmax argmin asin asinh atan atan2 atanh
        bessel_i0 bessel_i0e bessel_i1 bessel_i1e betainc bincount ceil confusion_matrix conj cos cosh count_nonzero
        cumprod cumsum cumulative_logsumexp digamma divide divide_no_nan equal erf erfc erfcinv erfinv exp expm1 floor
        floordiv floormod greater greater_equal igamma igammac imag in_top_k invert_permutation is_finite is_inf is_nan
        is_non_decreasing is_strictly_increasing l2_normalize lbeta less less_equal lgamma log log1p log_sigmoid
        log_softmax logical_and logical_not logical_or logical_xor maximum minimum mod multiply multiply_no_nan ndtri
        negative nextafter not_equal polygamma polyval pow real reciprocal reciprocal_no_nan reduce_all reduce_any
        reduce_euclidean_norm reduce_logsumexp reduce_max reduce_mean reduce_min reduce_prod reduce_std reduce_sum
        reduce_variance rint round rsqrt segment_max segment_mean segment_min segment_prod segment_sum sigmoid sign sin
        sinh sobol_sample softmax softplus softsign sqrt square squared_difference subtract tan tanh top_k truediv
        unsorted_segment_max unsorted_segment_mean unsorted_segment_min unsorted_segment_prod unsorted_segment_sqrt_n
        unsorted_segment_sum xdivy xlog1py xlogy zero_fraction zeta
    """,
    "nn": """
        approx_max_k approx_min_k bias_add collapse_repeated compute_average_loss convolution crelu
        ctc_beam_search_decoder ctc_greedy_decoder ctc_unique_labels depth_to_space dropout elu embedding_lookup
        fractional_avg_pool fractional_max_pool gelu in_top_k isotonic_regression l2_loss l2_normalize leaky_relu
        local_response_normalization log_poisson_loss log_softmax lrn relu relu6 safe_embedding_lookup_sparse
        scale_regularization_loss selu sigmoid sigmoid_cross_entropy_with_logits silu softmax
        softmax_cross_entropy_with_logits softplus softsign space_to_batch space_to_depth
        sparse_softmax_cross_entropy_with_logits sufficient_statistics swish tanh top_k
        weighted_cross_entropy_with_logits weighted_moments zero_fraction
    """,
    "quantization": """
        dequantize fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient fake_quant_with_min_max_vars
        fake_quant_with_min_max_vars_per_channel quantize_and_dequantize quantize_and_dequantize_v2
    """,
    "queue": "FIFOQueue",
    "ragged": """
        boolean_mask constant cross cross_hashed range row_splits_to_segment_ids segment_ids_to_row_splits stack
        stack_dynamic_partitions
    """,
    "random": """
        categorical create_rng_state fold_in gamma get_global_generator normal poisson shuffle split
        stateless_categorical stateless_gamma stateless_normal stateless_parameterized_truncated_normal
        stateless_poisson stateless_truncated_normal stateless_uniform truncated_normal uniform
    """,
    "random.Generator": "from_non_deterministic_state from_seed from_state",
    "sets": "difference intersection size union",
    "signal": """
        dct fft fft2d fft3d fftnd fftshift frame hamming_window hann_window idct ifft ifft2d ifft3d ifftnd ifftshift
        inverse_mdct inverse_stft irfft2d irfft3d irfftnd kaiser_bessel_derived_window kaiser_window
        linear_to_mel_weight_matrix mdct mfccs_from_log_mel_spectrograms overlap_and_add rfft rfft2d rfft3d rfftnd stft
        vorbis_window
    """,
    "sparse": "SparseTensor bincount cross eye from_dense segment_mean segment_sqrt_n segment_sum",
    "strings": """
        as_string bytes_split join length lower ngrams reduce_join regex_full_match regex_replace split strip substr
        to_hash_bucket to_hash_bucket_fast to_number unicode_decode unicode_decode_with_offsets unicode_encode
        unicode_script unicode_split unicode_split_with_offsets unsorted_segment_join upper
    """,
    "summary": "create_file_writer",
}
STARTS = frozenset(f"{module}.{name}".lstrip(".") for module, names in _NAMES.items() for name in names.split())
# What starts it although the file builds graphs. A monitored session makes Saver(sharded=True), which asks
# is_custom_device (tensorflow/python/training/saver.py, 2.21.0).
STARTS_IN_GRAPHS = frozenset(
    (
        *LOGICAL_LISTS,
        "config.experimental.get_memory_info",
        "distribute.MirroredStrategy",
        "distribute.MultiWorkerMirroredStrategy",
        "distribute.OneDeviceStrategy",
        "train.MonitoredSession",
        "train.MonitoredTrainingSession",
        "train.SingularMonitoredSession",
    )
)
# The same, as TensorFlow 2 builds them; as TensorFlow 1 did they start nothing. Measured with eager execution off.
_CONTROL_FLOW = {
    *("case", "cond", "foldl", "foldr", "map_fn", "scan", "switch_case", "while_loop"),
    *("nn.bidirectional_dynamic_rnn", "nn.dynamic_rnn", "nn.raw_rnn"),
}

# Environment variables that are read once: by CUDA when somebody first looks for GPUs, by TensorFlow when it creates
# the devices.
READ_AT_FIRST_LOOK = frozenset(("CUDA_DEVICE_ORDER", "CUDA_VISIBLE_DEVICES"))
VARIABLES = READ_AT_FIRST_LOOK | {"TF_FORCE_GPU_ALLOW_GROWTH", "TF_GPU_ALLOCATOR"}


def starts_in_graphs(use: Use, *, v1_control_flow: bool) -> bool:
    """Whether a call starts the runtime although it builds a graph.

    `v1_control_flow`: control flow is built as TensorFlow 1 did.
    """
    call = use.call_node
    if call is None:
        return False
    given = [one.value for one in call.keywords if one.arg == "sharded"] if use.symbol == "train.Saver" else []
    sharded = any(not isinstance(value, ast.Constant) or value.value for value in given)
    return sharded or use.symbol in STARTS_IN_GRAPHS or (not v1_control_flow and use.symbol in _CONTROL_FLOW)
