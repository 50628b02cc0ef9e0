package io.github.tgp4j.spark;

import io.github.tgp4j.train.TrainingListener;
import java.util.Locale;
import org.apache.spark.SparkContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says how far a fit is: to Spark's listeners after every step, in the log now and then. */
final class ProgressReports implements TrainingListener {
  private static final Logger LOG = LoggerFactory.getLogger(GPEstimator.class);
  private static final long LOG_NANOS = 10_000_000_000L;

  private final SparkContext context;
  private final String uid;
  private long logged = System.nanoTime();

  ProgressReports(SparkContext context, String uid) {
    this.context = context;
    this.uid = uid;
  }

  @Override
  public boolean onStep(Progress progress) {
    context.listenerBus().post(new FitProgress(uid, progress));
    if (System.nanoTime() - logged > LOG_NANOS) {
      logged = System.nanoTime();
      LOG.info(words(uid, progress));
    }
    return true;
  }

  static String words(String uid, Progress progress) {
    String start = progress.phase() == Phase.PLAIN_START ? " of the plain GP to start from" : "";
    String held =
        Double.isNaN(progress.validation())
            ? ""
            : String.format(
                Locale.ROOT, ", held-out log score %.4f per row", progress.validation());
    return String.format(
        Locale.ROOT,
        "%s: step %,d%s, %.0f%% done, bound %.6g%s",
        uid,
        progress.step(),
        start,
        100 * progress.share(),
        progress.bound(),
        held);
  }
}
