// Networks, expectation, and networks' way back of one output; NETWORKS and BACKS list its networks, the latent's last.
typedef void (*network_kernel)(const double*, const double*, long long, long long, const long long*, long long, const long long*, long long, double*);
typedef void (*network_back_kernel)(const double*, const double*, long long, long long, const long long*, long long, const long long*, long long,
    const double*, double*);
static network_kernel networks[] = {NETWORKS};
static network_back_kernel backs[] = {BACKS};

int main(void) {
  long long rows = read_number(), stride = read_number(), d = read_number(), processes = read_number(), nodes = read_number();
  long long values = read_number(), dependent = read_number(), width = read_number(), count = read_number(), hasLast = read_number();
  double scale = read_number();
  int blocks = 2;
  long long noise[2];
  noise[0] = read_number();
  noise[1] = read_number();
  double* theta = read_numbers(values);
  double* x = read_numbers(rows * d);
  double* rowNumbers = read_numbers(rows);
  double* y = read_numbers(rows);
  double* mean = read_numbers(processes * stride);
  double* variance = read_numbers(processes * stride);
  double* z = read_numbers(processes * nodes);
  double* weights = read_numbers(nodes);
  double* places = read_numbers(width);
  long long* numbers = malloc(rows * sizeof(long long));
  for (int i = 0; i < rows; i++) {
    numbers[i] = rowNumbers[i];
  }
  double* flowValues = zeros(dependent * stride);
  double* flowValuesBar = zeros(dependent * stride);
  double* last = zeros(stride);
  double* lastBar = zeros(stride);
  double* meanBar = zeros(processes * stride);
  double* varianceBar = zeros(processes * stride);
  double* partial = zeros(blocks * width);
  double* thetaBar = zeros(values + 1);
  int groups[8], parameters[8], at[8], firstValue[8], draw[8];
  for (int n = 0; n < count; n++) {
    groups[n] = read_number();
    parameters[n] = read_number();
    at[n] = read_number();
    firstValue[n] = read_number();
    draw[n] = read_number();
    double* to = hasLast && n == count - 1 ? last : flowValues + firstValue[n] * stride;
    LAUNCH(blocks, groups[n], 1, networks[n](theta, x, rows, stride, noise, draw[n], numbers, 0, to));
  }
  LAUNCH(blocks, 1, 1, expectation_0(theta, flowValues, last, y, rows, stride, mean, variance, z, weights, nodes, scale, 0, meanBar, varianceBar,
      flowValuesBar, lastBar, partial));
  for (int b = 0; b < blocks; b++) {
    for (int c = 0; c < width; c++) {
      thetaBar[(int)places[c]] += partial[b * width + c];
    }
  }
  for (int n = 0; n < count; n++) {
    double* sums = zeros((long long)blocks * parameters[n]);
    const double* from = hasLast && n == count - 1 ? lastBar : flowValuesBar + firstValue[n] * stride;
    LAUNCH(blocks, groups[n], 1, backs[n](theta, x, rows, stride, noise, draw[n], numbers, 0, from, sums));
    LAUNCH(3, 1, 1, add_blocks(sums, blocks, parameters[n], thetaBar + 1 + at[n]));
  }
  write_numbers(meanBar, processes * stride);
  write_numbers(varianceBar, processes * stride);
  write_numbers(thetaBar, values + 1);
}
