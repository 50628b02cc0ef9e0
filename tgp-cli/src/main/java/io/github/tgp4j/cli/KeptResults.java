package io.github.tgp4j.cli;

import com.google.gson.Gson;
import com.google.gson.JsonParseException;
import io.github.tgp4j.auto.ModelKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The results that {@code compare} left in a file, to go on with the same data and settings. */
final class KeptResults {
  private final Path file;
  private final Function<ModelKind, Map<String, String>> settings;

  /**
   * @param settings what decides the results of a model now
   */
  KeptResults(Path file, Function<ModelKind, Map<String, String>> settings) {
    this.file = file;
    this.settings = settings;
  }

  /** All rows but those that failed, which get another try; refuses those of other settings. */
  List<Leaderboard.Row> read() {
    List<Leaderboard.Row> rows = new ArrayList<>();
    for (Leaderboard.Row row : parse()) {
      if (!row.isFailed()) {
        check(row);
        rows.add(row);
      }
    }
    return rows;
  }

  private List<Leaderboard.Row> parse() {
    try {
      Leaderboard.Row[] rows = new Gson().fromJson(Files.readString(file), Leaderboard.Row[].class);
      List<Leaderboard.Row> all = rows == null ? List.of() : Arrays.asList(rows);
      if (all.stream().anyMatch(row -> row == null || row.model() == null)) {
        throw new JsonParseException("a row without a model");
      }
      return all;
    } catch (IOException | JsonParseException e) {
      throw new UserException(
          file + ": is not a list of results of tgp compare (" + e.getMessage() + ")");
    }
  }

  private void check(Leaderboard.Row row) {
    if (row.settings() == null) {
      throw new UserException(
          "--resume: "
              + file
              + " does not say with which settings its results were made, since an earlier tgp wrote"
              + " it; --force in place of --resume starts anew");
    }
    Map<String, String> now = settings.apply(ModelKind.of(row.model()));
    Set<String> names = new LinkedHashSet<>(now.keySet());
    names.addAll(row.settings().keySet());
    for (String name : names) {
      String then = row.settings().get(name);
      if (!now.getOrDefault(name, "").equals(then == null ? "" : then)) {
        throw new UserException(
            "--resume: "
                + name
                + " was "
                + (then == null ? "not set" : then)
                + " when "
                + file
                + " was written and is "
                + now.getOrDefault(name, "not set")
                + " now; expected the same data and settings (--force in place of --resume starts"
                + " anew)");
      }
    }
  }
}
