package io.github.tgp4j.cli;

import io.github.tgp4j.data.Chunk;
import io.github.tgp4j.data.NewValues;
import io.github.tgp4j.io.SavedModel;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What a person should know about a model on a table before trusting what comes of it. */
final class ModelWarnings {
  private final SavedModel saved;
  private final TableOptions table;
  private final NewValues values;

  ModelWarnings(SavedModel saved, TableOptions table) {
    this.saved = saved;
    this.table = table;
    this.values = NewValues.of(saved.encoder());
  }

  /** Whether this is the very file, or query, that the model was fitted to. */
  boolean isTrainingTable() {
    String trained = saved.provenance().fingerprint();
    return !trained.isEmpty() && trained.equals(table.fingerprint());
  }

  /** Takes rows that the model has encoded. */
  void add(Chunk chunk) {
    values.add(chunk);
  }

  /** About values unlike those of the training rows. */
  List<String> newValues() {
    return values.notes();
  }

  /** All warnings, once all rows were added. */
  List<String> all() {
    List<String> out = new ArrayList<>();
    if (isTrainingTable()) {
      out.add(
          "the model was fitted to these very rows of "
              + table.name()
              + ": errors on new rows will be larger; take rows that it has not seen");
    }
    out.addAll(values.notes());
    return out;
  }

  void print(PrintWriter err) {
    all().forEach(warning -> err.println(Terminal.plain("warning: " + warning)));
  }
}
