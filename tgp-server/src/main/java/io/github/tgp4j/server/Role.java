package io.github.tgp4j.server;

import io.github.tgp4j.text.Names;
import io.javalin.security.RouteRole;
import java.util.Arrays;
import java.util.Locale;

/** What a key allows; each allows what those before it do. */
public enum Role implements RouteRole {
  /** Needs no key: whether the server is well, and the studio's files. */
  ANYONE,
  /** To see models and ask them for predictions. */
  PREDICT,
  /** To upload tables and fit models. */
  FIT,
  /** To change which models are served. */
  ADMIN;

  /** Of a word in the file of keys. */
  static Role of(String text) {
    return Arrays.stream(values())
        .filter(role -> role != ANYONE && role.text().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    Names.unknown("role", text, java.util.List.of("predict", "fit", "admin"))));
  }

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  boolean allows(Role needed) {
    return compareTo(needed) >= 0;
  }
}
