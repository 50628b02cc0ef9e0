package io.github.tgp4j.io;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a file holds: a description and named arrays, in order. */
final class Contents {
  final Map<String, Object> header;
  private final Map<String, StoredArray> arrays = new LinkedHashMap<>();

  Contents(Map<String, Object> header) {
    this.header = header;
  }

  void put(String name, StoredArray array) {
    if (arrays.put(name, array) != null) {
      throw new IllegalStateException("array " + name + ": the name is taken");
    }
  }

  void put(String name, double... values) {
    put(name, StoredArray.vector(values));
  }

  Map<String, StoredArray> arrays() {
    return arrays;
  }

  boolean has(String name) {
    return arrays.containsKey(name);
  }

  /** How many numbers all arrays have together: no part of a model can have more. */
  long size() {
    return arrays.values().stream().mapToLong(a -> a.values().length).sum();
  }

  /** The values of the named array, not a copy. */
  double[] get(String name) {
    StoredArray array = arrays.get(name);
    if (array == null) {
      throw new ModelFileException(
          "array "
              + name
              + ": expected one of that name but the file has none; it was written by"
              + " other software, or wrongly");
    }
    return array.values();
  }

  /** The values of the named array, which must be so many. */
  double[] get(String name, long size) {
    double[] values = get(name);
    if (values.length != size) {
      throw new ModelFileException(
          "array "
              + name
              + ": expected "
              + size
              + " numbers but got "
              + values.length
              + "; the file was written by other software, or wrongly");
    }
    return values;
  }

  /** The values of the named array, all of which must be finite. */
  double[] finite(String name, long size) {
    double[] values = get(name, size);
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw new ModelFileException(
            "array "
                + name
                + ": entry "
                + i
                + ": expected a finite number but got "
                + values[i]
                + "; the file was written by other software, or wrongly");
      }
    }
    return values;
  }

  /** Takes in the arrays of a part, their names behind a prefix. */
  void putAll(String prefix, Contents part) {
    part.arrays.forEach((name, array) -> put(prefix + name, array));
  }

  /** The arrays whose names have a prefix, without it, under another header. */
  Contents part(String prefix, Map<String, Object> ofPart) {
    Contents part = new Contents(ofPart);
    arrays.forEach(
        (name, array) -> {
          if (name.startsWith(prefix)) {
            part.put(name.substring(prefix.length()), array);
          }
        });
    return part;
  }
}
