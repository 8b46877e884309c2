/* A stand-in for two GPUs of 8 GiB: what the CUDA runtime answers when PyTorch asks which devices there are.
 *
 * As the real runtime does, it obeys CUDA_VISIBLE_DEVICES (the list ends at the first entry that is no device) and
 * refuses a number that is not visible. Memory is memory of the host, and kernels do nothing at all, so every number
 * that a kernel would have computed is missing. The messages come from PyTorch itself.
 *
 * `manage.py verify_repros --stand-in` compiles this file and preloads it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MIB ((size_t)1 << 20)
#define SIZE (8192 * MIB)
enum { SUCCESS = 0, OUT_OF_MEMORY = 2, NO_DEVICE = 100, INVALID_DEVICE = 101 };
enum { MULTIPROCESSORS = 16, MAJOR_ATTRIBUTE = 75, MINOR_ATTRIBUTE = 76 };
enum { DEVICES = 2, DRIVER = 13000, MAJOR = 8, MINOR = 0 };
#define NAME "stand-in, no GPU"

typedef int Error;
typedef void *Stream, *Event;
typedef unsigned long long Handle;
typedef struct { unsigned x, y, z; } Grid;
typedef struct { /* the beginning of cudaDeviceProp, the same in CUDA 12 and 13 */
    char name[256], uuid[16], luid[8];
    unsigned luid_node_mask;
    size_t total_memory, shared_memory_per_block;
    int registers_per_block, warp_size;
    size_t pitch;
    int max_threads_per_block, max_threads[3], max_grid[3];
    size_t constant_memory;
    int major, minor;
    size_t texture_alignment, texture_pitch_alignment;
    int multiprocessors[2]; /* CUDA 12 has another field before it */
} Properties;

static Error last_error;
static int current;

static Error say(Error error) { return error ? (last_error = error) : SUCCESS; }

static int visible(void) {
    const char *list = getenv("CUDA_VISIBLE_DEVICES");
    if (!list) return DEVICES;
    int count = 0;
    for (char *end; *list; list = end + 1) {
        long number = strtol(list, &end, 10);
        if (end == list || number < 0 || number >= DEVICES) break;
        count++;
        if (*end != ',') break;
    }
    return count;
}

/* ── the devices ──────────────────────────────────────────────────────────────────────────────────────────────── */

Error cudaGetDeviceCount(int *count) { *count = visible(); return say(*count ? SUCCESS : NO_DEVICE); }
Error cudaGetDevice(int *device) { *device = current; return SUCCESS; }
Error cudaSetDevice(int device) {
    if (device < 0 || device >= visible()) return say(INVALID_DEVICE);
    current = device;
    return SUCCESS;
}
Error cudaDriverGetVersion(int *version) { *version = DRIVER; return SUCCESS; }
Error cudaDeviceGetAttribute(int *value, int attribute, int device) {
    *value = attribute == MULTIPROCESSORS ? 16 : attribute == MAJOR_ATTRIBUTE ? MAJOR : 0;
    if (attribute == MINOR_ATTRIBUTE) *value = MINOR;
    return SUCCESS;
}
Error cudaGetDeviceProperties(Properties *properties, int device) {
    memset(properties, 0, sizeof *properties);
    strcpy(properties->name, NAME);
    properties->total_memory = SIZE;
    properties->major = MAJOR;
    properties->minor = MINOR;
    properties->multiprocessors[0] = properties->multiprocessors[1] = 16;
    properties->warp_size = 32;
    properties->max_threads_per_block = 1024;
    for (int i = 0; i < 3; i++) properties->max_threads[i] = 1024, properties->max_grid[i] = 65535;
    return SUCCESS;
}
Error cudaGetDeviceProperties_v2(Properties *properties, int device) {
    return cudaGetDeviceProperties(properties, device);
}
Error cudaDeviceGetPCIBusId(char *id, int size, int device) {
    snprintf(id, size, "00000000:0%d:00.0", device);
    return SUCCESS;
}
Error cudaGetLastError(void) {
    Error error = last_error;
    last_error = SUCCESS;
    return error;
}
Error cudaPeekAtLastError(void) { return last_error; }

/* ── memory ───────────────────────────────────────────────────────────────────────────────────────────────────── */

Error cudaMalloc(void **pointer, size_t size) {
    *pointer = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return say(*pointer == MAP_FAILED ? OUT_OF_MEMORY : SUCCESS);
}
Error cudaMemGetInfo(size_t *free_bytes, size_t *total) { *free_bytes = *total = SIZE; return SUCCESS; }
Error cudaMemcpyAsync(void *to, const void *from, size_t size, int kind, Stream stream) {
    memmove(to, from, size);
    return SUCCESS;
}

/* ── what does nothing, at once ───────────────────────────────────────────────────────────────────────────────── */

#define NOTHING(name, ...) Error name(__VA_ARGS__) { return SUCCESS; }
NOTHING(cudaFree, void *pointer)
NOTHING(cudaLaunchKernel, const void *kernel, Grid grid, Grid block, void **arguments, size_t shared, Stream stream)
NOTHING(cudaMemsetAsync, void *to, int value, size_t size, Stream stream)
NOTHING(cudaDeviceSynchronize, void)
NOTHING(cudaStreamSynchronize, Stream stream)
NOTHING(cudaStreamIsCapturing, Stream stream, int *status)
NOTHING(cudaThreadExchangeStreamCaptureMode, int *mode)
NOTHING(nvmlInit_v2, void)
NOTHING(cuDevicePrimaryCtxGetState, int device, unsigned *flags, int *active)
Error cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    *least = *greatest = 0;
    return SUCCESS;
}
Error cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned version, Handle flags, int *result) {
    *function = dlsym(RTLD_DEFAULT, name);
    if (!*function) *function = (void *)cudaFree; /* never called here, but must be there */
    *result = 0;
    return SUCCESS;
}
