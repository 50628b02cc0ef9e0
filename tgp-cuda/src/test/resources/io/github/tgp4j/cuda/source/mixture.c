// Draws of a network, and what is asked of the mixtures of rows, on finer and finer grids; NETWORK is the network's kernel, or NONE.
static void none(const double* theta, const double* x, long long rows, long long stride, const long long* noise, long long sample,
    const long long* numbers, long long first, double* values) {}

int main(void) {
  long long rows = read_number(), stride = read_number(), d = read_number(), draws = read_number(), values = read_number();
  long long groups = read_number(), grids = read_number(), levels = read_number(), parameters = read_number();
  long long noise[2];
  long long high = read_number();
  noise[0] = high * (1LL << 32) + (long long)read_number();
  noise[1] = read_number();
  double* theta = read_numbers(parameters);
  double* x = read_numbers(rows * d);
  double* mean = read_numbers(stride);
  double* variance = read_numbers(stride);
  double* targets = read_numbers(stride);
  double* scores = read_numbers(2 * levels);
  long long* numbers = calloc(rows, sizeof(long long));
  long long* chosen = calloc(rows, sizeof(long long));
  double* drawn = zeros(draws * values * stride);
  double* out = zeros((5 + levels) * stride);
  for (int s = 0; s < draws; s++) {
    LAUNCH(2, groups, 1, NETWORK(theta, x, rows, stride, noise, s, numbers, 0, drawn + s * values * stride));
  }
  for (int g = 0; g < grids; g++) {
    int nodes = read_number();
    double* grid = read_numbers(3 * nodes);
    double* settings = read_numbers(9);
    long long left = 0;
    for (int i = 0; i < rows; i++) {
      if (out[i] == 0.0) {
        chosen[left++] = i;
      }
    }
    LAUNCH(3, 1, 1, mixture_0(theta, drawn, draws, g == 0 ? 0 : chosen, left, stride, mean, variance, grid, nodes, settings, levels, scores,
        targets, out));
  }
  write_numbers(out, (5 + levels) * stride);
}
