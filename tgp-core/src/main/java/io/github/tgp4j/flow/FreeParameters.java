package io.github.tgp4j.flow;

import io.github.tgp4j.param.Constraints;
import io.github.tgp4j.param.Parameter;
import java.util.List;

/** All values of some parameters, seen through their constraints; fixed ones do not move. */
final class FreeParameters {
  private final List<Parameter> parameters;
  private final boolean[] trainable; // per value
  private final boolean[] constrained;

  FreeParameters(List<Parameter> parameters) {
    this.parameters = parameters;
    this.trainable = new boolean[parameters.stream().mapToInt(Parameter::size).sum()];
    this.constrained = new boolean[trainable.length];
    int at = 0;
    for (Parameter parameter : parameters) {
      for (int i = 0; i < parameter.size(); i++) {
        trainable[at + i] = parameter.trainable();
        constrained[at + i] = parameter.constraint() != Constraints.REAL;
      }
      at += parameter.size();
    }
  }

  boolean isTrainable(int index) {
    return trainable[index];
  }

  /** Whether the value is a scale or a shape rather than a location. */
  boolean isConstrained(int index) {
    return constrained[index];
  }

  double[] start() {
    double[] theta = new double[trainable.length];
    int at = 0;
    for (Parameter parameter : parameters) {
      System.arraycopy(parameter.initial(), 0, theta, at, parameter.size());
      at += parameter.size();
    }
    return theta;
  }

  double[] toFree(double[] theta) {
    double[] free = new double[theta.length];
    int at = 0;
    for (Parameter parameter : parameters) {
      parameter.constraint().toFree(theta, free, at, parameter.size());
      at += parameter.size();
    }
    return free;
  }

  double[] toValue(double[] free) {
    double[] theta = new double[free.length];
    int at = 0;
    for (Parameter parameter : parameters) {
      parameter.constraint().toValue(free, theta, at, parameter.size());
      at += parameter.size();
    }
    return theta;
  }

  /** Adds to freeBar what thetaBar implies, nothing for fixed values. */
  void pullback(double[] free, double[] theta, double[] thetaBar, double[] freeBar) {
    int at = 0;
    for (Parameter parameter : parameters) {
      if (parameter.trainable()) {
        parameter.constraint().pullback(free, theta, thetaBar, freeBar, at, parameter.size());
      }
      at += parameter.size();
    }
  }
}
