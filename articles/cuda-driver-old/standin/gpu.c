/* A stand-in for an old NVIDIA driver: the CUDA runtime answers that the driver is too old, and which CUDA it knows.
 *
 * The answers are those of the real runtime beside a driver of CUDA 11.4. The check and the message are PyTorch's own.
 * `manage.py verify_repros --stand-in` compiles this file and preloads it.
 */
enum { SUCCESS = 0, INSUFFICIENT_DRIVER = 35, DRIVER = 11040 };
typedef int Error;
static Error last_error;

Error cudaGetDeviceCount(int *count) { *count = 0; return last_error = INSUFFICIENT_DRIVER; }
Error cudaDriverGetVersion(int *version) { *version = DRIVER; return SUCCESS; }
Error cudaGetLastError(void) { Error error = last_error; last_error = SUCCESS; return error; }
Error nvmlInit_v2(void) { return 999; } /* unknown error: PyTorch then asks the runtime */
