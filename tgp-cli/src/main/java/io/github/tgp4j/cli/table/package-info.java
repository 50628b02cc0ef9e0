/** Tables from and to files: CSV, Parquet, JSON and SQL queries, through DuckDB. */
package io.github.tgp4j.cli.table;
