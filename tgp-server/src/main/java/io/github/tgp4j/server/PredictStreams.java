package io.github.tgp4j.server;

import com.google.gson.stream.JsonReader;
import io.github.tgp4j.cli.PredictionColumns;
import io.github.tgp4j.cli.table.OutputColumn;
import io.github.tgp4j.cli.table.TableException;
import io.github.tgp4j.cli.table.TableWriter;
import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.Column;
import io.github.tgp4j.data.ColumnType;
import io.github.tgp4j.data.NewValues;
import io.github.tgp4j.data.TableReader;
import io.github.tgp4j.text.Names;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Predictions of tables whose rows are not counted: CSV, NDJSON, and uploaded tables. */
final class PredictStreams {
  private static final int BATCH = 256; // lines of NDJSON that are predicted together

  private final Home home;
  private final TableStore tables;
  private final Limits limits;
  private final Metrics metrics;

  PredictStreams(Home home, TableStore tables, Limits limits, Metrics metrics) {
    this.home = home;
    this.tables = tables;
    this.limits = limits;
    this.metrics = metrics;
  }

  /** What a request asks about each row, in its address: {@code ?quantiles=0.1,0.9&samples=5}. */
  static Questions questions(Context ctx) {
    String levels = ctx.queryParam("quantiles");
    double[] quantiles = Questions.DEFAULT.quantiles();
    if (levels != null) {
      try {
        quantiles = Arrays.stream(levels.split(",")).mapToDouble(Double::parseDouble).toArray();
      } catch (NumberFormatException e) {
        throw ApiException.badRequest("quantiles: expected levels such as 0.1,0.9");
      }
    }
    return new Questions(
        quantiles, whole(ctx, "samples", 0), whole(ctx, "seed", 1), whole(ctx, "density", 0));
  }

  private static int whole(Context ctx, String name, int standard) {
    String given = ctx.queryParam(name);
    if (given == null) {
      return standard;
    }
    if (!given.matches("[0-9]{1,9}")) {
      throw ApiException.badRequest(name + ": expected a whole number from 0 on");
    }
    return Integer.parseInt(given);
  }

  /** CSV in, CSV out. */
  void csv(Context ctx, ServedModel model, ModelVersion version) throws IOException {
    try (InputStream in = Body.stream(ctx, limits, limits.uploadBytes());
        TableReader reader = new CsvReader(in)) {
      answer(ctx, model, version, reader, model.name() + "-predictions.csv");
    }
  }

  /** An uploaded table in, CSV out. */
  void table(Context ctx, ServedModel model, ModelVersion version, String id) throws IOException {
    StoredTable table = tables.get(id);
    try (TableReader reader = TableStore.open(table, TableRoutes.options(ctx))) {
      String stem = table.name().replaceFirst("\\..*", "");
      answer(ctx, model, version, reader, stem + "-predictions.csv");
    }
  }

  private void answer(
      Context ctx, ServedModel model, ModelVersion version, TableReader reader, String name)
      throws IOException {
    Questions asked = questions(ctx);
    if (asked.density() > 0) {
      throw ApiException.badRequest("density: is for JSON; leave it out of requests for CSV");
    }
    version.saved().encoder().requireInputs(reader.columns());
    List<Integer> kept = kept(ctx, reader);
    PredictionColumns columns =
        PredictionColumns.of(version.saved(), asked.quantiles(), asked.samples(), asked.seed());
    List<OutputColumn> all = new ArrayList<>();
    kept.forEach(c -> all.add(OutputColumn.text(reader.columns().get(c).name())));
    all.addAll(columns.columns());
    NewValues unusual = NewValues.of(version.saved().encoder());
    SpooledAnswer out = new SpooledAnswer(home.answers(), home.requireRoom());
    try (TableWriter writer = TableWriter.to(out, all)) {
      for (Chunk chunk = reader.next(); chunk != null; chunk = reader.next()) {
        Chunk rows = chunk;
        long begin = System.nanoTime();
        List<Object> values = new ArrayList<>();
        kept.forEach(c -> values.add(texts(rows, c)));
        values.addAll(model.inTurn(() -> columns.predict(rows)));
        writer.write(rows.rows(), values);
        unusual.add(rows);
        metrics.predicted(model.name(), rows.rows(), System.nanoTime() - begin);
      }
      writer.finish();
    } catch (RuntimeException e) {
      out.discard();
      throw e instanceof TableException && e.getCause() instanceof IOException disk
          ? Home.noRoom(disk)
          : e;
    }
    if (!unusual.notes().isEmpty()) {
      metrics.unusual(model.name());
    }
    ctx.header("Tgp-Warnings", ascii(unusual.notes()));
    ctx.header("Content-Disposition", "attachment; filename=\"" + fileName(name) + "\"");
    ctx.contentType("text/csv; charset=utf-8");
    ctx.res().setContentLengthLong(out.size());
    try (InputStream contents = out.contents()) {
      contents.transferTo(ctx.res().getOutputStream());
    }
  }

  private static String fileName(String name) {
    return name.replaceAll("[^A-Za-z0-9._-]", "_");
  }

  /** Sentences as JSON that a header can have. */
  private static String ascii(List<String> sentences) {
    StringBuilder out = new StringBuilder();
    for (char c : JsonText.of(sentences).toCharArray()) {
      out.append(c < 128 ? String.valueOf(c) : String.format(Locale.ROOT, "\\u%04x", (int) c));
    }
    return out.length() > 4000 ? "[\"many; send fewer columns or rows\"]" : out.toString();
  }

  private static List<Integer> kept(Context ctx, TableReader reader) {
    String given = ctx.queryParam("keep");
    List<String> names = reader.columns().stream().map(Column::name).toList();
    List<Integer> out = new ArrayList<>();
    if (given == null) {
      return out;
    }
    for (String name : given.equals("*") ? names : List.of(given.split(","))) {
      if (!names.contains(name)) {
        throw ApiException.badRequest("keep: " + Names.unknown("column", name, names));
      }
      out.add(names.indexOf(name));
    }
    return out;
  }

  private static String[] texts(Chunk chunk, int c) {
    if (chunk.columns().get(c).type() == ColumnType.CATEGORY) {
      return chunk.texts(c);
    }
    String[] out = new String[chunk.rows()];
    for (int i = 0; i < out.length; i++) {
      double value = chunk.numbers(c)[i];
      boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
      if (!Double.isNaN(value)) {
        out[i] =
            chunk.columns().get(c).type() == ColumnType.TIME
                ? ModelFacts.text(value)
                : whole ? Long.toString((long) value) : Double.toString(value);
      }
    }
    return out;
  }

  /**
   * NDJSON in, NDJSON out, line for line while lines come; what is wrong with a line is said in its
   * place.
   */
  void lines(Context ctx, ServedModel model, ModelVersion version) throws IOException {
    Answers answers = new Answers(version.saved(), questions(ctx));
    ctx.contentType("application/x-ndjson; charset=utf-8");
    try (InputStream in = Body.stream(ctx, limits, limits.uploadBytes())) {
      Lines lines = new Lines(in);
      OutputStream out = ctx.res().getOutputStream();
      JsonBuffer json = new JsonBuffer(1 << 12);
      List<String> some = new ArrayList<>();
      long row = 0;
      for (String line = lines.next(); line != null; line = lines.next()) {
        if (!line.isBlank()) {
          some.add(line);
        }
        if (some.size() == BATCH || !lines.hasMore() && !some.isEmpty()) {
          write(some, row, model, version, answers, json);
          row += some.size();
          some.clear();
          json.writeTo(out);
          out.flush();
        }
      }
      write(some, row, model, version, answers, json);
      json.writeTo(out);
    }
  }

  private void write(
      List<String> some,
      long row,
      ServedModel model,
      ModelVersion version,
      Answers answers,
      JsonBuffer to) {
    if (some.isEmpty()) {
      return;
    }
    long begin = System.nanoTime();
    try {
      GatheredRows rows = new GatheredRows(version.inputs());
      for (String line : some) {
        JsonTree.parse(line, reader -> add(rows, reader));
      }
      Chunk chunk = rows.chunk(row);
      Answers.Rows told = model.inTurn(() -> answers.of(version.saved().predictAll(chunk), row));
      metrics.unusual(model.name(), version.saved(), chunk);
      for (int i = 0; i < chunk.rows(); i++) {
        told.write(i, to);
        to.raw('\n');
      }
      metrics.predicted(model.name(), some.size(), System.nanoTime() - begin);
    } catch (ApiException | IllegalArgumentException e) {
      if (some.size() > 1) { // one by one, so that only the line that is wrong has no answer
        for (int i = 0; i < some.size(); i++) {
          write(List.of(some.get(i)), row + i, model, version, answers, to);
        }
        return;
      }
      to.raw("{\"error\":").text(String.valueOf(e.getMessage())).raw(",\"row\":");
      to.number(row + 1).raw("}\n");
    }
  }

  private static Void add(GatheredRows rows, JsonReader reader) throws IOException {
    rows.add(reader);
    return null;
  }
}
