package org.example.houses;

import io.github.tgp4j.spec.Parts;

/** The names of this application's own parts; module-info.java offers them to the library. */
public final class HouseParts implements Parts {
  @Override
  public void register(Register register) {
    register.flow("cubic", arguments -> new CubicFlow(arguments.number("start", 0.1)));
    register.covariance("cauchy", (inputs, arguments) -> new CauchyCovariance(inputs));
  }
}
