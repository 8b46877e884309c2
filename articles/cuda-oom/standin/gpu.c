/* A stand-in for a GPU: enough of the CUDA runtime, the driver and NVML for PyTorch's own allocator to work.
 *
 * It hands out addresses and counts bytes; when the count would pass the device's size it answers "out of memory", as
 * the real cudaMalloc does. Copies copy, kernels do nothing at all. So what the allocator does and says is real, and
 * every number that a kernel would have computed is not.
 *
 * `manage.py verify_repros --stand-in` compiles this file and preloads it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)
#define DEVICE (8192 * MIB)  /* the size of the device */
#define CONTEXT (256 * MIB)  /* what a process holds before its first tensor: a round figure, not a measured one */
#define BLOCKS 65536

/* What is needed of cuda_runtime_api.h, which the wheels do not bring whole; the same in CUDA 11 and 12. */
enum { SUCCESS = 0, OUT_OF_MEMORY = 2, INVALID_DEVICE = 101 };
enum { MULTIPROCESSORS = 16, MAJOR = 75 };
typedef int Error;
typedef void *Stream, *Event;
typedef struct { unsigned x, y, z; } Grid;
typedef struct {
    char name[256], uuid[16], luid[8];
    unsigned luid_node_mask;
    size_t total_memory, shared_memory_per_block;
    int registers_per_block, warp_size;
    size_t pitch;
    int max_threads_per_block, max_threads[3], max_grid[3], clock_rate;
    size_t constant_memory;
    int major, minor;
    size_t texture_alignment, texture_pitch_alignment;
    int device_overlap, multiprocessors, flags[4], textures[26], surfaces[14];
    size_t surface_alignment;
    int more_flags[12], max_threads_per_multiprocessor;
} Properties;

static size_t used;
static struct { char *start; size_t size; } blocks[BLOCKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Error last_error;

static Error say(Error error) { return error ? (last_error = error) : SUCCESS; }

/* ── memory ───────────────────────────────────────────────────────────────────────────────────────────────────── */

Error cudaMemGetInfo(size_t *free_bytes, size_t *total) {
    *total = DEVICE;
    *free_bytes = DEVICE - CONTEXT - used;
    return SUCCESS;
}

Error cudaMalloc(void **pointer, size_t size) {
    size = (size + 2 * MIB - 1) / (2 * MIB) * (2 * MIB);
    Error result = OUT_OF_MEMORY;
    *pointer = NULL;
    pthread_mutex_lock(&lock);
    if (size <= DEVICE - CONTEXT - used) {
        char *start = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        for (int i = 0; start != MAP_FAILED && i < BLOCKS; i++) {
            if (blocks[i].start) continue;
            blocks[i].start = start;
            blocks[i].size = size;
            used += size;
            *pointer = start;
            result = SUCCESS;
            break;
        }
    }
    pthread_mutex_unlock(&lock);
    return say(result);
}

Error cudaFree(void *pointer) {
    pthread_mutex_lock(&lock);
    for (int i = 0; pointer && i < BLOCKS; i++) {
        if (blocks[i].start != pointer) continue;
        munmap(pointer, blocks[i].size);
        used -= blocks[i].size;
        blocks[i].start = NULL;
    }
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}

Error cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, Stream stream) {
    memmove(to, from, size);
    return SUCCESS;
}
Error cudaMemcpy(void *to, const void *from, size_t size, int kind) {
    return cudaMemcpyAsync(to, from, size, kind, NULL);
}
Error cudaMemsetAsync(void *to, int value, size_t size, Stream stream) {
    if (value) memset(to, value, size); /* fresh memory is zero, and stays unbacked */
    return SUCCESS;
}

/* ── the device ───────────────────────────────────────────────────────────────────────────────────────────────── */

Error cudaGetDeviceCount(int *count) { *count = 1; return SUCCESS; }
Error cudaGetDevice(int *device) { *device = 0; return SUCCESS; }
Error cudaSetDevice(int device) { return say(device ? INVALID_DEVICE : SUCCESS); }
Error cudaDriverGetVersion(int *version) { *version = 12080; return SUCCESS; }
Error cudaDeviceGetPCIBusId(char *id, int size, int device) {
    snprintf(id, size, "00000000:00:00.0");
    return SUCCESS;
}
Error cudaDeviceGetAttribute(int *value, int attribute, int device) {
    *value = attribute == MULTIPROCESSORS ? 16 : attribute == MAJOR ? 8 : 0;
    return SUCCESS;
}
Error cudaGetDeviceProperties(Properties *properties, int device) {
    memset(properties, 0, sizeof *properties);
    strcpy(properties->name, "stand-in, no GPU");
    properties->total_memory = DEVICE;
    properties->major = 8;
    properties->multiprocessors = 16;
    properties->warp_size = 32;
    properties->max_threads_per_block = 1024;
    properties->max_threads_per_multiprocessor = 2048;
    properties->shared_memory_per_block = 48 * 1024;
    for (int i = 0; i < 3; i++) properties->max_threads[i] = 1024, properties->max_grid[i] = 65535;
    return SUCCESS;
}
Error cudaGetDeviceProperties_v2(Properties *properties, int device) {
    return cudaGetDeviceProperties(properties, device);
}
Error cudaGetLastError(void) {
    Error error = last_error;
    last_error = SUCCESS;
    return error;
}
Error cudaPeekAtLastError(void) { return last_error; }

/* ── what does nothing, at once ───────────────────────────────────────────────────────────────────────────────── */

#define NOTHING(name, ...) Error name(__VA_ARGS__) { return SUCCESS; }
NOTHING(cudaLaunchKernel, const void *kernel, Grid grid, Grid block, void **arguments, size_t shared, Stream stream)
NOTHING(cudaFuncSetAttribute, const void *kernel, int attribute, int value)
NOTHING(cudaDeviceSynchronize, void)
NOTHING(cudaStreamSynchronize, Stream stream)
NOTHING(cudaStreamQuery, Stream stream)
NOTHING(cudaStreamWaitEvent, Stream stream, Event event, unsigned flags)
NOTHING(cudaEventRecord, Event event, Stream stream)
NOTHING(cudaEventQuery, Event event)
NOTHING(cudaEventSynchronize, Event event)
NOTHING(cudaEventDestroy, Event event)
NOTHING(cudaThreadExchangeStreamCaptureMode, int *mode)
Error cudaFuncGetAttributes(void *attributes, const void *kernel) {
    size_t sizes[3] = {0};
    int counts[4] = {1024, 32, 80, 80}; /* threads, registers, PTX and binary version */
    memcpy(attributes, sizes, sizeof sizes);
    memcpy((char *)attributes + sizeof sizes, counts, sizeof counts);
    return SUCCESS;
}
Error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *n, const void *k, int b, size_t s, unsigned f) {
    *n = 2;
    return SUCCESS;
}
Error cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    *least = *greatest = 0;
    return SUCCESS;
}
Error cudaStreamCreateWithPriority(Stream *stream, unsigned flags, int priority) {
    *stream = (Stream)MIB;
    return SUCCESS;
}
Error cudaEventCreateWithFlags(Event *event, unsigned flags) {
    *event = (Event)MIB;
    return SUCCESS;
}
Error cudaStreamIsCapturing(Stream stream, int *status) {
    *status = 0;
    return SUCCESS;
}
Error cudaHostAlloc(void **pointer, size_t size, unsigned flags) {
    *pointer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return say(*pointer == MAP_FAILED ? OUT_OF_MEMORY : SUCCESS);
}
NOTHING(cudaFreeHost, void *pointer)

/* ── the driver: pieces of memory that are mapped into a reserved range, for expandable_segments ──────────────── */

typedef unsigned long long Address, Handle;
typedef struct { int location, device; } Location;
Error cuMemAddressReserve(Address *address, size_t size, size_t alignment, Address wanted, Handle flags) {
    void *start = mmap((void *)wanted, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *address = (Address)start;
    return say(start == MAP_FAILED ? OUT_OF_MEMORY : SUCCESS);
}
Error cuMemAddressFree(Address address, size_t size) { munmap((void *)address, size); return SUCCESS; }
Error cuMemCreate(Handle *handle, size_t size, const void *properties, Handle flags) {
    pthread_mutex_lock(&lock);
    Error result = size <= DEVICE - CONTEXT - used ? SUCCESS : OUT_OF_MEMORY;
    if (result == SUCCESS) used += size;
    pthread_mutex_unlock(&lock);
    *handle = size; /* the size is all that cuMemRelease has to know */
    return result;
}
Error cuMemRelease(Handle handle) {
    pthread_mutex_lock(&lock);
    used -= handle;
    pthread_mutex_unlock(&lock);
    return SUCCESS;
}
Error cuMemSetAccess(Address address, size_t size, const Location *description, size_t count) {
    return mprotect((void *)address, size, PROT_READ | PROT_WRITE) ? OUT_OF_MEMORY : SUCCESS;
}
NOTHING(cuMemMap, Address address, size_t size, size_t offset, Handle handle, Handle flags)
NOTHING(cuMemUnmap, Address address, size_t size)
Error cuGetErrorString(int error, const char **text) { *text = "stand-in"; return SUCCESS; }
Error cuDevicePrimaryCtxGetState(int device, unsigned *flags, int *active) {
    *flags = 0;
    *active = 1;
    return SUCCESS;
}
Error cudaGetDriverEntryPoint(const char *name, void **function, Handle flags, int *result) {
    *function = dlsym(RTLD_DEFAULT, name);
    if (!*function) *function = (void *)cudaFreeHost; /* never called here, but must be there */
    *result = 0;
    return SUCCESS;
}
Error cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version, Handle flags, int *result) {
    return cudaGetDriverEntryPoint(name, function, flags, result);
}

/* ── NVML: who holds memory on the device ─────────────────────────────────────────────────────────────────────── */

typedef struct { unsigned pid; Handle bytes; } Process;
NOTHING(nvmlInit_v2, void)
NOTHING(nvmlDeviceGetHandleByPciBusId_v2, const char *id, void **device)
NOTHING(nvmlDeviceGetNvLinkRemotePciInfo_v2, void *device, unsigned link, void *info)
NOTHING(nvmlDeviceGetNvLinkRemoteDeviceType, void *device, unsigned link, int *type)
Error nvmlSystemGetCudaDriverVersion_v2(int *version) { return cudaDriverGetVersion(version); }
Error nvmlDeviceGetComputeRunningProcesses(void *device, unsigned *count, Process *processes) {
    *count = 1;
    processes[0].pid = getpid();
    processes[0].bytes = CONTEXT + used;
    return SUCCESS;
}
