// The inverse of the strictly increasing FLOW on (LOWER, UPPER), which has none in closed form: Newton's method held
// inside a bracket that is divided where a step leaves it or gains too little, and halved in the order of the
// floating-point numbers after 60 steps. NaN only for NaN; an end of the domain where FLOW does not reach the target.
DEVICE double FLOW_inverse(const double* t, double target) {
  double tape[TAPE + 1];
  double unused[PARAMETERS + 1] = {0.0};
  double lowest = next_up(LOWER);
  double highest = -next_up(-(UPPER));
  double lower = LOWER;
  double upper = UPPER;
  double last = INFINITE;
  double x = at_most(at_least(target, lowest), highest);
  for (int step = 0; step < 128; step++) {
    double value = FLOW_value(t, x, tape);
    double slope = FLOW_back(t, x, value, tape, 1.0, unused);
    double miss = value - target;
    if (!(fabs(miss) > 0.0)) {
      return miss == 0.0 ? x : miss;
    }
    if (miss > 0.0) {
      upper = x;
    } else {
      lower = x;
    }
    if ((miss > 0.0 && x == lowest) || (miss < 0.0 && x == highest)) {
      return miss > 0.0 ? LOWER : UPPER;
    }
    if (next_up(lower) == upper) {
      return x;
    }
    double newton = x - miss / slope;
    int near = newton > lower && newton < upper;
    if (near && fabs(x) < SQUARABLE && fabs(newton - x) <= 4.440892098500626e-16 * fabs(newton)) {
      return newton;
    }
    int quick = fabs(miss) <= 0.25 * last;
    last = fabs(miss);
    if (step < 60 && near && quick) {
      x = newton;
      continue;
    }
    double reach = near ? 1.0 + fabs(x) : INFINITE;
    double divided = INFINITE;
    if (step < 60) {
      if (miss > 0.0 && lower == LOWER) {
        x = at_least(x - reach, lowest);
        continue;
      }
      if (miss < 0.0 && upper == UPPER) {
        x = at_most(x + reach, highest);
        continue;
      }
      double low = at_least(lower, lowest);
      double high = at_most(upper, highest);
      double middle = 0.5 * (copysign(log1p(fabs(low)), low) + copysign(log1p(fabs(high)), high));
      divided = copysign(expm1(fabs(middle)), middle);
    }
    if (divided > lower && divided < upper) {
      x = divided;
    } else if (upper == UPPER && x < highest) {
      x = highest;
    } else if (lower == LOWER && x > lowest) {
      x = lowest;
    } else {
      long long low = order_of(lower);
      long long high = order_of(upper);
      x = number_of((low & high) + ((low ^ high) >> 1));
    }
  }
  return x;
}
