package io.github.tgp4j.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** What tells a file that was written anew from what it was. */
record FileStamp(long modified, long size, Object key) {
  static FileStamp of(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    return new FileStamp(now.lastModifiedTime().toMillis(), now.size(), now.fileKey());
  }
}
