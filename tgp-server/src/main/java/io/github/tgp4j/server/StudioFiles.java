package io.github.tgp4j.server;

import io.github.tgp4j.cli.report.ReportPage;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The studio: files of this jar below {@code studio/}, Chart.js, and what the report's page has of
 * charts. They may load nothing from elsewhere and run no script that is written into a page.
 */
final class StudioFiles {
  static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none';"
          + " frame-ancestors 'none'";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]*(\\.[a-z0-9-]+)+");

  /** What the report's page has too: the library of charts, what draws with it, and colours. */
  private static final Map<String, Supplier<String>> SHARED =
      Map.of(
          "chart.js", ReportPage::library,
          "charts.js", ReportPage::drawing,
          "report.css", ReportPage::styles);

  private static final Map<String, String> TYPES = new LinkedHashMap<>();

  static {
    TYPES.put(".html", "text/html; charset=utf-8");
    TYPES.put(".js", "text/javascript; charset=utf-8");
    TYPES.put(".css", "text/css; charset=utf-8");
    TYPES.put(".svg", "image/svg+xml");
  }

  private StudioFiles() {}

  static void index(Context ctx) {
    send(ctx, "index.html");
  }

  /** A file by the last part of its address. */
  static void file(Context ctx) {
    send(ctx, ctx.pathParam("file"));
  }

  private static void send(Context ctx, String name) {
    if (!NAME.matcher(name).matches()) {
      throw missing(name);
    }
    String type =
        TYPES.entrySet().stream()
            .filter(entry -> name.endsWith(entry.getKey()))
            .map(Map.Entry::getValue)
            .findFirst()
            .orElseThrow(() -> missing(name));
    ctx.header("Content-Security-Policy", POLICY).header("Cache-Control", "no-cache");
    ctx.contentType(type).result(contents(name));
  }

  private static byte[] contents(String name) {
    if (SHARED.containsKey(name)) {
      return SHARED.get(name).get().getBytes(StandardCharsets.UTF_8);
    }
    try (InputStream in = StudioFiles.class.getResourceAsStream("studio/" + name)) {
      if (in == null) {
        throw missing(name);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException("a file of the jar cannot be read", e);
    }
  }

  private static ApiException missing(String name) {
    return ApiException.notFound(
        "studio: there is no file " + (name.length() > 60 ? "of that name" : name));
  }
}
