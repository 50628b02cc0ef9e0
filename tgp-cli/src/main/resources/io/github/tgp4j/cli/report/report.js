(function () {
  'use strict';
  const { number, percent, palette, configure, drawDensity, drawShares, shownValue } = tgpCharts;
  const root = document.documentElement;
  const errors = [];
  const consoleError = console.error;
  console.error = function () {
    errors.push(Array.prototype.join.call(arguments, ' '));
    consoleError.apply(console, arguments);
  };
  window.addEventListener('error', (event) => note(event.message));
  document.addEventListener('securitypolicyviolation', (event) => note('blocked: ' + event.blockedURI));

  const drawn = new Set();
  const begun = new Set();
  let shut = []; // parts that are open on paper only
  let charts = [];

  function note(message) {
    errors.push(String(message));
    root.dataset.errors = errors.join('\n');
  }

  /** Knows which charts were drawn; a test asks. */
  const counting = {
    id: 'counting',
    afterDraw(chart) {
      const area = chart.chartArea;
      const filled = chart.data.datasets.some((set) => set.data.length > 0);
      if (filled && area && area.right > area.left && area.bottom > area.top) drawn.add(chart.canvas.id);
    },
  };

  /** Paper has one size, whatever window the page was read in. */
  function fixSize(canvas, options) {
    const figure = canvas.closest('figure');
    const wide = figure.classList.contains('wide') || figure.classList.contains('tall');
    options.responsive = false;
    options.devicePixelRatio = 2;
    canvas.width = wide ? 1000 : 480;
    canvas.height = canvas.parentElement.classList.contains('square') ? 400 : wide ? 440 : 310;
  }

  const specs = JSON.parse(document.getElementById('charts').textContent);

  /** Draws the charts that can be seen; those in closed parts wait until they are opened. */
  function draw(paper) {
    charts.forEach((chart) => chart.destroy());
    charts = [];
    drawn.clear();
    begun.clear();
    drawOpen(paper);
  }

  function drawOpen(paper) {
    const colours = palette();
    for (const spec of specs) {
      try {
        const canvas = document.getElementById(spec.id);
        if (canvas === null) throw new Error('there is no such canvas');
        if (begun.has(spec.id) || canvas.closest('details:not([open])')) continue;
        begun.add(spec.id);
        const config = configure(spec, colours, canvas);
        config.plugins.push(counting);
        if (paper) fixSize(canvas, config.options);
        charts.push(new Chart(canvas, config));
      } catch (error) {
        console.error('chart ' + spec.id + ': ' + error.message);
      }
    }
    root.dataset.charts = String(drawn.size);
    root.dataset.errors = errors.join('\n');
  }

  // ---- parts that open

  const folds = Array.from(document.querySelectorAll('details'));
  if (location.hash === '#open') folds.forEach((fold) => { fold.open = true; });
  folds.forEach((fold) => fold.addEventListener('toggle', () => drawOpen()));

  /** A link to a closed part opens it. */
  function openTarget() {
    const target = location.hash.length > 1 ? document.getElementById(location.hash.slice(1)) : null;
    const fold = target && target.tagName === 'SECTION' ? target.querySelector(':scope > h2 + details:last-child') : null;
    if (fold) fold.open = true;
  }
  window.addEventListener('hashchange', openTarget);

  // ---- tables that are wider than the page

  function measure() {
    document.querySelectorAll('.scroll').forEach((box) => {
      box.parentElement.classList.toggle('wider', box.scrollWidth > box.clientWidth + 2);
    });
  }
  window.addEventListener('resize', measure);
  measure();

  // ---- what if: the formula of Emulator.java

  function emulate(model, x) {
    const outputs = model.trend[0].map((b, o) => x.reduce((sum, v, j) => sum + v * model.trend[j + 1][o], b));
    model.points.forEach((point, i) => {
      let square = 0;
      for (let j = 0; j < x.length; j++) {
        const difference = (x[j] - point[j]) / model.lengths[j];
        square += difference * difference;
      }
      const r = Math.sqrt(5 * square);
      const k = (1 + r + r * r / 3) * Math.exp(-r);
      for (let o = 0; o < outputs.length; o++) outputs[o] += k * model.weights[i][o];
    });
    return outputs;
  }

  /** The median, and the logarithms of the gaps below and above it. */
  function quantilesOf(outputs) {
    const n = outputs.length;
    const middle = Math.floor(n / 2);
    const q = new Array(n);
    q[middle] = outputs[0];
    for (let k = middle + 1; k < n; k++) q[k] = q[k - 1] + Math.exp(outputs[k]);
    for (let k = middle - 1; k >= 0; k--) q[k] = q[k + 1] - Math.exp(outputs[k + 1]);
    return q;
  }

  function sharesOf(outputs) {
    const all = outputs.map(Math.exp);
    const sum = all.reduce((a, b) => a + b, 0);
    return all.map((v) => v / sum);
  }

  const panels = {
    whatif(box, spec) {
      const model = spec.model;
      const fields = Array.from(box.querySelectorAll('.controls label'));
      const inputs = fields.map((field) => field.querySelector('input, select'));
      const svg = box.querySelector('svg');
      const ends = box.querySelectorAll('.ends span');
      spec.controls.forEach((control, c) => {
        if (control.labels) inputs[c].selectedIndex = control.value;
        else inputs[c].value = Math.round(1000 * (control.value - control.least) / (control.most - control.least));
      });
      let range = null;
      let positive = false;
      /** Where a curve ends to the eye: half as far again as the 95% interval, not below 0 where nothing is. */
      const reach = (q) => {
        const middle = q[Math.floor(q.length / 2)];
        const low = q[end] - 0.5 * (middle - q[end]);
        const top = q[q.length - 1 - end];
        return [positive ? Math.max(0, low) : low, top + 0.5 * (top - middle)];
      };
      const end = model.classes ? 0 : model.levels.indexOf(0.025);
      if (!model.classes) {
        const some = model.points.slice(0, 120).map((point) => quantilesOf(emulate(model, point)));
        positive = some.every((q) => q[0] >= 0);
        const lows = some.map((q) => reach(q)[0]).sort((a, b) => a - b);
        const highs = some.map((q) => reach(q)[1]).sort((a, b) => a - b);
        range = [lows[Math.floor(0.05 * lows.length)], highs[Math.floor(0.95 * highs.length)]];
      } else {
        svg.setAttribute('preserveAspectRatio', 'xMinYMin meet');
      }
      function show() {
        const x = [];
        spec.controls.forEach((control, c) => {
          if (control.labels) {
            control.labels.forEach((label, k) => x.push(inputs[c].selectedIndex === k ? 1 : 0));
            return;
          }
          let value = control.least + (control.most - control.least) * Number(inputs[c].value) / 1000;
          if (control.whole) value = Math.round(value);
          fields[c].querySelector('output').textContent = shownValue(control, value);
          x.push((value - control.least) / (control.most - control.least));
        });
        const outputs = emulate(model, x);
        const said = box.querySelector('.lead');
        if (model.classes) {
          const shares = sharesOf(outputs);
          const best = shares.indexOf(Math.max(...shares));
          said.textContent = spec.target + ': “' + model.classes[best] + '” with a probability of ' + percent(shares[best]);
          drawShares(svg, shares, model.classes);
          box.dataset.values = shares.map((v) => v.toPrecision(6)).join(' ');
        } else {
          const q = quantilesOf(outputs);
          const level = (p) => number(q[model.levels.indexOf(p)]);
          said.textContent = spec.target + ': about ' + level(0.5) + ', with 95% between ' + level(0.025) + ' and ' + level(0.975);
          const [low, high] = [Math.min(range[0], reach(q)[0]), Math.max(range[1], reach(q)[1])];
          drawDensity(svg, q, model.levels, low, high);
          ends[0].textContent = number(low);
          ends[1].textContent = number(high);
          box.dataset.values = q.map((v) => v.toPrecision(8)).join(' ');
        }
      }
      inputs.forEach((input) => input.addEventListener('input', show));
      if (model.classes) window.addEventListener('resize', show);
      show();
    },
    cutoff(box, spec) {
      const [choice, slider] = [box.querySelector('select'), box.querySelector('input')];
      const tiles = Array.from(box.querySelectorAll('.tile'));
      const cuts = spec.tests[0].cuts;
      slider.max = cuts.length - 1;
      slider.value = cuts.findIndex((cut) => cut >= 0.5);
      function show() {
        const test = spec.tests[choice.selectedIndex];
        const k = Number(slider.value);
        const [hits, alarms, of, others] = [test.hits[k], test.alarms[k], test.hits[0], test.alarms[0]];
        box.querySelector('output').textContent = number(100 * cuts[k]) + '%';
        const values = [
          [percent(hits / (hits + alarms)), hits + ' of ' + (hits + alarms) + ' called so are'],
          [percent(hits / of), hits + ' of ' + of + ' are found'],
          [percent((hits + others - alarms) / (of + others)), 'right either way'],
          [String(hits + alarms), 'of ' + (of + others) + ' rows'],
          [percent(alarms / others), alarms + ' of ' + others + ' others'],
        ];
        tiles.forEach((tile, i) => {
          tile.querySelector('b').textContent = values[i][0];
          tile.querySelector('small').textContent = values[i][1];
        });
      }
      choice.addEventListener('change', show);
      slider.addEventListener('input', show);
      show();
    },
  };

  for (const spec of JSON.parse(document.getElementById('panels').textContent)) {
    try {
      panels[spec.kind](document.getElementById(spec.id), spec);
    } catch (error) {
      console.error('panel ' + spec.id + ': ' + error.message);
    }
  }

  draw();
  openTarget();
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw());
  window.addEventListener('beforeprint', () => {
    root.classList.add('printing');
    shut = folds.filter((fold) => !fold.open);
    shut.forEach((fold) => { fold.open = true; });
    draw(true);
  });
  window.addEventListener('afterprint', () => {
    root.classList.remove('printing');
    shut.forEach((fold) => { fold.open = false; });
    draw();
  });
})();
