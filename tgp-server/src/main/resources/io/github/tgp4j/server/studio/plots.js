import { h, freshId } from './dom.js';

const charts = tgpCharts;
const alive = new Map(); // canvas → { chart, spec }

/** A figure with a canvas; draw() fills it. */
export function figure(title, caption, more = {}) {
  const canvas = h('canvas', { id: freshId('plot'), role: 'img', 'aria-label': title });
  const text = h('figcaption', {}, caption || '');
  const box = h('figure', { class: more.class || 'card' },
    title && !more.untitled ? h(more.level || 'h3', {}, title) : null,
    h('div', { class: 'plot' + (more.plot ? ' ' + more.plot : '') }, canvas), text);
  return {
    box, canvas,
    caption(words) {
      text.textContent = words;
    },
    draw(spec, onClick) {
      draw(canvas, spec, onClick);
    },
    /** What a screen reader says of the picture. */
    describe(words) {
      canvas.setAttribute('aria-label', words);
    },
  };
}

/** Draws a described chart, or the next state of it. */
function draw(canvas, spec, onClick) {
  if (!canvas.isConnected) {
    requestAnimationFrame(() => { if (canvas.isConnected) draw(canvas, spec, onClick); });
    return;
  }
  const config = charts.configure({ kind: 'xy', ...spec }, charts.palette(), canvas);
  if (onClick) {
    config.options.onClick = (event, items) => { if (items.length) onClick(items[0].index, items[0]); };
    config.options.onHover = (event, items) => { canvas.classList.toggle('clickable', items.length > 0); };
  }
  const known = alive.get(canvas);
  if (known) {
    known.spec = spec;
    known.chart.data = config.data;
    known.chart.options = config.options;
    known.chart.update('none');
  } else {
    alive.set(canvas, { chart: new Chart(canvas, config), spec, onClick });
  }
}

/** Forgets charts whose canvases are gone. */
export function sweep() {
  for (const [canvas, known] of alive) {
    if (!canvas.isConnected) {
      known.chart.destroy();
      alive.delete(canvas);
    }
  }
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
  for (const [canvas, known] of alive) draw(canvas, known.spec, known.onClick);
});
