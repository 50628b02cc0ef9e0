/* Charts of tgp4j's pages: what Java describes as axes and series (Chart.java), drawn with Chart.js; numbers and times as text. */
const tgpCharts = (function () {
  'use strict';
  const root = document.documentElement;

  // ---- numbers and times as text

  function number(value) {
    if (value === null || value === undefined || Number.isNaN(value)) return '–';
    const size = Math.abs(value);
    if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(2).replace('-', '−');
    const text = size >= 1000 ? Math.round(value).toLocaleString('en-GB') : String(Number(value.toPrecision(4)));
    return text.replace('-', '−');
  }

  function time(seconds, span) {
    const date = new Date(seconds * 1000);
    if (Number.isNaN(date.getTime())) return number(seconds);
    const text = date.toISOString();
    const day = 86400;
    if (span > 1500 * day) return text.slice(0, 4);
    if (span > 100 * day) return text.slice(0, 7);
    if (span > 3 * day) return text.slice(5, 10);
    return text.slice(5, 16).replace('T', ' ');
  }

  /** Ticks at whole minutes, hours, days, months or years. */
  function timeTicks(scale) {
    const span = scale.max - scale.min;
    const day = 86400;
    const steps = [60, 300, 900, 3600, 10800, 21600, 43200, day, 2 * day, 7 * day, 14 * day];
    const most = Math.max(2, Math.min(8, Math.floor(scale.width / 64))); // as labels have room
    const step = steps.find((s) => span / s <= most);
    const ticks = [];
    if (step) {
      for (let t = Math.ceil(scale.min / step) * step; t <= scale.max; t += step) ticks.push({ value: t });
    } else {
      const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600].find((m) => span / (m * 30.44 * day) <= most) || 1200;
      const start = new Date(scale.min * 1000);
      const first = start.getUTCFullYear() * 12 + start.getUTCMonth();
      for (let m = Math.ceil(first / months) * months; ; m += months) {
        const t = Date.UTC(Math.floor(m / 12), m % 12, 1) / 1000;
        if (!(t <= scale.max)) break;
        if (t >= scale.min) ticks.push({ value: t });
      }
    }
    if (ticks.length > 1) scale.ticks = ticks;
  }

  // ---- colours, read anew whenever the scheme changes

  function palette() {
    const style = getComputedStyle(root);
    const colours = {};
    for (const name of ['text', 'soft', 'grid', 'rule', 'card', 'main', 'other', 'third', 'muted']) {
      colours[name] = style.getPropertyValue('--' + name).trim();
    }
    return colours;
  }

  function rgb(hex) {
    return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));
  }

  function fade(hex, alpha) {
    return 'rgba(' + rgb(hex).join(',') + ',' + alpha + ')';
  }

  function mix(from, to, share) {
    const a = rgb(from);
    const b = rgb(to);
    return 'rgb(' + a.map((v, i) => Math.round(v + (b[i] - v) * share)).join(',') + ')';
  }

  // ---- series to datasets

  function pairs(x, y) {
    return y.map((value, i) => ({ x: x[i], y: value === null ? NaN : value }));
  }

  const builders = {
    line(series, colour) {
      return [{
        type: 'line', label: series.name, data: pairs(series.x, series.y), borderColor: colour, backgroundColor: colour,
        borderWidth: series.thin ? 1 : series.dash ? 1.4 : 2, borderDash: series.dash ? [6, 4] : [], pointRadius: series.dots ? 3 : 0,
        pointHoverRadius: 4, tension: 0, quiet: Boolean(series.dash || series.thin), order: 1, stack: series.stack, pointStyle: series.dots ? 'circle' : 'line',
      }];
    },
    band(series, colour) {
      const edge = { type: 'line', borderWidth: 0, pointRadius: 0, pointHoverRadius: 0, tension: 0, order: 3 };
      return [
        Object.assign({}, edge, { data: pairs(series.x, series.lower), quiet: true, borderColor: colour, backgroundColor: colour }),
        Object.assign({}, edge, {
          label: series.name, data: pairs(series.x, series.upper), fill: '-1', borderColor: colour,
          backgroundColor: fade(colour, series.alpha || 0.2), lowerValues: series.lower, pointStyle: 'rect',
        }),
      ];
    },
    points(series, colour) {
      return [{
        type: 'scatter', label: series.name, data: pairs(series.x, series.y), borderColor: colour,
        backgroundColor: fade(colour, series.y.length > 120 ? 0.55 : 0.85), borderWidth: 0, pointHoverRadius: 5,
        pointRadius: series.y.length > 200 ? 2.2 : 3, lowerValues: series.lower, upperValues: series.upper, names: series.names, order: 1,
      }];
    },
    whiskers(series, colour) {
      const data = [];
      series.x.forEach((x, i) => data.push({ x, y: series.lower[i] }, { x, y: series.upper[i] }, { x: NaN, y: NaN }));
      return [{
        type: 'line', label: series.name, data, borderColor: fade(colour, series.x.length > 120 ? 0.22 : 0.45),
        backgroundColor: fade(colour, 0.45), borderWidth: series.x.length > 120 ? 1 : 1.6, pointRadius: 0, pointHoverRadius: 0, quiet: true,
        spanGaps: false, order: 2, pointStyle: 'line',
      }];
    },
    bars(series, colour) {
      return [{
        type: 'bar', label: series.name, data: series.x ? pairs(series.x, series.y) : series.y,
        skipNull: true, maxBarThickness: series.x ? undefined : 34,
        backgroundColor: fade(colour, 0.75), borderWidth: 0, barPercentage: 0.94, categoryPercentage: 1,
        stack: series.stack, order: 4, pointStyle: 'rect',
      }];
    },
    ranges(series, colour) {
      return [{
        type: 'bar', label: series.name, data: series.lower.map((low, i) => [low, series.upper[i]]), grouped: false,
        backgroundColor: fade(colour, series.alpha || 0.25), borderWidth: 0, borderRadius: 3, borderSkipped: false, categoryPercentage: 1,
        barPercentage: series.width || 0.4, maxBarThickness: 90 * (series.width || 0.4), order: 3,
      }];
    },
    dots(series, colour) {
      return [{
        type: 'line', label: series.name, data: series.y, showLine: false, borderColor: colour, backgroundColor: colour,
        pointRadius: 4, pointHoverRadius: 5, order: 1,
      }];
    },
  };

  function tooltipLabel(context) {
    const set = context.dataset;
    const i = context.dataIndex;
    if (set.names) return set.names[i].split('\n');
    const raw = set.data[i];
    const prefix = set.label ? set.label + ': ' : '';
    if (Array.isArray(raw)) return prefix + number(raw[0]) + ' to ' + number(raw[1]);
    const value = typeof raw === 'object' && raw !== null ? raw.y : raw;
    if (set.lowerValues && set.fill) return prefix + number(set.lowerValues[i]) + ' to ' + number(value);
    const interval = set.lowerValues ? ' (' + number(set.lowerValues[i]) + ' to ' + number(set.upperValues[i]) + ')' : '';
    return prefix + number(value) + interval;
  }

  /** The usual labels, with dashes where lines have them and colours that can be seen. */
  function legend(chart) {
    return Chart.defaults.plugins.legend.labels.generateLabels(chart).map((item) => {
      const set = chart.data.datasets[item.datasetIndex];
      item.lineDash = set.borderDash && set.borderDash.length ? [3, 3] : [];
      item.lineWidth = set.pointStyle === 'line' ? 2 : 0;
      return item;
    });
  }

  function short(text, most) {
    return text && text.length > most ? text.slice(0, most - 1) + '…' : text;
  }

  // ---- plug-ins

  /** Small marks on the x axis: where the data are. */
  const rug = {
    id: 'rug',
    afterDatasetsDraw(chart, args, options) {
      if (!options.at) return;
      const { ctx, chartArea, scales } = chart;
      ctx.save();
      ctx.strokeStyle = options.colour;
      ctx.lineWidth = 1;
      ctx.beginPath();
      for (const value of options.at) {
        const x = scales.x.getPixelForValue(value);
        if (x >= chartArea.left - 1 && x <= chartArea.right + 1) {
          ctx.moveTo(x, chartArea.bottom);
          ctx.lineTo(x, chartArea.bottom - 7);
        }
      }
      ctx.stroke();
      ctx.restore();
    },
  };

  /** Cells of a matrix, row 0 on top. */
  const cells = {
    id: 'cells',
    beforeDatasetsDraw(chart, args, options) {
      if (!options.values) return;
      const { ctx, scales } = chart;
      const n = options.values.length;
      const width = Math.abs(scales.x.getPixelForValue(1) - scales.x.getPixelForValue(0));
      const height = Math.abs(scales.y.getPixelForValue(1) - scales.y.getPixelForValue(0));
      ctx.save();
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          const share = options.most > 0 ? options.values[i][j] / options.most : 0;
          ctx.fillStyle = mix(options.zero, share < 0 ? options.low : options.high, Math.min(1, Math.abs(share)));
          const x = scales.x.getPixelForValue(j) - width / 2;
          const y = scales.y.getPixelForValue(i) - height / 2;
          ctx.fillRect(Math.floor(x), Math.floor(y), Math.ceil(width) + 0.5, Math.ceil(height) + 0.5);
        }
      }
      ctx.restore();
    },
  };

  // ---- charts

  /** Leaves every second, third … tick out where labels have no room side by side. */
  function thin(scale, text) {
    const longest = Math.max(1, ...scale.ticks.map((tick) => text(tick.value).length));
    const every = Math.ceil(scale.ticks.length * (7 * longest + 12) / Math.max(1, scale.width));
    if (every > 1) scale.ticks = scale.ticks.filter((tick, i) => i % every === 0);
  }

  function axis(spec, colours, which) {
    const scale = {
      type: spec.labels ? 'category' : spec.log ? 'logarithmic' : 'linear',
      title: { display: Boolean(spec.label), text: short(spec.label, which === 'x' ? 48 : 28), color: colours.soft, font: { size: 12 } },
      ticks: { color: colours.soft, maxRotation: spec.labels ? 40 : 0, autoSkip: !(spec.labels && spec.labels.length <= 15), autoSkipPadding: 14, includeBounds: false, maxTicksLimit: which === 'x' ? 9 : 7 },
      grid: { color: colours.grid, drawTicks: false, display: !(which === 'x' && spec.labels) },
      border: { color: colours.rule, display: which === 'x' },
    };
    if (typeof spec.min === 'number') scale.min = spec.min;
    if (typeof spec.max === 'number') scale.max = spec.max;
    scale.ticks.padding = 6;
    if (spec.labels) {
      scale.labels = spec.labels;
      scale.ticks.callback = (index) => {
        return short(String(spec.labels[index]), 14);
      };
    } else if (spec.time) {
      scale.afterBuildTicks = timeTicks;
      scale.ticks.callback = function (value) { return time(value, this.max - this.min); };
    } else if (spec.percent) {
      scale.ticks.callback = (value) => number(100 * value) + '%';
    } else if (spec.log) {
      scale.ticks.callback = (value) => /^[125]/.test(String(value).replace(/^0\.0*/, '')) ? number(value) : '';
    } else if (spec.year) {
      scale.ticks.precision = 0;
      scale.ticks.callback = (value) => String(Math.round(value));
    } else if (spec.whole) {
      scale.ticks.precision = 0;
      scale.ticks.callback = (value) => number(value);
    } else {
      scale.ticks.callback = (value) => number(value);
    }
    if (which === 'x' && !spec.labels && !spec.time && !spec.log) {
      scale.afterBuildTicks = (built) => thin(built, scale.ticks.callback);
    }
    return scale;
  }

  function xyChart(spec, colours) {
    const datasets = [];
    for (const series of spec.series) {
      datasets.push.apply(datasets, builders[series.kind](series, colours[series.colour || 'main']));
    }
    const named = datasets.filter((set) => set.label).length;
    const scattered = spec.series.some((series) => series.kind === 'points');
    const x = axis(spec.x, colours, 'x');
    const y = axis(spec.y, colours, 'y');
    x.offset = Boolean(spec.x.labels);
    if (spec.horizontal) {
      y.offset = true;
      y.grid.display = false;
      y.ticks.autoSkip = false;
      y.ticks.callback = (index) => short(String(spec.y.labels[index]), 26);
      y.ticks.maxRotation = 0;
      delete y.ticks.maxTicksLimit;
    }
    x.stacked = y.stacked = spec.series.some((series) => series.stack);
    return {
      data: { labels: spec.horizontal ? spec.y.labels : spec.x.labels, datasets },
      options: {
        indexAxis: spec.horizontal ? 'y' : 'x',
        interaction: scattered
          ? { mode: 'nearest', intersect: true }
          : { mode: 'nearest', axis: spec.horizontal ? 'y' : 'x', intersect: false },
        scales: { x, y },
        plugins: {
          legend: {
            display: named > 1 && !spec.plain, position: 'bottom', onClick: () => {},
            labels: { color: colours.soft, usePointStyle: true, boxHeight: 9, padding: 14, generateLabels: legend, font: { size: 12 }, filter: (item) => Boolean(item.text) },
          },
          tooltip: {
            filter: (item) => !item.dataset.quiet,
            callbacks: {
              label: tooltipLabel,
              title: (items) => {
                if (!items.length || items[0].dataset.names) return '';
                if (spec.horizontal) return spec.y.labels[items[0].dataIndex];
                if (spec.x.labels) return spec.x.labels[items[0].dataIndex];
                const value = items[0].parsed.x;
                const text = spec.x.time ? new Date(value * 1000).toISOString().slice(0, 16).replace('T', ' ') : spec.x.year ? String(Math.round(value)) : number(value);
                return (spec.x.label ? spec.x.label + ': ' : '') + text;
              },
            },
          },
          rug: spec.rug ? { at: spec.rug, colour: colours.muted } : {},
        },
      },
    };
  }

  function heatChart(spec, colours, canvas) {
    const values = spec.values;
    const n = values.length;
    const data = [];
    let most = 0;
    values.forEach((row, i) => row.forEach((value, j) => {
      data.push({ x: j, y: i });
      most = Math.max(most, Math.abs(value));
    }));
    const names = data.map((cell) => spec.names[cell.y] + '\n' + spec.names[cell.x] + '\ncovariance ' + number(values[cell.y][cell.x]));
    const scale = (label, reverse) => ({
      type: 'linear', min: -0.5, max: n - 0.5, reverse, offset: false,
      title: { display: true, text: label, color: colours.soft, font: { size: 12 } },
      ticks: { color: colours.soft, maxRotation: 0, callback: (v) => String(v + 1) },
      afterBuildTicks: (axes) => {
        const step = n > 12 ? 5 : 1;
        axes.ticks = values.map((row, i) => ({ value: i })).filter((tick) => tick.value === 0 || (tick.value + 1) % step === 0);
      },
      grid: { display: false }, border: { display: false },
    });
    const box = canvas.closest('figure').querySelectorAll('.scale span');
    if (box.length === 2) {
      box[0].textContent = number(-most);
      box[1].textContent = number(most);
    }
    return {
      type: 'scatter',
      data: { datasets: [{ data, names, pointRadius: 0, pointHitRadius: 6, pointHoverRadius: 0 }] },
      options: {
        interaction: { mode: 'nearest', intersect: true },
        scales: { x: scale(spec.x.label, false), y: scale(spec.y.label, true) },
        plugins: {
          legend: { display: false },
          tooltip: { callbacks: { label: tooltipLabel, title: () => '' } },
          cells: { values, most, zero: colours.card, low: colours.other, high: colours.main },
        },
      },
    };
  }

  /** What Chart.js takes to draw a described chart in a canvas. */
  function configure(spec, colours, canvas) {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
    Chart.defaults.color = colours.text;
    const config = spec.kind === 'heat' ? heatChart(spec, colours, canvas) : xyChart(spec, colours);
    config.type = config.type || 'scatter';
    config.plugins = [rug, cells];
    config.options.animation = false;
    config.options.responsive = true;
    config.options.maintainAspectRatio = false;
    config.options.layout = { padding: { right: 10, top: 4 } };
    return config;
  }

  // ---- one prediction

  function percent(share) {
    if (!Number.isFinite(share)) return '–';
    const value = 100 * share;
    const fine = (value > 0 && value < 1) || (value > 99 && value < 100);
    return value.toFixed(fine ? 1 : 0) + '%';
  }

  function shape(kind, attributes, cssClass) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', kind);
    Object.entries(attributes).forEach(([name, value]) => element.setAttribute(name, value));
    if (cssClass) element.setAttribute('class', cssClass);
    return element;
  }

  /** A smooth curve through densities, with tails that fall as fast as the outermost two do. */
  function curveThrough(all, least) {
    const points = all.filter((p, i) => i === 0 || p[0] - all[i - 1][0] > least);
    const [x, y] = [points.map((p) => p[0]), points.map((p) => Math.log(p[1]))];
    const last = x.length - 1;
    if (last < 1) return all;
    const rise = x.slice(1).map((v, i) => (y[i + 1] - y[i]) / (v - x[i]));
    const slope = x.map((v, i) => {
      if (i === 0 || i === last) return rise[Math.min(i, last - 1)];
      const [a, b] = [rise[i - 1], rise[i]];
      return a * b > 0 ? 2 * a * b / (a + b) : 0; // never beyond its neighbours
    });
    const out = [];
    for (let k = 24; k > 0 && slope[0] > 0; k--) out.push([x[0] - 0.2 * k / slope[0], Math.exp(y[0] - 0.2 * k)]);
    for (let i = 0; i < last; i++) {
      const h = x[i + 1] - x[i];
      for (let k = 0; k < 10; k++) {
        const t = k / 10;
        const log = (1 + 2 * t) * (1 - t) * (1 - t) * y[i] + t * (1 - t) * (1 - t) * h * slope[i]
          + t * t * (3 - 2 * t) * y[i + 1] - t * t * (1 - t) * h * slope[i + 1];
        out.push([x[i] + t * h, Math.exp(log)]);
      }
    }
    out.push(points[last]);
    for (let k = 1; k <= 24 && slope[last] < 0; k++) out.push([x[last] - 0.2 * k / slope[last], Math.exp(y[last] - 0.2 * k)]);
    return out;
  }

  /** The density between quantiles, as a curve over [low, high]; 600 by 240. */
  function drawDensity(svg, q, levels, low, high) {
    const at = (v) => 600 * (v - low) / (high - low);
    const points = [];
    for (let k = 1; k < q.length; k++) {
      points.push([0.5 * (q[k] + q[k - 1]), (levels[k] - levels[k - 1]) / Math.max(q[k] - q[k - 1], 1e-12 * (high - low))]);
    }
    const jumps = points.some((p, i) => i > 0 && Math.abs(Math.log(p[1] / points[i - 1][1])) > 3); // whole numbers
    const smooth = points.map((p, i) => {
      const near = jumps ? points.slice(Math.max(0, i - 2), i + 3) : [p];
      return [p[0], near.reduce((sum, other) => sum + other[1], 0) / near.length];
    });
    const curve = curveThrough(smooth, 1e-9 * (high - low));
    const top = Math.max(...curve.map((p) => p[1]));
    const xy = curve.map((p) => [Math.min(620, Math.max(-20, at(p[0]))), 236 - 216 * p[1] / top]);
    const line = xy.map((p) => p[0].toFixed(1) + ',' + p[1].toFixed(1)).join(' ');
    const ground = [[xy[0][0], 236]].concat(xy, [[xy[xy.length - 1][0], 236]]).map((p) => p[0].toFixed(1) + ',' + p[1].toFixed(1)).join(' ');
    const between = (from, to) => xy.filter((p, i) => curve[i][0] >= from && curve[i][0] <= to);
    const core = between(q[levels.indexOf(0.025)], q[levels.indexOf(0.975)]);
    svg.replaceChildren(
      shape('polygon', { points: ground }, 'area'),
      shape('polygon', {
        points: core.length ? [[core[0][0], 236]].concat(core, [[core[core.length - 1][0], 236]]).map((p) => p.join(',')).join(' ') : '',
      }, 'core'),
      shape('polyline', { points: line }, 'curve'),
      shape('line', { x1: at(q[levels.indexOf(0.5)]), x2: at(q[levels.indexOf(0.5)]), y1: 10, y2: 238 }, 'middle'));
  }

  function drawShares(svg, shares, names) {
    const [width, height] = [svg.clientWidth || 600, 38];
    svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height * shares.length);
    svg.parentElement.style.height = height * shares.length + 'px';
    svg.replaceChildren(...shares.flatMap((share, k) => {
      const label = shape('text', { x: 6, y: (k + 0.64) * height, 'font-size': 15 }, 'label');
      label.textContent = names[k] + ': ' + percent(share);
      return [shape('rect', { x: 0, y: k * height + 4, width: Math.max(1, width * share), height: height - 8, rx: 4 }, 'core'), label];
    }));
  }

  function shownValue(control, value) {
    if (control.time) return time(value, 1e8).length < 8 ? new Date(value * 1000).toISOString().slice(0, 10) : time(value, 1e8);
    return control.year ? String(Math.round(value)) : number(value);
  }

  return { number, time, percent, palette, short, configure, drawDensity, drawShares, shownValue };
})();
