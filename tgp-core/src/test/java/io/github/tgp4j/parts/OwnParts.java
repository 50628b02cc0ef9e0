package io.github.tgp4j.parts;

import io.github.tgp4j.spec.Parts;

/** What a user's jar offers; listed in META-INF/services. */
public final class OwnParts implements Parts {
  @Override
  public void register(Register register) {
    register.flow("cubic", arguments -> new CubicFlow(arguments.number("start", 0.1)));
    register.covariance("cauchy", (inputs, arguments) -> new CauchyCovariance(inputs));
    register.likelihood("logistic", arguments -> new LogisticLikelihood());
    register.mean("sine", (inputs, arguments) -> new SineMean(arguments.wholeNumber("column")));
  }
}
