typedef void (*expectation_kernel)(const double*, const double*, const double*, const double*, long long, long long, const double*,
    const double*, const double*, const double*, int, double, int, double*, double*, double*, double*, double*);
static expectation_kernel kernels[] = {KERNELS};

int main(void) {
  for (;;) {
    double kernel;
    if (fread(&kernel, sizeof(double), 1, stdin) != 1) {
      return 0;
    }
    long long rows = read_number(), stride = read_number(), processes = read_number(), nodes = read_number();
    long long values = read_number(), dependent = read_number(), blocks = read_number(), width = read_number();
    double scale = read_number();
    double* theta = read_numbers(values);
    double* flowValues = read_numbers(dependent * stride);
    double* last = read_numbers(stride);
    double* y = read_numbers(rows);
    double* mean = read_numbers(processes * stride);
    double* variance = read_numbers(processes * stride);
    double* z = read_numbers(processes * nodes);
    double* weights = read_numbers(nodes);
    double* meanBar = zeros(processes * stride);
    double* varianceBar = zeros(processes * stride);
    double* flowValuesBar = zeros(dependent * stride);
    double* lastBar = zeros(stride);
    double* partial = zeros(blocks * width);
    LAUNCH(blocks, 1, 1, kernels[(int)kernel](theta, flowValues, last, y, rows, stride, mean, variance, z, weights, nodes, scale, 0,
        meanBar, varianceBar, flowValuesBar, lastBar, partial));
    write_numbers(meanBar, processes * stride);
    write_numbers(varianceBar, processes * stride);
    write_numbers(flowValuesBar, dependent * stride);
    write_numbers(lastBar, stride);
    write_numbers(partial, blocks * width);
  }
}
