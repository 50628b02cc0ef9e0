package io.github.tgp4j.elementary.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.github.tgp4j.flow.Flow;
import io.github.tgp4j.flow.Flows;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Inside flows, whose own code competes for what the compiler inlines, vectors must stay in
 * registers: one that does not costs 64 bytes and more for every few elements. What the compiler
 * inlines depends on what it compiles first, so this may miss now and then what {@link
 * VectorLoopsTest} always sees; it is here for what that cannot know.
 */
class VectorAllocationTest {
  private static final int N = 2048;
  private static final int WARM_UP = 5_000;
  private static final int ROUND = 500;
  private static final int ROUNDS = 40;
  private static final long BYTES_PER_CALL = 2_000;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  static Stream<Flow> flows() {
    return Stream.of(Flows.sinhArcsinh(), Flows.sal(2), Flows.arcsinhSum(4));
  }

  @ParameterizedTest
  @MethodSource("flows")
  void vectorsStayInRegisters(Flow flow) {
    assumeTrue(
        ElementaryProviders.choose() instanceof VectorElementary, "the vector provider is active");
    Calls calls = new Calls(flow);
    calls.run(WARM_UP);
    long least = Long.MAX_VALUE;
    // The compiler works in the background: a busy machine may need more than the warm-up.
    for (int round = 0; round < ROUNDS && least >= BYTES_PER_CALL; round++) {
      long before = allocated();
      calls.run(ROUND);
      least = Math.min(least, (allocated() - before) / ROUND);
    }
    assertThat(least).as("bytes per call of %s", flow).isLessThan(BYTES_PER_CALL);
  }

  private long allocated() {
    return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
  }

  /** Forward and pullback of one flow on arrays made beforehand. */
  private static final class Calls {
    private final Flow flow;
    private final double[] theta;
    private final double[] thetaBar;
    private final double[] f = new double[N];
    private final double[] g = new double[N];
    private final double[] bar = new double[N];
    private final double[] tape;

    Calls(Flow flow) {
      this.flow = flow;
      theta = flow.parameters().stream().flatMapToDouble(p -> Arrays.stream(p.initial())).toArray();
      thetaBar = new double[theta.length];
      tape = new double[flow.tapeWidth() * N];
      Arrays.setAll(f, i -> Math.sin(i));
    }

    void run(int times) {
      for (int i = 0; i < times; i++) {
        flow.forward(theta, 0, f, 0, g, 0, N, tape, 0);
        Arrays.fill(bar, 1.0);
        flow.pullback(theta, 0, f, 0, g, 0, bar, 0, N, tape, 0, thetaBar);
      }
    }
  }
}
