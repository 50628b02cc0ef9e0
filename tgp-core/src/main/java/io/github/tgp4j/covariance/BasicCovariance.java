package io.github.tgp4j.covariance;

/**
 * A covariance that is not built from others: a name, perhaps an option, and parameters of its own.
 *
 * <p>Each has a scale of its own (a variance). In a product all scales but one are redundant; that
 * does no harm, and keeps every factor a complete covariance.
 *
 * <p>The base of a covariance of your own, too; {@link StationaryCovariance} where it depends on
 * the scaled distance alone.
 */
public abstract class BasicCovariance extends DescribedCovariance {
  private final String name;
  private final StartingValues start;

  /**
   * @param name in the model language
   * @param option what the text has in parentheses before the starting values: "2" in "poly(2)", or
   *     ""
   */
  protected BasicCovariance(String name, String option, int inputs, StartingValues start) {
    super(text(name, option, start.text()), inputs, start.parameters());
    this.name = name;
    this.start = start;
  }

  private static String text(String name, String option, String values) {
    if (option.isEmpty() && values.isEmpty()) {
      return name;
    }
    String separator = option.isEmpty() || values.isEmpty() ? "" : ", ";
    return name + "(" + option + separator + values + ")";
  }

  /**
   * The same covariance with one parameter starting elsewhere.
   *
   * @param parameter its name; a plural name may be given in the singular, as in the model
   *     language: {@code "lengthscale"}
   * @param values one value for all its entries, or one per entry
   */
  public BasicCovariance startingAt(String parameter, double... values) {
    return startingWith(start.with(name, parameter, values));
  }

  /** The same covariance with these starting values. */
  protected abstract BasicCovariance startingWith(StartingValues changed);

  @Override
  final String kind() {
    return name;
  }
}
