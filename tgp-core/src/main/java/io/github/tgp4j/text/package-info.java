/** Text for people: names that were meant, for messages. */
package io.github.tgp4j.text;
