#!/usr/bin/env bash
# Packs all that a machine with an NVIDIA GPU needs to repeat the measurements, though it has neither a JDK nor a network:
#   tgp-cuda/device/pack.sh FOLDER     (an absolute path); then on that machine: FOLDER/run.sh
set -euo pipefail
root="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)"
to="$1"
mkdir -p "$to/lib"
modules=java.base,java.logging,java.management,java.xml,jdk.unsupported,jdk.incubator.vector,jdk.zipfs
rm -rf "$to/jre"
jlink --strip-debug --compress=2 --no-header-files --no-man-pages --add-modules "$modules" --output "$to/jre"
cd "$root"
mvn -q -B -DskipTests -pl tgp-cuda -am package dependency:copy-dependencies -DincludeScope=test -DoutputDirectory="$to/lib"
cp tgp-core/target/tgp-core-*.jar tgp-cuda/target/tgp-cuda-*.jar "$to/lib/"
rm -f "$to"/lib/*sources* "$to"/lib/*javadoc*
(cd tgp-cuda/target/test-classes && jar cf "$to/lib/tests.jar" .)
platform="$(ls "$to"/lib/junit-platform-commons-*.jar | sed 's/.*-\([0-9.]*\)\.jar/\1/')"
mvn -q -B dependency:copy "-Dartifact=org.junit.platform:junit-platform-console-standalone:$platform" -DoutputDirectory="$to"
mv "$to"/junit-platform-console-standalone-*.jar "$to/console.jar"
cp tgp-benchmarks/peers/gpytorch_cuda.py tgp-cuda/device/run.sh "$to/"
dirty=clean
[ -z "$(git status --porcelain -- . ':!docs' ':!README.md')" ] || dirty=dirty
echo "$(git rev-parse --short HEAD),$dirty" > "$to/commit.txt"
for file in regression/protein.csv.gz regression/protein.splits.txt large/airline.csv.gz large/airline.splits.txt.gz; do
  [ -f "../shared/data/$file" ] && cp "../shared/data/$file" "$to/"
done
du -sh "$to"
