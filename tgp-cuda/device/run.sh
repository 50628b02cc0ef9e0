#!/usr/bin/env bash
# Repeats every measurement on an NVIDIA GPU with CUDA 13: device tests, step times, GPyTorch beside them, quality against time,
# and compute-sanitizer on the suite. Run it in the folder that pack.sh made; logs go to $OUT, or to ./results.
cd "$(dirname "${BASH_SOURCE[0]}")"
out="${OUT:-results}"
mkdir -p "$out"
[ -d jre ] || tar xJf jre.txz
found="$(for name in libcublas.so.13 libnvrtc.so.13 libcudart.so.13; do
  find /usr/local /opt -name "$name*" 2> /dev/null | head -1 | xargs -r dirname
done | sort -u | tr '\n' ':')"
export LD_LIBRARY_PATH="$found${LD_LIBRARY_PATH:-}"
classes="$(ls lib/*.jar | tr '\n' ':')"
java="./jre/bin/java --add-modules jdk.incubator.vector -Xmx24g"
tests="$java -jar console.jar execute -cp $classes --scan-classpath=lib/tests.jar --disable-banner"
{
  date -u +%F
  cat commit.txt
  nvidia-smi --query-gpu=name,driver_version --format=csv,noheader
} > "$out/machine.txt" 2>&1
echo "== does the device compute"
timeout 60 $java -cp "$classes" io.github.tgp4j.cuda.StepTimes svgp-10k > "$out/check.log" 2>&1
grep svgp-10k "$out/check.log"
if grep -q "processor computes" "$out/check.log" || ! grep -q "^svgp-10k .* mean" "$out/check.log"; then
  tail -20 "$out/check.log"
  echo "no: the processor computes"
  exit 1
fi
echo "== steps"
timeout 120 $java -cp "$classes" io.github.tgp4j.cuda.StepTimes > "$out/steps.log" 2>&1
grep -v WARN "$out/steps.log"
echo "== GPyTorch beside them"
{ timeout 60 python3 gpytorch_cuda.py --seconds 1.5; timeout 60 python3 gpytorch_cuda.py --flow sal --seconds 1.5; } > "$out/gpytorch.log" 2>&1
tail -6 "$out/gpytorch.log"
echo "== quality against time"
quality="$java -cp $classes io.github.tgp4j.cuda.QualityTimes"
: > "$out/quality.log"
if [ -f protein.csv.gz ]; then
  for m in 100 1000; do
    timeout 90 $quality protein protein.csv.gz protein.splits.txt 'sal(3)' matern32 $m 10000 8000 >> "$out/quality.log" 2>&1
  done
fi
if [ -f airline.csv.gz ]; then
  timeout 90 $quality airline airline.csv.gz airline.splits.txt.gz 'sal(3)' matern32 500 10000 8000 20000 >> "$out/quality.log" 2>&1
fi
grep RMSE "$out/quality.log"
echo "== device tests"
timeout 300 $tests --include-classname '.*DeviceTest' --details=tree > "$out/tests.log" 2>&1
grep -E "tests (successful|failed)" "$out/tests.log"
grep "✘" "$out/tests.log" | cut -c1-250
echo "== compute-sanitizer"
for tool in memcheck racecheck; do
  timeout 150 compute-sanitizer --tool $tool $tests --include-classname '.*(GroupFactor|Resident)DeviceTest' --details=summary > "$out/$tool.log" 2>&1
  grep -E "SUMMARY|tests (successful|failed)" "$out/$tool.log"
done
