package io.github.tgp4j.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tgp4j.covariance.Covariance;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SpecsTest {
  private static final int D = 3;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rbf",
        "matern12",
        "matern32(variance=0.5)",
        "matern52(lengthscale=0.25)",
        "rbf(lengthscales=[0.5, 1, 2.5E-7])",
        "rbf(variance=1.5, lengthscale=3)",
        "rq(alpha=2)",
        "periodic(period=24)",
        "cosine",
        "linear(variance=2)",
        "constant",
        "white(variance=0.01)",
        "poly(3)",
        "poly(2, offset=0.5)",
        "arccos(0)",
        "arccos(2)",
        "matern52 + periodic(period=24)[0]",
        "rbf[0, 1] * linear[2]",
        "2.5 * rbf + white",
        "rbf * (linear + constant)",
        "(rbf[1] + linear)[2, 0]",
        "rbf * matern12[0] * 0.5"
      })
  void covarianceRoundTrip(String text) {
    roundTrip(text, t -> Specs.covariance(t, D));
    Specs.checkCovariance(text);
  }

  @Test
  void perInputIsTheProductOfThatOfEachInputAlone() {
    Covariance each = Specs.covariance("per-input(constant + matern12)", 2);
    assertThat(each)
        .isEqualTo(Specs.covariance("(constant + matern12)[0] * (constant + matern12)[1]", 2));
    assertThat(Specs.covariance(each.toString(), 2)).isEqualTo(each);
    assertThatThrownBy(() -> Specs.covariance("per-input", 2)).hasMessageContaining("(");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "identity",
        "affine",
        "scale",
        "exp",
        "softplus",
        "sinh",
        "arcsinh",
        "arcsinh(unshifted)",
        "tanh",
        "tanh(unshifted)",
        "log-exp",
        "sinh-arcsinh",
        "boxcox",
        "tukey",
        "sal",
        "sal(3)",
        "sal(2) > softplus",
        "exp > log",
        "sinh-arcsinh > affine > tanh",
        "tanh-sum(6)",
        "tanh-sum(2, bounded)",
        "arcsinh-sum(3)",
        "log-exp-sum(2)",
        "boxcox-sum(2)",
        "inverse-boxcox-sum(2)",
        "inverse(boxcox)",
        "inverse(sal(2))",
        "inverse(tanh-sum(2))",
        "inverse(exp > affine)",
        "sum(identity, tanh)",
        "weighted-sum(sal(1), arcsinh > affine) > exp"
      })
  void flowRoundTrip(String text) {
    roundTrip(text, Specs::flow);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gaussian",
        "gaussian(beta=0.1)",
        "gaussian(gamma=2)",
        "laplace",
        "student-t",
        "student-t(4)",
        "student-t(2.5, learnt)",
        "bernoulli",
        "bernoulli(logit)",
        "categorical(5)",
        "poisson",
        "poisson(softplus)",
        "negative-binomial(identity)",
        "gamma",
        "beta(probit)",
        "ordinal(4)",
        "ordinal(3, logit)",
        "volatility",
        "warped(sal(1) > softplus)",
        "warped(sal(2) > exp, censor=0.05)",
        "warped(inverse(sal(1)))"
      })
  void likelihoodRoundTrip(String text) {
    roundTrip(text, Specs::likelihood);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gaussian(beta=0)|expected beta above 0",
        "gaussian(beta=0.1, gamma=0.1)|expected beta or gamma, one number, but got beta, gamma",
        "gaussian(delta=1)|expected beta or gamma, one number, but got delta",
        "gaussian(gamma=[1, 2])|expected beta or gamma, one number",
        "gaussian(3)|expected no further argument"
      })
  void robustErrors(String text, String message) {
    assertThatThrownBy(() -> Specs.likelihood(text))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "t-process",
        "t-process(2.5)",
        "t-process(4, learnt)",
        "conditioned-flow",
        "conditioned-flow(8)"
      })
  void processRoundTrip(String text) {
    roundTrip(text, Specs::process);
  }

  @ParameterizedTest
  @ValueSource(strings = {"kl", "kl(0.5)", "renyi(0.5)", "renyi(2)"})
  void divergenceRoundTrip(String text) {
    roundTrip(text, Specs::divergence);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "renyi|expected a number for order",
        "renyi(1)|order 1 is kl",
        "kl(0)|expected a weight above 0",
        "kk(1)|no divergence is called kk; did you mean kl?",
        "kl(1, 2)|expected no further argument"
      })
  void divergenceErrors(String text, String message) {
    assertThatThrownBy(() -> Specs.divergence(text))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zero",
        "constant",
        "constant(value=1.5)",
        "constant(value=-1E-9)",
        "constant(value=-0.0)",
        "linear",
        "linear(intercept=2)",
        "linear(slope=0.5)",
        "linear(intercept=-1, slopes=[1, 2, 0.125])"
      })
  void meanRoundTrip(String text) {
    roundTrip(text, t -> Specs.mean(t, D));
    Specs.checkMean(text);
  }

  /** Text to object to text to an equal object; blanks do not matter. */
  private static void roundTrip(String text, Function<String, Object> parse) {
    Object first = parse.apply(text);
    Object second = parse.apply(first.toString());
    assertThat(second).isEqualTo(first).hasSameHashCodeAs(first).hasToString(first.toString());
    assertThat(parse.apply("  " + text.replace(",", " ,  ").replace("(", " ( ") + " "))
        .isEqualTo(first);
    assertThat(first.toString().replaceAll("[^a-z]", ""))
        .as("nothing lost")
        .hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void eachIsASumOverInputs() {
    assertThat(Specs.covariance("rbf[each] + linear", 3).toString())
        .isEqualTo(Specs.covariance("rbf[0] + rbf[1] + rbf[2] + linear", 3).toString());
    assertThat(Specs.covariance("(rbf * linear)[each]", 1))
        .isEqualTo(Specs.covariance("(rbf * linear)[0]", 1));
  }

  @Test
  void sameTextMeansTheSame() {
    assertThat(Specs.flow("sinh-arcsinh > affine")).isEqualTo(Specs.flow("sal(1)"));
    assertThat(Specs.covariance("rbf(lengthscales=[2, 2, 2])", D))
        .isEqualTo(Specs.covariance("rbf", D));
    assertThat(Specs.covariance("rbf", D)).isNotEqualTo(Specs.covariance("rbf", D - 1));
    assertThat(Specs.covariance("rbf", D)).isNotEqualTo(Specs.covariance("rbf(variance=1)", D));
    assertThat(Specs.flow("exp")).isNotEqualTo(Specs.flow("softplus"));
    assertThat(Specs.likelihood("student-t(3)")).isNotEqualTo(Specs.likelihood("student-t(4)"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          rbg                          | 0  | no covariance is called rbg; did you mean rbf?
          matern52 + matern53          | 11 | no covariance is called matern53; did you mean matern52?
          xyzzyxyzzy                   | 0  | There are arccos, cauchy, constant, cosine
          rbf * (linear                | 13 | expected ')' but got the end of the text
          rbf(variance=2               | 14 | expected ')' but got the end of the text
          rbf[0                        | 5  | expected ']' but got the end of the text
          rbf linear                   | 4  | expected the end of the text but got 'linear'
          rbf)                         | 3  | expected the end of the text but got ')'
          rbf +                        | 5  | expected the name of a covariance but got the end of the text
          2                            | 0  | expected a covariance beside the number
          -2 * rbf                     | 0  | above 0 but got -2
          rbf[every]                   | 4  | expected columns or each but got 'every'
          rbf[0.5]                     | 4  | expected a whole number but got 0.5
          rbf[7]                       | 0  | expected different columns from 0 to 2 but got [7]
          poly                         | 4  | expected a number for degree but got none
          poly(x)                      | 5  | degree: expected a number but got 'x'
          poly(2.5)                    | 5  | degree: expected a whole number but got 2.5
          poly(2, 3)                   | 8  | poly: expected no further argument but got '3'
          linear + rbf(lengthscales=[1, 2]) | 9 | lengthscales: expected 3 (one per input) but got 2; pass one value or 3
          rbf(lengthscale=-1)          | 0  | lengthscale
          rbf(length=1)                | 0  | expected a parameter out of variance, lengthscales but got length
          rbf(variance=1, variance=2)  | 16 | variance is given twice
          rbf(variance=)               | 13 | expected a number but got ')'
          """)
  void covarianceErrors(String text, int column, String words) {
    fails(text, column, words, t -> Specs.covariance(t, D));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          sall(2)            | 0  | no flow is called sall; did you mean sal?
          affine > lgo       | 9  | no flow is called lgo; did you mean log?
          affine > log       | 0  | put softplus or exp before log
          sal(2              | 5  | expected ')' but got the end of the text
          sal(0)             | 0  | sal: expected at least 1 block but got 0
          sal(2.5)           | 4  | blocks: expected a whole number but got 2.5
          sal(two)           | 4  | 'two'
          sal(b=2)           | 4  | sal: no argument is called b
          sal(2) softplus    | 7  | expected the end of the text but got 'softplus'
          sal(2) >           | 8  | expected the name of a flow but got the end of the text
          exp(2)             | 4  | exp: expected no further argument but got '2'
          inverse            | 7  | expected '(' but got the end of the text
          inverse(exp, log)  | 0  | inverse: expected one flow but got 2
          sum(exp, nope)     | 9  | no flow is called nope
          tanh-sum(2, loose) | 12 | expected no further argument but got 'loose'
          sal(999999999)     | 4  | blocks: expected at most 10000 but got 999999999
          """)
  void flowErrors(String text, int column, String words) {
    fails(text, column, words, Specs::flow);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          gausian            | 0  | no likelihood is called gausian; did you mean gaussian?
          bernoulli(cauchit) | 10 | link: expected probit or logit but got 'cauchit'
          student-t(-1)      | 0  | degrees
          student-t(4, leant)| 13 | expected no further argument but got 'leant'
          categorical        | 11 | expected a number for classes but got none
          categorical(1)     | 0  | got 1
          poisson(exp        | 11 | expected ')' but got the end of the text
          gaussian noise     | 9  | expected the end of the text but got 'noise'
          """)
  void likelihoodErrors(String text, int column, String words) {
    fails(text, column, words, Specs::likelihood);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      textBlock =
          """
          cosntant               | 0  | no mean function is called cosntant; did you mean constant?
          constant(1)            | 9  | expected no further argument but got '1'
          constant(level=1)      | 0  | expected a parameter out of value but got level
          linear(slopes=[1, 2])  | 0  | slopes: expected 3 (one per input) but got 2; pass one value or 3
          zero(value=1)          | 5  | no argument is called value
          linear +               | 7  | expected the end of the text but got '+'
          """)
  void meanErrors(String text, int column, String words) {
    fails(text, column, words, t -> Specs.mean(t, D));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "   ", "?", "3.5.1"})
  void nothingSensible(String text) {
    int column = text.isBlank() ? text.length() : 0;
    String words = text.startsWith("3") ? "number" : "expected the name of a ";
    fails(text, column, words, t -> Specs.covariance(t, D));
    fails(text, column, "expected the name of a flow", Specs::flow);
    fails(text, column, "expected the name of a likelihood", Specs::likelihood);
    fails(text, column, "expected the name of a mean function", t -> Specs.mean(t, D));
  }

  /** A slip of the finger or a hostile file must end neither in a full stack nor a full memory. */
  @Test
  void absurdSizesAreRefused() {
    assertThatThrownBy(() -> Specs.covariance("(".repeat(10_000) + "rbf", D))
        .isInstanceOf(SpecException.class)
        .hasMessageContaining("at most 50 levels of parentheses")
        .hasMessageContaining("column 51");
    assertThatThrownBy(() -> Specs.flow("sum(identity, ".repeat(500) + "exp" + ")".repeat(500)))
        .hasMessageContaining("at most 50 levels");
    assertThatThrownBy(() -> Specs.flow("inverse(".repeat(60) + "sal(1)" + ")".repeat(60)))
        .hasMessageContaining("at most 50 levels");
    for (String flow :
        new String[] {
          "tanh-sum(10000)", "sal(1500) > sal(1500)", "sum(sal(900), sal(900), sal(900))"
        }) {
      assertThatThrownBy(() -> Specs.flow(flow)).hasMessageContaining("at most 2000 parts");
    }
    assertThatThrownBy(() -> Specs.likelihood("warped(tanh-sum(5000))"))
        .hasMessageContaining("at most 2000 parts");
    assertThatThrownBy(() -> Specs.covariance("rbf + ".repeat(3000) + "rbf", D))
        .hasMessageContaining("at most 2000 parts")
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(400));
    assertThat(Specs.flow("tanh-sum(1500)").parameters()).hasSize(4501);
  }

  private static void fails(String text, int column, String words, Function<String, Object> parse) {
    assertThatThrownBy(() -> parse.apply(text))
        .isInstanceOfSatisfying(
            SpecException.class,
            e -> {
              assertThat(e).hasMessageContaining(words);
              assertThat(e.column()).as(e.getMessage()).isEqualTo(column);
              assertThat(e.getMessage().lines().toList())
                  .endsWith("  " + text, "  " + " ".repeat(column) + "^ column " + (column + 1));
            });
  }
}
