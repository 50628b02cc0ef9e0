typedef void (*cross_kernel)(const double*, const double*, long long, const double*, int, int, double*);
typedef void (*cross_back_kernel)(const double*, const double*, long long, const double*, int, int, const double*, const double*, const double*,
    const double*, const double*, const double*, double*, double*);
typedef void (*marginals_kernel)(const double*, int, const double*, long long, const double*, const double*, int, const double*, double*, double*);
typedef void (*marginals_back_kernel)(const double*, int, const double*, long long, const double*, const double*, double*);
static cross_kernel crosses[] = {CROSSES};
static cross_back_kernel cross_backs[] = {CROSS_BACKS};
typedef void (*cross_back_scaled_kernel)(const double*, const double*, long long, const double*, int, int, const double*, const double*, const double*,
    const double*, const double*, const double*, double*, double*, double*, int);
static cross_back_scaled_kernel cross_back_scaleds[] = {SCALED_BACKS};
static marginals_kernel marginals[] = {MARGINALS};
static marginals_back_kernel marginals_backs[] = {MARGINALS_BACKS};

static void back(int kernel, const double* theta, const double* x, long long rows, const double* z, int m, int d, int same, const double* k,
    const double* kBar, const double* p, const double* direction, const double* meanBar, const double* varianceBar, int blocks, int chunks, int width) {
  double* partialTheta = zeros((long long)blocks * m * width);
  double* partialZ = zeros((long long)blocks * m * d);
  double* thetaBar = zeros(width);
  double* zBar = zeros((long long)m * d);
  int* places = malloc((width + 1) * sizeof(int));
  for (int i = 0; i < width; i++) {
    places[i] = i;
  }
  LAUNCH(blocks, m, chunks, cross_backs[kernel](theta, x, rows, z, m, same, k, kBar, p, direction, meanBar, varianceBar, partialTheta, partialZ));
  LAUNCH(width, 1, 1, add_partials(partialTheta, blocks * m, width, places, thetaBar));
  LAUNCH(5, 1, 1, add_blocks(partialZ, blocks, (long long)m * d, zBar));
  write_numbers(thetaBar, width);
  write_numbers(zBar, (long long)m * d);
}

int main(void) {
  for (;;) {
    double number;
    if (fread(&number, sizeof(double), 1, stdin) != 1) {
      return 0;
    }
    int kernel = number;
    long long rows = read_number();
    int m = read_number(), d = read_number(), meanAt = read_number(), values = read_number(), blocks = read_number();
    int width = read_number(), meanWidth = read_number(), chunks = read_number();
    double* theta = read_numbers(values);
    double* x = read_numbers(rows * d);
    double* z = read_numbers((long long)m * d);
    double* p = read_numbers(rows * m);
    double* direction = read_numbers(m);
    double* meanBar = read_numbers(rows);
    double* varianceBar = read_numbers(rows);
    double* kBar = read_numbers(rows * m);
    double* zzBar = read_numbers((long long)m * m);
    double* k = zeros(rows * m);
    double* kzz = zeros((long long)m * m);
    double* mean = zeros(rows);
    double* variance = zeros(rows);
    double* partial = zeros(blocks * (width + meanWidth));
    LAUNCH(blocks, m, 1, crosses[kernel](theta, x, rows, z, m, 0, k));
    LAUNCH(blocks, m, 1, crosses[kernel](theta, z, m, z, m, 1, kzz));
    write_numbers(k, rows * m);
    write_numbers(kzz, (long long)m * m);
    LAUNCH(blocks, 1, 1, marginals[kernel](theta, meanAt, x, rows, k, p, m, direction, mean, variance));
    write_numbers(mean, rows);
    write_numbers(variance, rows);
    LAUNCH(blocks, 1, 1, marginals[kernel](theta, meanAt, x, rows, 0, 0, m, 0, mean, variance));
    write_numbers(mean, rows);
    write_numbers(variance, rows);
    LAUNCH(blocks, 1, 1, marginals_backs[kernel](theta, meanAt, x, rows, meanBar, varianceBar, partial));
    write_numbers(partial, blocks * (width + meanWidth));
    back(kernel, theta, x, rows, z, m, d, 0, k, kBar, 0, 0, 0, 0, blocks, chunks, width);
    back(kernel, theta, x, rows, z, m, d, 0, k, 0, p, direction, meanBar, varianceBar, blocks, chunks, width);
    double* scaled = zeros(rows * (m + 2));
    double* partialTheta = zeros((long long)blocks * m * width);
    double* partialZ = zeros((long long)blocks * m * d);
    LAUNCH(blocks, m, chunks, cross_back_scaleds[kernel](theta, x, rows, z, m, 0, k, 0, p, direction, meanBar, varianceBar, partialTheta, partialZ, scaled, m + 2));
    write_numbers(scaled, rows * (m + 2));
    back(kernel, theta, z, m, z, m, d, 1, kzz, zzBar, 0, 0, 0, 0, blocks, chunks, width);
  }
}
