package io.github.tgp4j.param;

import io.github.tgp4j.text.Names;
import io.github.tgp4j.text.Numbers;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Every named parameter of a model over one flat vector: the free values an optimiser moves, and
 * the constrained values that components read.
 *
 * <p>After changing {@link #free()} call {@link #refresh()}.
 */
public final class Parameters {
  /**
   * A named run of the vector.
   *
   * @param name unique, "component.parameter"
   * @param from index of its first value
   */
  public record Block(
      String name, int from, int size, Constraint constraint, boolean trainable, Prior prior) {}

  private final List<Block> blocks = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>(); // of blocks, by name
  private double[] free = new double[0];
  private double[] value = new double[0];

  /** Appends a component's parameters under "prefix.name" and returns where they start. */
  public int add(String prefix, Parameterized component) {
    int start = value.length;
    int end = start;
    List<Parameter> parameters = component.parameters();
    for (Parameter parameter : parameters) {
      end += parameter.size();
    }
    grow(end); // once: a component may have thousands of parameters
    int from = start;
    for (Parameter parameter : parameters) {
      append(parameter.prefixed(prefix), from);
      from += parameter.size();
    }
    return start;
  }

  /** Appends one parameter and returns where it starts. */
  public int add(Parameter parameter) {
    int from = value.length;
    grow(from + parameter.size());
    append(parameter, from);
    return from;
  }

  private void grow(int size) {
    free = Arrays.copyOf(free, size);
    value = Arrays.copyOf(value, size);
  }

  private void append(Parameter parameter, int from) {
    if (numbers.putIfAbsent(parameter.name(), blocks.size()) != null) {
      throw new IllegalArgumentException(
          "parameter " + parameter.name() + ": the name is taken; names must be unique");
    }
    int size = parameter.size();
    blocks.add(
        new Block(
            parameter.name(),
            from,
            size,
            parameter.constraint(),
            parameter.trainable(),
            parameter.prior()));
    System.arraycopy(parameter.initial(), 0, value, from, size);
    parameter.constraint().toFree(value, free, from, size);
  }

  public int size() {
    return value.length;
  }

  /** The unconstrained values; an optimiser writes here, then calls {@link #refresh()}. */
  public double[] free() {
    return free;
  }

  /** The constrained values that components read. */
  public double[] value() {
    return value;
  }

  public List<Block> blocks() {
    return List.copyOf(blocks);
  }

  /** The block of that name. */
  public Block block(String name) {
    return blocks.get(number(name));
  }

  private int number(String name) {
    Integer number = numbers.get(name);
    if (number == null) {
      throw new IllegalArgumentException(
          "parameter "
              + name
              + ": no such name; there are "
              + Names.list(blocks.stream().map(Block::name).toList()));
    }
    return number;
  }

  /** "name[i]" of the i-th value of the vector, for reports. */
  public String nameOf(int index) {
    for (Block block : blocks) {
      if (index >= block.from() && index < block.from() + block.size()) {
        return block.size() == 1 ? block.name() : block.name() + "[" + (index - block.from()) + "]";
      }
    }
    throw new IndexOutOfBoundsException("parameter value " + index + " of " + size());
  }

  /** A copy of the constrained values of one block. */
  public double[] get(String name) {
    Block block = block(name);
    return Arrays.copyOfRange(value, block.from(), block.from() + block.size());
  }

  /** Sets the constrained values of one block. */
  public void set(String name, double... values) {
    Block block = block(name);
    if (values.length != block.size()) {
      throw new IllegalArgumentException(
          name + ": expected " + block.size() + " values but got " + values.length);
    }
    String violation = block.constraint().violation(values, 0, values.length);
    if (violation != null) {
      throw new IllegalArgumentException(name + ": " + violation);
    }
    System.arraycopy(values, 0, value, block.from(), block.size());
    block.constraint().toFree(value, free, block.from(), block.size());
    block.constraint().toValue(free, value, block.from(), block.size());
  }

  /**
   * Brings back constrained values that a vector like this one had, exactly: {@link #set} may round
   * them on the way through the free values.
   *
   * @throws IllegalArgumentException when they cannot have been values of that block
   */
  public void restore(String name, double[] values) {
    Block block = block(name);
    if (values.length != block.size()) {
      throw new IllegalArgumentException(
          name + ": expected " + block.size() + " values but got " + values.length);
    }
    System.arraycopy(values, 0, value, block.from(), block.size());
    block.constraint().toFree(value, free, block.from(), block.size());
    for (int i = 0; i < values.length; i++) {
      // A trained value may lie on the edge of its constraint, where the free one is infinite, but
      // softplus and exp never give −0, whose square root is below 0
      double of = free[block.from() + i];
      boolean negativeZero = Double.isInfinite(of) && Double.compare(values[i], -0.0) == 0;
      if (!Double.isFinite(values[i]) || Double.isNaN(of) || negativeZero) {
        throw new IllegalArgumentException(
            name
                + ": entry "
                + i
                + ": expected a value that is "
                + block.constraint()
                + " but got "
                + values[i]);
      }
    }
  }

  /** Sets the constrained values of all blocks within [from, from + values.length). */
  public void setFrom(int from, double[] values) {
    for (Block block : blocks) {
      int at = block.from() - from;
      if (at >= 0 && at + block.size() <= values.length) {
        set(block.name(), Arrays.copyOfRange(values, at, at + block.size()));
      }
    }
  }

  /** Lets the optimiser move the blocks whose name matches, or holds them. */
  public void setTrainable(Predicate<String> name, boolean trainable) {
    blocks.replaceAll(
        b ->
            name.test(b.name())
                ? new Block(b.name(), b.from(), b.size(), b.constraint(), trainable, b.prior())
                : b);
  }

  /**
   * Gives a block a prior.
   *
   * @throws IllegalArgumentException when there is no such name, or when the prior has no density
   *     at the block's current values
   */
  public void setPrior(String name, Prior prior) {
    int number = number(name);
    Block b = blocks.get(number);
    for (int i = b.from(); i < b.from() + b.size(); i++) {
      if (!Double.isFinite(prior.logDensity(value[i]))) {
        throw new IllegalArgumentException(
            "prior "
                + prior
                + " of "
                + name
                + ": expected a density at "
                + Numbers.plain(value[i])
                + ", where the parameter starts, but there is none; use normal(mean, sd)");
      }
    }
    blocks.set(
        number, new Block(b.name(), b.from(), b.size(), b.constraint(), b.trainable(), prior));
  }

  /** Brings {@link #value()} up to date with {@link #free()}. */
  public void refresh() {
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      block.constraint().toValue(free, value, block.from(), block.size());
    }
  }

  /**
   * Brings {@link #free()} up to date with {@link #value()}, for code that has set values directly.
   */
  public void unconstrain() {
    for (Block block : blocks) {
      block.constraint().toFree(value, free, block.from(), block.size());
    }
    refresh();
  }

  /**
   * Adds to freeBar what valueBar implies for the blocks that are trained; the others get nothing.
   */
  public void pullback(double[] valueBar, double[] freeBar) {
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (block.trainable()) {
        block.constraint().pullback(free, value, valueBar, freeBar, block.from(), block.size());
      }
    }
  }

  /** Σ log prior over all blocks that have one; adds its derivative to valueBar. */
  public double logPrior(double[] valueBar) {
    double sum = 0.0;
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      if (block.prior() != null) {
        for (int j = block.from(); j < block.from() + block.size(); j++) {
          sum += block.prior().logDensity(value[j]);
          valueBar[j] += block.prior().logDensityGradient(value[j]);
        }
      }
    }
    return sum;
  }

  /** A deep copy. */
  public Parameters copy() {
    Parameters copy = new Parameters();
    copy.blocks.addAll(blocks);
    copy.numbers.putAll(numbers);
    copy.free = free.clone();
    copy.value = value.clone();
    return copy;
  }
}
