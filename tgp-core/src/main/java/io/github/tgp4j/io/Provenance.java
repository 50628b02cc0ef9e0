package io.github.tgp4j.io;

import io.github.tgp4j.model.Model;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Where a model comes from: enough to know what it was trained on and how, and to do it again.
 *
 * @param format version of the file format
 * @param library version of the library that made the model
 * @param created when, as ISO 8601
 * @param settings what was asked for, in order
 * @param fingerprint of the data, empty where unknown
 * @param rows it was trained on, 0 where unknown
 * @param metrics scores by name, in order
 * @param curve how training went
 * @param notes what was decided on the way, for people
 */
public record Provenance(
    int format,
    String library,
    String created,
    Map<String, String> settings,
    String fingerprint,
    long rows,
    Map<String, Double> metrics,
    Curve curve,
    List<String> notes) {
  /** The version of this library, which goes into the files it writes. */
  public static final String LIBRARY = "0.1.0";

  /**
   * How training went: at {@code steps} the bound, and the validation score where there was one
   * (NaN where not). Arrays of one length; not copied, not to be modified.
   */
  public record Curve(double[] steps, double[] bound, double[] validation) {
    public static final Curve NONE = new Curve(new double[0], new double[0], new double[0]);

    public Curve {
      if (bound.length != steps.length || validation.length != steps.length) {
        throw new IllegalArgumentException(
            "training curve: expected "
                + steps.length
                + " values, one per step, but got "
                + bound.length
                + " bounds and "
                + validation.length
                + " scores");
      }
    }
  }

  public Provenance {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    notes = List.copyOf(notes);
  }

  /** Of a model made now by this library. */
  public static Provenance now(Map<String, String> settings, String fingerprint, long rows) {
    String created = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
    return new Provenance(
        Container.VERSION,
        LIBRARY,
        created,
        settings,
        fingerprint,
        rows,
        Map.of(),
        Curve.NONE,
        List.of());
  }

  /**
   * Of a model about which nothing else is known: the parts it is made of and the Java it was made
   * with; 0 rows, which stands for unknown.
   */
  public static Provenance of(Model model) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("model", model.toString());
    settings.put("inputs", Integer.toString(model.inputs()));
    settings.put("targets", Integer.toString(model.targets()));
    settings.put("java", System.getProperty("java.version", ""));
    return now(settings, "", 0);
  }

  public Provenance withSettings(Map<String, String> value) {
    return new Provenance(
        format, library, created, value, fingerprint, rows, metrics, curve, notes);
  }

  public Provenance withMetrics(Map<String, Double> value) {
    return new Provenance(
        format, library, created, settings, fingerprint, rows, value, curve, notes);
  }

  public Provenance withCurve(Curve value) {
    return new Provenance(
        format, library, created, settings, fingerprint, rows, metrics, value, notes);
  }

  public Provenance withNotes(List<String> value) {
    return new Provenance(
        format, library, created, settings, fingerprint, rows, metrics, curve, value);
  }
}
