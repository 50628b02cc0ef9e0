// What the programs of the tests share: numbers from stdin, numbers to stdout, one thread per block.
#include <stdio.h>
#include <stdlib.h>

static double* read_numbers(long long n) {
  double* x = malloc((n + 1) * sizeof(double));
  if (n > 0 && fread(x, sizeof(double), n, stdin) != (size_t)n) {
    fprintf(stderr, "expected %lld numbers\n", n);
    exit(2);
  }
  return x;
}
static double read_number(void) {
  double* x = read_numbers(1);
  double value = x[0];
  free(x);
  return value;
}
static double* zeros(long long n) { return calloc(n + 1, sizeof(double)); }
static void write_numbers(const double* x, long long n) { fwrite(x, sizeof(double), n, stdout); }

#define LAUNCH(gx, gy, gz, call)                                  \
  do {                                                            \
    gridDim.x = (gx); gridDim.y = (gy); gridDim.z = (gz);         \
    for (int bz = 0; bz < (gz); bz++)                             \
      for (int by = 0; by < (gy); by++)                           \
        for (int bx = 0; bx < (gx); bx++) {                       \
          blockIdx.x = bx; blockIdx.y = by; blockIdx.z = bz;      \
          call;                                                   \
        }                                                         \
  } while (0)
