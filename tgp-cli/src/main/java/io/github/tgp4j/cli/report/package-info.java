/**
 * One self-contained HTML page about a fitted model: {@code ReportMaker} computes the numbers of a
 * {@code Report}, {@code ReportPage} turns it into text.
 */
package io.github.tgp4j.cli.report;
