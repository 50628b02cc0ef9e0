int main(void) {
  int n = read_number(), steps = read_number(), blocks = 3;
  double* codes = read_numbers(4 * n);
  double* real = read_numbers(6 * n);
  double* share = read_numbers(n);
  double* free_values = read_numbers(n);
  int* whole = malloc(4 * n * sizeof(int));
  for (int i = 0; i < 4 * n; i++) {
    whole[i] = codes[i];
  }
  double* value = zeros(n);
  double* first = zeros(n);
  double* second = zeros(n);
  LAUNCH(blocks, 1, 1, constrain(whole, real, n, free_values, value));
  for (int step = 0; step < steps; step++) {
    double* settings = read_numbers(3);
    double* thetaBar = read_numbers(n);
    double* partial = zeros(blocks);
    LAUNCH(blocks, 1, 1, log_prior(whole, real, n, value, thetaBar, partial));
    write_numbers(partial, blocks);
    write_numbers(thetaBar, n);
    LAUNCH(blocks, 1, 1, adam_step(whole, real, n, share, settings, thetaBar, free_values, value, first, second));
    write_numbers(free_values, n);
    write_numbers(value, n);
  }
}
