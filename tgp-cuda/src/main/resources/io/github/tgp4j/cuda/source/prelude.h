// What the kernels are written with. They compile for the device (NVRTC, nvcc) and, for the tests, as plain C11
// for the host, where a block has one thread and its index is a variable.
#if defined(__CUDACC_RTC__) || defined(__CUDACC__)
#define DEVICE static __device__ __forceinline__
#define APART static __device__ __noinline__
#define TABLE static __device__ const
#define KERNEL extern "C" __global__ void
#define BOUNDS(threads) __launch_bounds__(threads)
#define BOUNDS_OF(threads, blocks) __launch_bounds__(threads, blocks)
#define SHARED __shared__ __align__(16)
#define SYNCHRONISE() __syncthreads()
#define SYNCHRONISE_WARP() __syncwarp()
#define SHARED_AS_NEEDED(name) extern __shared__ double name[]
#define WARP 32
#define RESTRICT __restrict__
DEVICE double shuffled(double x, int other) { return __shfl_xor_sync(0xffffffffu, x, other); }
// Values from an even place of an aligned array, two at a time.
DEVICE void load_pairs(int n, const double* from, double* to) {
#pragma unroll
  for (int i = 0; i < n / 2; i++) {
    double2 pair = ((const double2*)from)[i];
    to[2 * i] = pair.x;
    to[2 * i + 1] = pair.y;
  }
}
DEVICE long long bits_of(double x) { return __double_as_longlong(x); }
DEVICE double double_of(long long b) { return __longlong_as_double(b); }
#else
#include <math.h>
#include <string.h>
#define DEVICE static inline
#define APART static
#define TABLE static const
#define KERNEL void
#define BOUNDS(threads)
#define BOUNDS_OF(threads, blocks)
#define SHARED static
#define SYNCHRONISE() ((void)0)
#define SYNCHRONISE_WARP() ((void)0)
#define SHARED_AS_NEEDED(name) static double name[1 << 16]
#define WARP 1
#define RESTRICT restrict
typedef struct { int x, y, z; } index3;
static index3 threadIdx, blockIdx, blockDim = {1, 1, 1}, gridDim;
DEVICE double shuffled(double x, int other) { return x; }
DEVICE void load_pairs(int n, const double* from, double* to) { memcpy(to, from, n * sizeof(double)); }
DEVICE long long bits_of(double x) { long long b; memcpy(&b, &x, 8); return b; }
DEVICE double double_of(long long b) { double x; memcpy(&x, &b, 8); return x; }
#endif

#define BLOCK 128
#define INFINITE double_of(0x7ff0000000000000LL)
#define LARGEST_DOUBLE 1.7976931348623157e308
#define LEAST_NORMAL 2.2250738585072014e-308
#define PI 3.141592653589793

// min and max that keep a NaN in x.
DEVICE double at_most(double x, double bound) { return x > bound ? bound : x; }
DEVICE double at_least(double x, double bound) { return x < bound ? bound : x; }
DEVICE double within(double x, double limit) { return at_most(at_least(x, -limit), limit); }

// 1 where |x| < limit, else 0: the derivative of within.
DEVICE double inside(double x, double limit) { return at_most(at_least((limit - fabs(x)) * 1e30, 0.0), 1.0); }

// Σ over neighbouring lanes, a power of two of them; every one of them gets it, in the same order of additions.
DEVICE double lane_sum(double x, int lanes) {
  for (int other = lanes / 2; other > 0; other /= 2) {
    x += shuffled(x, other);
  }
  return x;
}

DEVICE double lane_most(double x, int lanes) {
  for (int other = lanes / 2; other > 0; other /= 2) {
    double y = shuffled(x, other);
    x = x != x ? x : y != y ? y : x < y ? y : x;
  }
  return x;
}

// Σ over the threads of a block in a fixed order; thread 0 has it. Every thread of the block must come here.
DEVICE double block_sum(double x) {
  SHARED double warps[BLOCK / 32 + 1];
  double sum = lane_sum(x, WARP);
  if (threadIdx.x % WARP == 0) {
    warps[threadIdx.x / WARP] = sum;
  }
  SYNCHRONISE();
  if (threadIdx.x == 0) {
    for (int w = 1; w < (int)blockDim.x / WARP; w++) {
      sum += warps[w];
    }
  }
  SYNCHRONISE();
  return sum;
}
