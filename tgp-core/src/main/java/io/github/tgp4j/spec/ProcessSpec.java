package io.github.tgp4j.spec;

import io.github.tgp4j.nonmarginal.InducingReadout;
import io.github.tgp4j.nonmarginal.StudentTScale;
import io.github.tgp4j.text.Names;

/**
 * A flow that is not marginal: {@code t-process(4)}, {@code t-process(4, learnt)} or {@code
 * conditioned-flow(8)}.
 *
 * @param scale of a Student-t process, or null
 * @param draws of the inducing values per training step where the flow is read off them, else 0
 */
public record ProcessSpec(StudentTScale scale, int draws) {
  public ProcessSpec {
    if (scale == null) {
      InducingReadout.checkDraws(draws);
    }
  }

  static ProcessSpec parse(String text) {
    SpecReader reader = new SpecReader(text);
    int column = reader.column();
    String name = reader.name("the name of a process");
    Arguments arguments = reader.arguments(name);
    ProcessSpec spec =
        reader.located(
            column,
            () ->
                switch (name) {
                  case "t-process" -> {
                    double degrees = arguments.number("degrees of freedom", 4.0);
                    yield new ProcessSpec(
                        arguments.takeWord("learnt")
                            ? StudentTScale.learnt(degrees)
                            : StudentTScale.of(degrees),
                        0);
                  }
                  case "conditioned-flow" ->
                      new ProcessSpec(null, arguments.wholeNumber("draws", 16));
                  default ->
                      throw reader.error(
                          Names.unknown(
                              "process", name, java.util.List.of("conditioned-flow", "t-process")),
                          column);
                });
    arguments.done();
    reader.expectEnd();
    return spec;
  }

  /** Whether it is a Student-t process. */
  public boolean isStudentT() {
    return scale != null;
  }

  @Override
  public String toString() {
    return scale != null ? scale.toString() : "conditioned-flow(" + draws + ")";
  }
}
