package io.github.tgp4j.server;

import io.github.tgp4j.cli.table.DuckTable;
import io.github.tgp4j.cli.table.ReadOptions;
import io.github.tgp4j.cli.table.TableException;
import io.github.tgp4j.cli.table.Tables;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables that were uploaded. */
final class TableStore {
  private static final String ABOUT = "about.json";

  private final Home home;

  TableStore(Home home) {
    this.home = home;
  }

  /** Keeps a table; it is on the disk when this returns. */
  StoredTable add(String given, InputStream rows) {
    String name = StoredTable.plainName(given);
    String ending = StoredTable.ending(name);
    long room = home.requireRoom();
    Path part = home.begin(home.tables(), home.newId());
    try {
      if (Home.copy(rows, part.resolve("table" + ending), room) == 0) {
        throw ApiException.badRequest("body: expected the table's bytes but got none");
      }
      Map<String, Object> about = new LinkedHashMap<>();
      about.put("name", name);
      about.put("ending", ending);
      about.put("created", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
      Home.write(part.resolve(ABOUT), about);
      return of(home.finish(part));
    } catch (RuntimeException e) {
      Home.delete(part);
      throw e;
    }
  }

  StoredTable get(String id) {
    Path directory = home.tables().resolve(Home.checkId("table", id));
    StoredTable found = of(directory);
    if (found == null) {
      throw ApiException.notFound("table " + id + ": there is none; upload it to /v1/tables");
    }
    return found;
  }

  private static StoredTable of(Path directory) {
    Map<String, Object> about = Home.read(directory.resolve(ABOUT));
    if (about == null) {
      return null;
    }
    return new StoredTable(
        directory.getFileName().toString(),
        String.valueOf(about.get("name")),
        directory.resolve("table" + about.get("ending")),
        String.valueOf(about.get("created")));
  }

  List<StoredTable> all() {
    List<StoredTable> out = new ArrayList<>();
    for (Path directory : Home.entries(home.tables())) {
      StoredTable table = Files.isDirectory(directory) ? of(directory) : null;
      if (table != null) {
        out.add(table);
      }
    }
    return out;
  }

  void delete(String id) {
    Home.delete(get(id).file().getParent());
  }

  /** Opens a table; messages call it by the name that it was uploaded with. */
  static DuckTable open(StoredTable table, ReadOptions options) {
    try {
      return Tables.open(table.file(), options);
    } catch (TableException e) {
      throw new TableException(named(table, e.getMessage()), e);
    }
  }

  /** A message with the table's name in place of its file's. */
  static String named(StoredTable table, String message) {
    return message
        .replace(table.file().toString(), table.name())
        .replace(table.file().toAbsolutePath().toString(), table.name())
        .replace(table.file().getFileName().toString(), table.name());
  }
}
