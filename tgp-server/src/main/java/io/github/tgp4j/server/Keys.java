package io.github.tgp4j.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Who may do what. A request bears a key ({@code Authorization: Bearer KEY}); its SHA-256 is
 * compared with that of every known key in constant time, so that neither the time of an answer nor
 * the file, which may have hashes alone, tells a key.
 */
public final class Keys {
  private static final String BEARER = "bearer ";
  private static final String HASH = "sha256:";
  private static final int SHORTEST = 16;

  /** Everyone may do everything. */
  public static final Keys NONE = new Keys(List.of());

  private record Key(Role role, byte[] hash) {}

  private final List<Key> keys;

  private Keys(List<Key> keys) {
    this.keys = List.copyOf(keys);
  }

  /**
   * Reads a file with a role, blanks, and a key or {@code sha256:} and its hash in each line; lines
   * that begin with # are left out.
   */
  public static Keys read(Path file) {
    try {
      return of(Files.readAllLines(file), file.toString());
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file + ": expected a file of keys but it cannot be read: " + e.getMessage(), e);
    }
  }

  static Keys of(List<String> lines, String name) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).trim();
      if (!line.isEmpty() && !line.startsWith("#")) {
        keys.add(key(line, name + ", line " + (i + 1)));
      }
    }
    if (keys.isEmpty()) {
      throw new IllegalArgumentException(
          name + ": expected a role and a key in each line but there is none");
    }
    return new Keys(keys);
  }

  private static Key key(String line, String place) {
    String[] words = line.split("\\s+");
    if (words.length != 2) {
      throw new IllegalArgumentException(
          place + ": expected a role, a blank and a key but got " + words.length + " words");
    }
    Role role;
    try {
      role = Role.of(words[0].toLowerCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
    }
    if (!words[1].startsWith(HASH)) {
      if (words[1].length() < SHORTEST) {
        throw new IllegalArgumentException(
            place
                + ": expected a key of at least "
                + SHORTEST
                + " characters but got "
                + words[1].length()
                + "; make one with: openssl rand -hex 32");
      }
      return new Key(role, hash(words[1]));
    }
    try {
      byte[] hash = HexFormat.of().parseHex(words[1].substring(HASH.length()));
      if (hash.length == 32) {
        return new Key(role, hash);
      }
    } catch (IllegalArgumentException e) { // the message below says it
    }
    throw new IllegalArgumentException(place + ": expected 64 hexadecimal digits after sha256:");
  }

  /** Whether requests need no key. */
  public boolean isOpen() {
    return keys.isEmpty();
  }

  /**
   * The role of a request.
   *
   * @param authorization its header of that name, or null
   * @return ANYONE where the key is missing or unknown
   */
  Role roleOf(String authorization) {
    if (keys.isEmpty()) {
      return Role.ADMIN;
    }
    if (authorization == null
        || !authorization.regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return Role.ANYONE;
    }
    byte[] hash = hash(authorization.substring(BEARER.length()).trim());
    Role found = Role.ANYONE;
    for (Key key : keys) { // all of them, whichever it is
      if (MessageDigest.isEqual(hash, key.hash()) && key.role().allows(found)) {
        found = key.role();
      }
    }
    return found;
  }

  private static byte[] hash(String key) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }
}
