def limit_gpu_memory(fraction):
    """Cap this process at `fraction` of each GPU's memory, like per_process_gpu_memory_fraction."""
    if not fraction:
        return
    for ordinal, gpu in enumerate(tf.config.list_physical_devices("GPU")):
        cuda, device, total = ctypes.CDLL("libcuda.so.1"), ctypes.c_int(), ctypes.c_size_t()
        if cuda.cuDeviceGet(ctypes.byref(device), ordinal) or cuda.cuDeviceTotalMem_v2(ctypes.byref(total), device):
            raise RuntimeError(f"cannot read the memory size of {gpu.name}")
        limit = tf.config.LogicalDeviceConfiguration(memory_limit=fraction * total.value / 2**20)
        tf.config.set_logical_device_configuration(gpu, [limit])
