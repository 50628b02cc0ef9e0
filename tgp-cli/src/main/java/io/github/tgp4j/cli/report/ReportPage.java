package io.github.tgp4j.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@link Report} as one HTML page that loads nothing: charts, their library, styles and data are
 * inside. The page's policy allows only these very scripts and styles, by their hashes, so that a
 * name out of somebody's table could not run anything even if it got past the escaping.
 */
public final class ReportPage {
  private static final String LIBRARY =
      "/META-INF/resources/webjars/chart.js/4.4.9/dist/chart.umd.js";
  private static final Pattern PLACE = Pattern.compile("\\{\\{([a-z]+)}}");
  private static final Pattern SOURCE_MAP = Pattern.compile("(?m)^//# sourceMappingURL=.*$");

  private ReportPage() {}

  /** The page's text, to be written as UTF-8. */
  public static String render(Report report) {
    return render(report.title(), report.subtitle(), List.of(report));
  }

  /** One page about several targets, a part each. */
  public static String render(String title, String subtitle, List<Report> reports) {
    PageBody body = new PageBody(reports);
    String css = styles();
    String library = library();
    String drawing = drawing();
    String script = resource("report.js");
    Map<String, String> values = new LinkedHashMap<>();
    values.put("policy", policy(css, List.of(library, drawing, script)));
    values.put("title", Section.escape(title));
    values.put("subtitle", Section.escape(subtitle));
    values.put("css", css);
    values.put("contents", body.contents());
    values.put("sections", body.sections());
    values.put("data", ChartJson.of(body.charts()));
    values.put("panels", ChartJson.ofPanels(body.panels()));
    values.put("library", library);
    values.put("drawing", drawing);
    values.put("script", script);
    return fill(resource("report.html"), values);
  }

  /** The library that draws charts, without a reference to the file that it was made of. */
  public static String library() {
    return SOURCE_MAP.matcher(resource(LIBRARY)).replaceAll("");
  }

  /** The script that draws described charts with the library: {@code tgpCharts}. */
  public static String drawing() {
    return resource("charts.js");
  }

  /** Colours and the looks of cards, tables and controls. */
  public static String styles() {
    return resource("report.css");
  }

  /** One pass over the template, so that values are never searched for places. */
  private static String fill(String template, Map<String, String> values) {
    StringBuilder out = new StringBuilder();
    Matcher places = PLACE.matcher(template);
    while (places.find()) {
      String value = values.get(places.group(1));
      if (value == null) {
        throw new IllegalStateException("report.html: no value for " + places.group());
      }
      places.appendReplacement(out, Matcher.quoteReplacement(value));
    }
    return places.appendTail(out).toString();
  }

  private static String policy(String css, List<String> scripts) {
    StringBuilder out = new StringBuilder("default-src 'none'; script-src");
    for (String script : scripts) {
      out.append(" '").append(hash(script)).append('\'');
    }
    return out.append("; style-src '")
        .append(hash(css))
        .append("'; img-src data:; base-uri 'none'; form-action 'none'")
        .toString();
  }

  private static String hash(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] bytes = digest.digest(text.getBytes(StandardCharsets.UTF_8));
      return "sha256-" + Base64.getEncoder().encodeToString(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: every Java has it", e);
    }
  }

  /** Text of the class path, with the line ends that browsers hash. */
  private static String resource(String name) {
    try (InputStream in = ReportPage.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            name + ": expected on the class path but it is not there; check the installation");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replace("\r\n", "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(name, e);
    }
  }
}
