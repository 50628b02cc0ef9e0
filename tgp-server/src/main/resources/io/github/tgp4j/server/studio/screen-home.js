import { h } from './dom.js';
import { get, remove } from './api.js';
import { announce, deleteButton, heading, show, tellCommand } from './shell.js';
import { dropZone, uploaded } from './dropzone.js';
import { moment, some } from './words.js';

const EXAMPLE_ROWS = 400;

/** Drop a table; go on with one that is here. */
export default async function home({ signal }) {
  const [tables, fits, models] = await Promise.all([
    get('/v1/tables', signal).then((all) => all.tables, () => []),
    get('/v1/fits', signal).then((all) => all.fits, () => []),
    get('/v1/models', signal).then((all) => all.models, () => []),
  ]);
  const zone = dropZone({
    title: 'Drop a table here',
    text: 'CSV, Excel, Parquet or JSON: one row per case, a header with the names of the columns, and among them the one to predict.',
    onFile: async (file, onProgress) => {
      const facts = await uploaded(file, onProgress);
      location.hash = '#/table/' + facts.table;
    },
  });
  show('Data',
    h('section', { class: 'hero' },
      heading('From a table to predictions that say how sure they are',
        'Drop a table, choose what to predict, and get a model whose every prediction is a whole distribution: a best guess, and how far off it may be.'),
      zone,
      h('p', { class: 'aside' }, 'No table at hand? ',
        h('button', { type: 'button', class: 'link', onclick: (event) => tryExample(event.target) }, 'Take an example'),
        ' with ' + EXAMPLE_ROWS + ' deliveries, or ', h('a', { href: '#/playground' }, 'play with a few points'), '.')),
    recent(tables, fits, models));
  tellCommand('tgp fit TABLE.csv --target COLUMN --report report.html', 'The command takes the same files.');
}

function recent(tables, fits, models) {
  if (!tables.length && !fits.length && !models.length) return null;
  return h('div', { class: 'grid pairs' },
    tables.length || fits.length ? h('section', { class: 'card list' },
      h('h2', {}, 'Tables and fits'),
      h('ul', {},
        fits.slice(0, 6).map((fit) => item('#/fit/' + fit.fit, fit.model, 'fit of ' + fit.name, fit.state, isOver(fit) ? '/v1/fits/' + fit.fit : null)),
        tables.slice(-6).reverse().map((table) => item('#/table/' + table.table, table.name, 'uploaded ' + moment(table.created), null, '/v1/tables/' + table.table)))) : null,
    models.length ? h('section', { class: 'card list' },
      h('h2', {}, 'Models'),
      h('ul', {}, models.slice(0, 10).map((model) => item('#/model/' + encodeURIComponent(model.name), model.name,
        'predicts ' + model.targets.join(' and ') + ' from ' + some(model.inputs.length, 'input'), 'model')))) : null);
}

function isOver(fit) {
  return ['done', 'failed', 'cancelled'].includes(fit.state);
}

/** A line that leads to something; what has an address on the server can be deleted. */
function item(address, name, about, state, own) {
  const line = h('li', {}, h('a', { href: address }, h('b', {}, name), h('span', {}, about)),
    state ? h('span', { class: 'pill ' + state }, state) : null,
    own ? deleteButton('Delete', state ? 'the fit of ' + name : name, async () => {
      await remove(own);
      line.remove();
    }) : null);
  return line;
}

/** Deliveries, the same every time: a table to try the studio with. */
async function tryExample(button) {
  button.disabled = true;
  const file = new File([deliveries(EXAMPLE_ROWS)], 'deliveries.csv', { type: 'text/csv' });
  try {
    location.hash = '#/table/' + (await uploaded(file, () => {})).table;
  } catch (error) {
    button.disabled = false;
    announce(error.message);
    button.after(h('span', { class: 'problem', role: 'alert' }, ' ' + error.message));
  }
}

function deliveries(rows) {
  let state = 20260101;
  const uniform = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state + 0.5) / 4294967296;
  };
  const normal = () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  const lines = ['distance_km,hour,weather,vehicle,items,minutes'];
  for (let i = 0; i < rows; i++) {
    const distance = 0.4 + Math.exp(0.7 + 0.6 * normal());
    const hour = 11 + 11 * (0.5 * uniform() + 0.5 * uniform());
    const weather = ['dry', 'dry', 'dry', 'rain', 'snow'][Math.floor(5 * uniform())];
    const vehicle = ['bike', 'scooter', 'car'][Math.floor(3 * uniform())];
    const items = 1 + Math.floor(5 * uniform() * uniform());
    const rush = Math.exp(-(((hour - 12.7) / 0.9) ** 2)) + Math.exp(-(((hour - 19) / 1.3) ** 2));
    const slow = 1 + 0.4 * rush * (vehicle === 'car' ? 1.6 : 0.7) + { dry: 0, rain: 0.25, snow: 0.7 }[weather];
    const ride = (60 * distance) / { bike: 15, scooter: 22, car: 20 }[vehicle] * slow;
    const minutes = (7 + 1.5 * items + 6 * rush + ride) * Math.exp((0.15 + 0.12 * rush) * normal());
    lines.push([distance.toFixed(2), hour.toFixed(2), weather, vehicle, items, minutes.toFixed(1)].join(','));
  }
  return lines.join('\n') + '\n';
}
