package io.github.tgp4j.cli.report;

import io.github.tgp4j.auto.Gain;
import io.github.tgp4j.auto.HeldOut;
import java.util.Arrays;
import java.util.List;

/**
 * What a person should conclude from predictions, best of rows that the model was not fitted to:
 * how far off they are, what guessing would have done, and whether intervals or probabilities can
 * be trusted. The guess knows the targets of these very rows but not the inputs: their median, or
 * how often each class occurs.
 *
 * @param grade beside the guess
 * @param rows how many
 * @param error mean absolute error of the median, or its median where a few rows are far off; of
 *     classes the share that was wrong
 * @param guessError the same of the guess
 * @param meanError mean absolute error where a few rows are so far off that it says little of the
 *     others, else NaN
 * @param share the error as a share of the mean target; NaN where targets may be negative
 * @param explained R², or of classes the share by which the log score is better than the guess's
 * @param inside share of rows inside their 95% intervals; of classes the share that was right
 * @param expected the share that the forecasts promise for {@code inside}
 * @param trust whether they keep the promise
 * @param guess what the guess says of every row: a number, or the number of a class
 */
public record Verdict(
    Grade grade,
    int rows,
    double error,
    double guessError,
    double meanError,
    double share,
    double explained,
    double inside,
    double expected,
    Trust trust,
    double guess) {
  private static final double LEVEL = 0.95;
  private static final int FEW = 20;
  private static final int SOME = 100; // rows, below which chance hides much
  private static final double GOOD = 0.3; // of the guess's error, or of its log score
  private static final double SLIGHT = 0.05;
  private static final double FAR = 3.0; // 1.2 for Gaussian errors, 1.4 for Laplace's
  private static final double CAP = 20.0; // in median errors of the guess
  private static final double SLIGHT_OF_CLASSES = 0.02;
  private static final double SLACK = 0.025; // of a coverage that nobody would mind

  /** Whether intervals hold what they promise, and probabilities are as often right as they say. */
  public enum Trust {
    RIGHT,
    TOO_WIDE,
    TOO_NARROW,
    SEEN
  }

  /**
   * Of complete predictions.
   *
   * @param seen whether the model was fitted to these rows, which then cannot judge it
   */
  public static Verdict of(HeldOut held, boolean discrete, boolean seen) {
    Verdict verdict = of(held, discrete);
    return seen ? verdict.ofSeenRows() : verdict;
  }

  private Verdict ofSeenRows() {
    return new Verdict(
        Grade.SEEN,
        rows,
        error,
        guessError,
        meanError,
        share,
        explained,
        inside,
        expected,
        Trust.SEEN,
        guess);
  }

  /** Of complete predictions. */
  public static Verdict of(HeldOut held, boolean discrete) {
    return held.classes().length > 0 ? ofClasses(held) : ofNumbers(held, discrete);
  }

  private static Verdict ofNumbers(HeldOut held, boolean discrete) {
    double[] y = held.y();
    int n = y.length;
    double middle = median(y);
    double[] own = new double[n];
    double[] guessed = new double[n];
    int inside = 0;
    for (int i = 0; i < n; i++) {
      own[i] = Math.abs(y[i] - held.median()[i]);
      guessed[i] = Math.abs(y[i] - middle);
      inside += held.lower()[i] <= y[i] && y[i] <= held.upper()[i] ? 1 : 0;
    }
    double error = median(own);
    boolean far = error > 0 && mean(own) > FAR * error;
    double[] size = Arrays.stream(y).map(Math::abs).toArray();
    double typical = far ? error : mean(own);
    double covered = (double) inside / n;
    Trust trust = trust(covered, LEVEL, Math.sqrt(LEVEL * (1 - LEVEL) / n));
    return new Verdict(
        grade(own, guessed),
        n,
        typical,
        far ? median(guessed) : mean(guessed),
        far ? mean(own) : Double.NaN,
        Arrays.stream(y).allMatch(v -> v >= 0) && mean(size) > 0
            ? typical / (far ? median(size) : mean(size))
            : Double.NaN,
        explained(y, held.mean()),
        covered,
        LEVEL,
        discrete && trust == Trust.TOO_WIDE ? Trust.RIGHT : trust, // whole numbers go on steps
        middle);
  }

  /** By errors up to a cap, so that a few rows that nobody can predict do not decide. */
  private static Grade grade(double[] errors, double[] guessed) {
    double middle = median(guessed);
    double cap = middle > 0 ? CAP * middle : Double.POSITIVE_INFINITY;
    double[] own = Arrays.stream(errors).map(e -> -Math.min(e, cap)).toArray();
    double[] other = Arrays.stream(guessed).map(e -> -Math.min(e, cap)).toArray();
    return grade(Gain.of(own, other), 1 - mean(own) / mean(other), SLIGHT, own.length);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return Rows.quantile(sorted, 0.5);
  }

  private static double explained(double[] y, double[] predicted) {
    double centre = mean(y);
    double squares = 0;
    double variation = 0;
    for (int i = 0; i < y.length; i++) {
      squares += (y[i] - predicted[i]) * (y[i] - predicted[i]);
      variation += (y[i] - centre) * (y[i] - centre);
    }
    return variation > 0 && Double.isFinite(squares) ? 1 - squares / variation : Double.NaN;
  }

  private static Verdict ofClasses(HeldOut held) {
    int n = held.y().length;
    double[] frequency = new double[held.classes()[0].length];
    for (double code : held.y()) {
      frequency[(int) code] += 1.0 / n;
    }
    int most = best(frequency);
    double[] guessed = new double[n];
    double[] right = new double[n]; // 1 where the most probable class was
    double[] guessedRight = new double[n];
    double sure = 0;
    double spread = 0;
    for (int i = 0; i < n; i++) {
      guessed[i] = Math.log(frequency[(int) held.y()[i]]);
      int said = best(held.classes()[i]);
      double p = Math.min(1, held.classes()[i][said]);
      right[i] = said == (int) held.y()[i] ? 1 : 0;
      guessedRight[i] = most == (int) held.y()[i] ? 1 : 0;
      sure += p / n;
      spread += p * (1 - p);
    }
    double accuracy = mean(right);
    double better = 1 - mean(held.logDensity()) / mean(guessed);
    Grade grade = grade(Gain.of(held.logDensity(), guessed), better, SLIGHT_OF_CLASSES, n);
    boolean moreOftenRight = n >= FEW && Gain.of(right, guessedRight).isClear();
    return new Verdict(
        grade != Grade.GOOD && moreOftenRight ? Grade.FAIR : grade,
        n,
        1 - accuracy,
        1 - frequency[most],
        Double.NaN,
        Double.NaN,
        better,
        accuracy,
        sure,
        trust(accuracy, sure, Math.sqrt(spread) / n),
        most);
  }

  private static int best(double[] p) {
    int best = 0;
    for (int k = 1; k < p.length; k++) {
      best = p[k] > p[best] ? k : best;
    }
    return best;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  private static Grade grade(Gain gain, double better, double slight, int rows) {
    boolean clear = gain.isClear() && better >= slight;
    if (rows < FEW && !(clear && better >= GOOD)) {
      return Grade.UNKNOWN;
    }
    if (!clear) {
      return rows < SOME && better >= slight ? Grade.UNKNOWN : Grade.GUESS;
    }
    return better >= GOOD ? Grade.GOOD : Grade.FAIR;
  }

  private static Trust trust(double found, double promised, double deviation) {
    double slack = Math.max(SLACK, Gain.CLEAR * deviation);
    if (found < promised - slack) {
      return Trust.TOO_NARROW;
    }
    return found > promised + slack ? Trust.TOO_WIDE : Trust.RIGHT;
  }

  /**
   * The answer in a few sentences, the grade first.
   *
   * @param labels of the classes; null for numbers
   * @param rowsAre what the rows are, after their number: "held-out rows"
   */
  public List<String> sentences(String target, List<String> labels, String rowsAre) {
    VerdictText text = new VerdictText(this, target, labels, rowsAre);
    return List.of(grade.title() + ". " + text.error(), text.explained(), text.trust());
  }
}
