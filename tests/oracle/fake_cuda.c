// A CUDA driver and its libraries without a GPU: `FAKE_GPUS` devices whose memory is the host's. Every kernel launch
// succeeds and computes nothing, so values are garbage, and TensorFlow places its ops on real devices of its own kind.
// build.py adds a function that returns 0 for every other symbol of CUDA that TensorFlow's libraries ask for.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define API __attribute__((visibility("default")))
typedef int R;
typedef unsigned long long P;
typedef size_t Z;
static int N() {
    char *s = getenv("FAKE_GPUS");
    return s ? atoi(s) : 1;
}
static __thread int cur = 0;
static __thread void *curctx = 0;
static int ctxs[64];
#define MEM ((Z)16 << 30)
static void *al(Z n) {
    void *p = aligned_alloc(512, (n + 511) / 512 * 512 + 512);
    return p;
}
API R cuInit(unsigned f) { return 0; }
API R cuDriverGetVersion(int *v) {
    *v = 12090;
    return 0;
}
API R cuDeviceGetCount(int *n) {
    *n = N();
    return 0;
}
API R cuDeviceGet(int *d, int i) {
    *d = i;
    return i < N() ? 0 : 101;
}
API R cuDeviceGetName(char *s, int n, int d) {
    snprintf(s, n, "Fake A100");
    return 0;
}
API R cuDeviceTotalMem_v2(Z *n, int d) {
    *n = MEM;
    return 0;
}
API R cuDeviceGetUuid(char *u, int d) {
    memset(u, d, 16);
    return 0;
}
API R cuDeviceGetUuid_v2(char *u, int d) {
    memset(u, d, 16);
    return 0;
}
API R cuDeviceGetPCIBusId(char *s, int n, int d) {
    snprintf(s, n, "0000:%02x:00.0", d + 1);
    return 0;
}
// Numbers of CUdevice_attribute with what an A100 answers; all others are 0.
static const int attributes[128] = {[1] = 1024,    [2] = 1024,      [3] = 1024,    [4] = 64,    [5] = 2147483647,
                                    [6] = 65535,   [7] = 65535,     [8] = 49152,   [9] = 65536, [10] = 32,
                                    [12] = 65536,  [13] = 1410000,  [14] = 512,    [16] = 108,  [36] = 1215000,
                                    [37] = 5120,   [38] = 40 << 20, [39] = 2048,   [41] = 1,    [75] = 8,
                                    [81] = 167936, [82] = 65536,    [97] = 166912, [106] = 32};
static int attr(int a) { return a >= 0 && a < 128 ? attributes[a] : 0; }
API R cuDeviceGetAttribute(int *v, int a, int d) {
    *v = attr(a);
    return 0;
}
API R cuDevicePrimaryCtxRetain(void **c, int d) {
    *c = &ctxs[d];
    return 0;
}
API R cuDevicePrimaryCtxGetState(int d, unsigned *f, int *a) {
    *f = 0;
    *a = 1;
    return 0;
}
API R cuCtxCreate_v2(void **c, unsigned f, int d) {
    *c = &ctxs[d];
    return 0;
}
API R cuCtxGetCurrent(void **c) {
    *c = curctx;
    return 0;
}
API R cuCtxSetCurrent(void *c) {
    curctx = c;
    if (c)
        cur = (int)((int *)c - ctxs);
    return 0;
}
API R cuCtxPushCurrent_v2(void *c) { return cuCtxSetCurrent(c); }
API R cuCtxPopCurrent_v2(void **c) {
    if (c)
        *c = curctx;
    return 0;
}
API R cuCtxGetDevice(int *d) {
    *d = cur;
    return 0;
}
API R cuCtxGetApiVersion(void *c, unsigned *v) {
    *v = 12000;
    return 0;
}
API R cuCtxGetStreamPriorityRange(int *a, int *b) {
    *a = 0;
    *b = -5;
    return 0;
}
API R cuCtxGetSharedMemConfig(int *a) {
    *a = 0;
    return 0;
}
API R cuMemGetInfo_v2(Z *f, Z *t) {
    *f = MEM - (1 << 29);
    *t = MEM;
    return 0;
}
// device memory: one big lazily mapped region per allocation
#include <sys/mman.h>
API R cuMemAlloc_v2(P *p, Z n) {
    void *m = mmap(0, n + (1 << 16), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (m == MAP_FAILED)
        return 2;
    *p = ((P)m + 65535) & ~65535ULL;
    return 0;
}
API R cuMemAllocManaged(P *p, Z n, unsigned f) { return cuMemAlloc_v2(p, n); }
API R cuMemFree_v2(P p) { return 0; }
API R cuMemHostAlloc(void **p, Z n, unsigned f) {
    *p = al(n);
    return 0;
}
API R cuMemAllocHost_v2(void **p, Z n) {
    *p = al(n);
    return 0;
}
API R cuMemFreeHost(void *p) {
    free(p);
    return 0;
}
API R cuMemGetAddressRange_v2(P *b, Z *n, P p) {
    if (b)
        *b = p;
    if (n)
        *n = 1 << 20;
    return 0;
}
API R cuMemcpyDtoH_v2(void *h, P d, Z n) {
    memcpy(h, (void *)d, n);
    return 0;
}
API R cuMemcpyHtoD_v2(P d, const void *h, Z n) {
    memcpy((void *)d, h, n);
    return 0;
}
API R cuMemcpyDtoD_v2(P d, P s, Z n) {
    memcpy((void *)d, (void *)s, n);
    return 0;
}
API R cuMemcpyDtoHAsync_v2(void *h, P d, Z n, void *s) {
    memcpy(h, (void *)d, n);
    return 0;
}
API R cuMemcpyHtoDAsync_v2(P d, const void *h, Z n, void *s) {
    memcpy((void *)d, h, n);
    return 0;
}
API R cuMemcpyDtoDAsync_v2(P d, P s, Z n, void *st) {
    memcpy((void *)d, (void *)s, n);
    return 0;
}
API R cuMemcpyAsync(P d, P s, Z n, void *st) {
    memcpy((void *)d, (void *)s, n);
    return 0;
}
API R cuMemcpyPeerAsync(P d, void *dc, P s, void *sc, Z n, void *st) {
    memcpy((void *)d, (void *)s, n);
    return 0;
}
API R cuMemsetD8_v2(P d, unsigned char v, Z n) {
    memset((void *)d, v, n);
    return 0;
}
API R cuMemsetD8Async(P d, unsigned char v, Z n, void *s) {
    memset((void *)d, v, n);
    return 0;
}
API R cuMemsetD32_v2(P d, unsigned v, Z n) {
    for (Z i = 0; i < n; i++)
        ((unsigned *)d)[i] = v;
    return 0;
}
API R cuMemsetD32Async(P d, unsigned v, Z n, void *s) { return cuMemsetD32_v2(d, v, n); }
static R obj(void **o) {
    *o = calloc(1, 256);
    return 0;
}
API R cuStreamCreate(void **s, unsigned f) { return obj(s); }
API R cuStreamCreateWithPriority(void **s, unsigned f, int p) { return obj(s); }
API R cuStreamGetPriority(void *s, int *p) {
    *p = 0;
    return 0;
}
API R cuStreamIsCapturing(void *s, int *p) {
    *p = 0;
    return 0;
}
API R cuStreamGetCtx(void *s, void **c) {
    *c = curctx;
    return 0;
}
API R cuEventCreate(void **e, unsigned f) { return obj(e); }
API R cuEventElapsedTime(float *t, void *a, void *b) {
    *t = 1;
    return 0;
}
API R cuEventElapsedTime_v2(float *t, void *a, void *b) {
    *t = 1;
    return 0;
}
API R cuPointerGetAttribute(void *d, int a, P p) {
    switch (a) {
    case 1:
        *(void **)d = &ctxs[cur];
        break;
    case 2:
        *(unsigned *)d = 2;
        break;
    case 8:
        *(unsigned *)d = 0;
        break;
    case 9:
        *(int *)d = cur;
        break;
    default:
        *(unsigned *)d = 0;
    }
    return 0;
}
API R cuPointerGetAttributes(unsigned n, int *a, void **d, P p) {
    for (unsigned i = 0; i < n; i++)
        cuPointerGetAttribute(d[i], a[i], p);
    return 0;
}
API R cuLaunchHostFunc(void *s, void (*f)(void *), void *a) {
    f(a);
    return 0;
}
API R cuStreamAddCallback(void *s, void (*f)(void *, int, void *), void *a, unsigned fl) {
    f(s, 0, a);
    return 0;
}
API R cuModuleLoadData(void **m, const void *x) { return obj(m); }
API R cuModuleLoadDataEx(void **m, const void *x, unsigned n, void *o, void **v) { return obj(m); }
API R cuModuleLoadFatBinary(void **m, const void *x) { return obj(m); }
API R cuModuleGetFunction(void **f, void *m, const char *n) { return obj(f); }
API R cuModuleGetGlobal_v2(P *p, Z *n, void *m, const char *s) {
    void *o;
    obj(&o);
    *p = (P)o;
    if (n)
        *n = 256;
    return 0;
}
API R cuFuncGetAttribute(int *v, int a, void *f) {
    *v = a == 0 ? 1024 : 32;
    return 0;
}
API R cuFuncGetModule(void **m, void *f) { return obj(m); }
API R cuOccupancyMaxActiveBlocksPerMultiprocessor(int *n, void *f, int b, Z s) {
    *n = 2;
    return 0;
}
API R cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, void *f, int b, Z s, unsigned x) {
    *n = 2;
    return 0;
}
API R cuGetErrorName(int e, const char **s) {
    *s = "FAKE_ERROR";
    return 0;
}
API R cuGetErrorString(int e, const char **s) {
    *s = "fake error";
    return 0;
}
API R cuDeviceCanAccessPeer(int *c, int a, int b) {
    *c = 1;
    return 0;
}
API R cuDeviceGetP2PAttribute(int *c, int t, int a, int b) {
    *c = 1;
    return 0;
}
API R cuDeviceGetDefaultMemPool(void **p, int d) { return obj(p); }
API R cuMemPoolCreate(void **p, void *x) { return obj(p); }
API R cuMemPoolGetAttribute(void *p, int a, void *v) {
    *(uint64_t *)v = 0;
    return 0;
}
API R cuMemAllocAsync(P *p, Z n, void *s) { return cuMemAlloc_v2(p, n); }
API R cuMemAllocFromPoolAsync(P *p, Z n, void *l, void *s) { return cuMemAlloc_v2(p, n); }
API R cuMemGetAllocationGranularity(Z *g, void *p, int o) {
    *g = 1 << 21;
    return 0;
}
API R cuLinkCreate_v2(unsigned n, int *o, void **v, void **s) { return obj(s); }
API R cuLinkComplete(void *s, void **c, Z *n) {
    obj(c);
    *n = 256;
    return 0;
}
API R cuGetProcAddress_v2(const char *s, void **f, int v, uint64_t fl, int *st) {
    char b[200];
    snprintf(b, 200, "%s_v2", s);
    *f = dlsym(RTLD_DEFAULT, b);
    if (!*f)
        *f = dlsym(RTLD_DEFAULT, s);
    if (st)
        *st = *f ? 0 : 1;
    return *f ? 0 : 500;
}
API R cuGetProcAddress(const char *s, void **f, int v, uint64_t fl) { return cuGetProcAddress_v2(s, f, v, fl, 0); }
API R cuGraphCreate(void **g, unsigned f) { return obj(g); }
// ---- runtime
API R cudaGetDeviceCount(int *n) {
    *n = N();
    return 0;
}
API R cudaGetDevice(int *d) {
    *d = cur;
    return 0;
}
API R cudaSetDevice(int d) {
    cur = d;
    curctx = &ctxs[d];
    return 0;
}
API R cudaDriverGetVersion(int *v) {
    *v = 12090;
    return 0;
}
API R cudaRuntimeGetVersion(int *v) {
    *v = 12050;
    return 0;
}
API R cudaDeviceGetAttribute(int *v, int a, int d) {
    *v = attr(a);
    return 0;
}
API R cudaMalloc(void **p, Z n) { return cuMemAlloc_v2((P *)p, n); }
API R cudaMallocHost(void **p, Z n) {
    *p = al(n);
    return 0;
}
API R cudaMemGetInfo(Z *f, Z *t) { return cuMemGetInfo_v2(f, t); }
API R cudaMemcpy(void *d, const void *s, Z n, int k) {
    memcpy(d, s, n);
    return 0;
}
API R cudaMemcpyAsync(void *d, const void *s, Z n, int k, void *st) {
    memcpy(d, s, n);
    return 0;
}
API R cudaMemset(void *d, int v, Z n) {
    memset(d, v, n);
    return 0;
}
API R cudaMemsetAsync(void *d, int v, Z n, void *s) {
    memset(d, v, n);
    return 0;
}
API R cudaEventCreate(void **e) { return obj(e); }
API R cudaEventCreateWithFlags(void **e, unsigned f) { return obj(e); }
API R cudaEventElapsedTime(float *t, void *a, void *b) {
    *t = 1;
    return 0;
}
API R cudaStreamCreate(void **s) { return obj(s); }
API R cudaStreamCreateWithFlags(void **s, unsigned f) { return obj(s); }
API R cudaStreamCreateWithPriority(void **s, unsigned f, int p) { return obj(s); }
API R cudaStreamIsCapturing(void *s, int *p) {
    *p = 0;
    return 0;
}
API R cudaHostGetFlags(unsigned *f, void *p) {
    *f = 0;
    return 0;
}
API R cudaFuncGetAttributes(char *a, void *f) {
    memset(a, 0, 64);
    *(int *)(a + 24) = 1024;
    *(int *)(a + 28) = 32;
    return 0;
}
API R cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n, void *f, int b, Z s) {
    *n = 2;
    return 0;
}
API R cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, void *f, int b, Z s, unsigned x) {
    *n = 2;
    return 0;
}
API const char *cudaGetErrorString(int e) { return "fake"; }
API const char *cudaGetErrorName(int e) { return "fake"; }
static void *fb[1024];
static int nfb;
API void **__cudaRegisterFatBinary(void *f) { return &fb[nfb++ % 1024]; }
API void __cudaInitModule() {}
// ---- blas, dnn ...
API R cublasCreate_v2(void **h) { return obj(h); }
API R cublasLtCreate(void **h) { return obj(h); }
API R cublasGetVersion_v2(void *h, int *v) {
    *v = 120503;
    return 0;
}
API R cublasGetVersion(void *h, int *v) {
    *v = 120503;
    return 0;
}
API Z cublasLtGetVersion() { return 120503; }
API R cublasGetStream_v2(void *h, void **s) {
    *s = 0;
    return 0;
}
API R cublasGetMathMode(void *h, int *m) {
    *m = 0;
    return 0;
}
API R cublasLtMatmulDescCreate(void **h, int a, int b) { return obj(h); }
API R cublasLtMatrixLayoutCreate(void **h, int t, uint64_t a, uint64_t b, int64_t c) { return obj(h); }
API R cublasLtMatmulPreferenceCreate(void **h) { return obj(h); }
API R cublasLtMatmulAlgoGetHeuristic(void *h, void *d, void *a, void *b, void *c, void *dd, void *p, int n, char *res,
                                     int *got) {
    memset(res, 0, 104);
    *got = 1;
    return 0;
}
API Z cudnnGetVersion() { return 90300; }
API Z cudnnGetCudartVersion() { return 12050; }
API const char *cudnnGetErrorString(int e) { return "fake"; }
API R cudnnCreate(void **h) { return obj(h); }
API R cudnnGetProperty(int t, int *v) {
    *v = t == 0 ? 9 : t == 1 ? 3 : 0;
    return 0;
}
API R cufftCreate(int *h) {
    *h = 1;
    return 0;
}
API R cusolverDnCreate(void **h) { return obj(h); }
API R cusparseCreate(void **h) { return obj(h); }
API R nvmlInit_v2() { return 0; }
API R nvmlSystemGetDriverVersion(char *s, unsigned n) {
    snprintf(s, n, "570.0.0");
    return 0;
}
API const char *nvmlErrorString(int e) { return "fake"; }
API R nvmlInit() { return 0; }
API R ncclGetVersion(int *v) {
    *v = 22005;
    return 0;
}
API const char *ncclGetErrorString(int e) { return "fake"; }
API const char *ncclGetLastError(void *c) { return "fake"; }
API R ncclGetUniqueId(char *p) {
    memset(p, 0, 128);
    return 0;
}
API R ncclCommInitRank(void **c, int n, char *id, int r) { return obj(c); }
API R ncclCommInitRankConfig(void **c, int n) { return obj(c); }
API R ncclCommGetAsyncError(void *c, int *e) {
    *e = 0;
    return 0;
}
API R ncclCommCount(void *c, int *n) {
    *n = N();
    return 0;
}
API R cudnnBackendCreateDescriptor(int t, void **h) { return obj(h); }
API R cudnnBackendGetAttribute(void *d, int n, int t, int64_t req, int64_t *got, void *a) {
    if (got)
        *got = 0;
    return 0;
}
API R cudnnCreateActivationDescriptor(void **h) { return obj(h); }
API R cudnnCreateAlgorithmDescriptor(void **h) { return obj(h); }
API R cudnnCreateAlgorithmPerformance(void **h) { return obj(h); }
API R cudnnCreateAttnDescriptor(void **h) { return obj(h); }
API R cudnnCreateCTCLossDescriptor(void **h) { return obj(h); }
API R cudnnCreateConvolutionDescriptor(void **h) { return obj(h); }
API R cudnnCreateDropoutDescriptor(void **h) { return obj(h); }
API R cudnnCreateFilterDescriptor(void **h) { return obj(h); }
API R cudnnCreateFusedOpsConstParamPack(void **h) { return obj(h); }
API R cudnnCreateFusedOpsPlan(void **h) { return obj(h); }
API R cudnnCreateFusedOpsVariantParamPack(void **h) { return obj(h); }
API R cudnnCreateLRNDescriptor(void **h) { return obj(h); }
API R cudnnCreateOpTensorDescriptor(void **h) { return obj(h); }
API R cudnnCreatePersistentRNNPlan(void **h) { return obj(h); }
API R cudnnCreatePoolingDescriptor(void **h) { return obj(h); }
API R cudnnCreateRNNDataDescriptor(void **h) { return obj(h); }
API R cudnnCreateRNNDescriptor(void **h) { return obj(h); }
API R cudnnCreateReduceTensorDescriptor(void **h) { return obj(h); }
API R cudnnCreateSeqDataDescriptor(void **h) { return obj(h); }
API R cudnnCreateSpatialTransformerDescriptor(void **h) { return obj(h); }
API R cudnnCreateTensorDescriptor(void **h) { return obj(h); }
API R cudnnCreateTensorTransformDescriptor(void **h) { return obj(h); }
API R cusparseCreateBlockedEll(void **h) { return obj(h); }
API R cusparseCreateBsr(void **h) { return obj(h); }
API R cusparseCreateBsric02Info(void **h) { return obj(h); }
API R cusparseCreateBsrilu02Info(void **h) { return obj(h); }
API R cusparseCreateBsrsm2Info(void **h) { return obj(h); }
API R cusparseCreateBsrsv2Info(void **h) { return obj(h); }
API R cusparseCreateColorInfo(void **h) { return obj(h); }
API R cusparseCreateConstBlockedEll(void **h) { return obj(h); }
API R cusparseCreateConstBsr(void **h) { return obj(h); }
API R cusparseCreateConstCoo(void **h) { return obj(h); }
API R cusparseCreateConstCsc(void **h) { return obj(h); }
API R cusparseCreateConstCsr(void **h) { return obj(h); }
API R cusparseCreateConstDnMat(void **h) { return obj(h); }
API R cusparseCreateConstDnVec(void **h) { return obj(h); }
API R cusparseCreateConstSlicedEll(void **h) { return obj(h); }
API R cusparseCreateConstSpVec(void **h) { return obj(h); }
API R cusparseCreateCoo(void **h) { return obj(h); }
API R cusparseCreateCsc(void **h) { return obj(h); }
API R cusparseCreateCsr(void **h) { return obj(h); }
API R cusparseCreateCsric02Info(void **h) { return obj(h); }
API R cusparseCreateCsrilu02Info(void **h) { return obj(h); }
API R cusparseCreateCsru2csrInfo(void **h) { return obj(h); }
API R cusparseCreateDnMat(void **h) { return obj(h); }
API R cusparseCreateDnVec(void **h) { return obj(h); }
API R cusparseCreateIdentityPermutation(void **h) { return obj(h); }
API R cusparseCreateMatDescr(void **h) { return obj(h); }
API R cusparseCreatePruneInfo(void **h) { return obj(h); }
API R cusparseCreateSlicedEll(void **h) { return obj(h); }
API R cusparseCreateSpVec(void **h) { return obj(h); }
#include "driver_types.h"
__attribute__((visibility("default"))) int cudaGetDeviceProperties_v2(struct cudaDeviceProp *p, int d) {
    memset(p, 0, sizeof *p);
    strcpy(p->name, "Fake A100");
    p->totalGlobalMem = 16ULL << 30;
    p->sharedMemPerBlock = 49152;
    p->regsPerBlock = 65536;
    p->warpSize = 32;
    p->maxThreadsPerBlock = 1024;
    p->maxThreadsDim[0] = 1024;
    p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 2147483647;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = 1410000;
    p->multiProcessorCount = 108;
    p->maxThreadsPerMultiProcessor = 2048;
    p->major = 8;
    p->minor = 0;
    p->sharedMemPerMultiprocessor = 167936;
    p->regsPerMultiprocessor = 65536;
    p->memoryBusWidth = 5120;
    p->memoryClockRate = 1215000;
    p->l2CacheSize = 40 << 20;
    p->maxBlocksPerMultiProcessor = 32;
    p->unifiedAddressing = 1;
    p->concurrentKernels = 1;
    p->asyncEngineCount = 3;
    p->pciBusID = d + 1;
    return 0;
}
