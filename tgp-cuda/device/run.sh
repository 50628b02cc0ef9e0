#!/usr/bin/env bash
# Repeats every measurement on an NVIDIA GPU with CUDA 13: step times with GPyTorch beside them, predictions, quality against
# time, device tests, and compute-sanitizer on them. Run it in the folder that pack.sh made; logs go to $OUT, or to ./results.
# "run.sh times" and "run.sh tests" do a part each (six and nine minutes).
cd "$(dirname "${BASH_SOURCE[0]}")"
part="${1:-all}"
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
cat "$out/machine.txt"

# Where rows come from, in the columns that follow the value. Arguments: threads, what the data are.
gpu="$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader | head -1 | sed 's/, / driver /')"
cpu() { sed -n "s/^$1[[:space:]]*: *//p" /proc/cpuinfo | head -n 1; }
memory="$(awk '/^MemTotal/ { printf "%.0f", $2 / 1048576 }' /proc/meminfo)"
host="$gpu; $(cpu 'model name') (family $(cpu 'cpu family') model $(cpu model)), $(nproc) cores, $memory GB"
jdk="$(./jre/bin/java -version 2>&1 | sed -n 's/.*version "\(.*\)".*/\1/p')"
export TGP4J_ROWS="$out/cuda.csv"
origin() {
  export TGP4J_ORIGIN="$(cat commit.txt),$(date -u +%FT%TZ),\"$host\",$jdk,$1,$(cut -d' ' -f1 /proc/loadavg),$2"
}
hash() { cat "$@" | sha256sum | cut -c1-12; }
[ -f "$TGP4J_ROWS" ] || echo "table,case,library,quantity,value,commit,dirty,date,host,jdk,threads,load,data_hash" > "$TGP4J_ROWS"
origin 4 generated

check() {
  echo "== does the device compute"
  TGP4J_ROWS=/dev/null timeout 60 $java -cp "$classes" io.github.tgp4j.cuda.StepTimes svgp-10k > "$out/check.log" 2>&1
  grep svgp-10k "$out/check.log"
  if grep -q "processor computes" "$out/check.log" || ! grep -q "^svgp-10k .* mean" "$out/check.log"; then
    tail -20 "$out/check.log"
    echo "no: the processor computes"
    exit 1
  fi
}

quality() { # NAME TABLE SPLITS and settings
  local name="$1" table="$2" splits="$3"
  shift 3
  origin "$(echo "$@" | sed -n 's/.*threads=\([0-9]*\).*/\1/p' | grep . || nproc)" "$(hash "$table" "$splits")"
  timeout 150 $java -cp "$classes" io.github.tgp4j.cuda.QualityTimes name="$name" table="$table" splits="$splits" "$@" >> "$out/quality.log" 2>&1
}

times() {
  echo "== steps"
  timeout 120 $java -cp "$classes" io.github.tgp4j.cuda.StepTimes > "$out/steps.log" 2>&1
  grep -v WARN "$out/steps.log"
  echo "== GPyTorch beside them"
  {
    timeout 40 python3 gpytorch_cuda.py --seconds 1.5
    timeout 40 python3 gpytorch_cuda.py --flow sal --seconds 1.5
    timeout 40 python3 gpytorch_cuda.py --seconds 1.5 --m 1000 --rows 100000 --batch 10000 100000
  } > "$out/gpytorch.log" 2>&1
  grep rows "$out/gpytorch.log"
  echo "== predictions"
  origin "$(nproc)" generated
  timeout 90 $java -cp "$classes" io.github.tgp4j.cuda.PredictionTimes > "$out/prediction.log" 2>&1
  grep -v WARN "$out/prediction.log"
  echo "== quality against time, the processor beside the device"
  : > "$out/quality.log"
  (
    quality protein protein.csv.gz protein.splits.txt device=cpu 'flow=sal(3)' m=100 batch=1000 threads=10
    quality airline airline.csv.gz airline.splits.txt.gz device=cpu 'flow=sal(3)' m=100 batch=1000 threads=10 most=20000
  ) &
  quality protein protein.csv.gz protein.splits.txt 'flow=sal(3) @ mlp(50, 50, relu, dropout=0.1)' 'likelihood=warped(sal(3))' m=1000
  quality protein protein.csv.gz protein.splits.txt 'likelihood=warped(sal(3))' m=1000
  quality airline airline.csv.gz airline.splits.txt.gz 'flow=sal(3)' m=1000 most=20000
  origin 1 "$(hash protein.csv.gz protein.splits.txt)"
  timeout 60 python3 gpytorch_cuda.py --m 1000 --batch 10000 --seconds 30 --table protein.csv.gz --splits protein.splits.txt >> "$out/quality.log" 2>&1
  origin 1 "$(hash airline.csv.gz airline.splits.txt.gz)"
  timeout 60 python3 gpytorch_cuda.py --m 1000 --batch 10000 --seconds 30 --table airline.csv.gz --splits airline.splits.txt.gz --most 20000 >> "$out/quality.log" 2>&1
  wait
  grep RMSE "$out/quality.log"
}

tests() {
  echo "== device tests"
  timeout 300 $tests --include-classname '.*DeviceTest' --details=tree > "$out/tests.log" 2>&1
  grep -E "tests (successful|failed)" "$out/tests.log"
  grep "✘" "$out/tests.log" | cut -c1-250
  echo "== compute-sanitizer"
  local until=$((SECONDS + 300)) # as many classes as that holds, one after the other: a test takes all memory
  for tool in memcheck racecheck; do
    : > "$out/$tool.log"
    for classes in '(GroupFactor|SmallSteps)' Prediction Resident CudaEngine; do
      sanitize "$tool" "$classes" >> "$out/$tool.log" 2>&1
    done
    grep -E "^==.*(check|SUMMARY)|tests (successful|failed)" "$out/$tool.log"
  done
}

sanitize() { # TOOL CLASSES; that a test asks for more memory than there is is no error
  local options=""
  [ "$1" = memcheck ] && options="--report-api-errors no"
  echo "== $1 of ${2}DeviceTest"
  [ "$SECONDS" -ge "$until" ] || timeout $((until - SECONDS)) compute-sanitizer --tool "$1" $options $tests --include-classname ".*${2}DeviceTest" --details=summary
}

check
[ "$part" = tests ] || times
[ "$part" = times ] || tests
