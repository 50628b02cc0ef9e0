import { h } from './dom.js';
import { get } from './api.js';
import { empty, heading, scrolling, show, tellCommand } from './shell.js';
import { moment, some, whole } from './words.js';

/** All models of the server. */
export default async function models({ signal }) {
  const { models: all } = await get('/v1/models', signal);
  tellCommand('tgp serve MODEL.tgp', 'Models in files are served too; a file that changes is loaded again.');
  if (!all.length) {
    show('Models', heading('Models'),
      empty('There is no model yet', 'Drop a table and fit one, or start the server with model files.',
        h('a', { class: 'button primary', href: '#/' }, 'Drop a table')));
    return;
  }
  show('Models',
    heading('Models', some(all.length, 'model') + ' answer on this server.', h('a', { class: 'button', href: '#/compare' }, 'Compare models')),
    h('div', { class: 'card' }, scrolling('Models', h('table', { class: 'plain' },
      h('thead', {}, h('tr', {}, ['Model', 'Predicts', 'Inputs', 'Rows', 'Version', 'Made'].map((text, k) => h('th', { scope: 'col', class: k === 2 || k === 3 || k === 4 ? 'n' : '' }, text)))),
      h('tbody', {}, all.map((model) => h('tr', {},
        h('th', { scope: 'row' }, h('a', { href: '#/model/' + encodeURIComponent(model.name) }, model.name)),
        h('td', {}, model.targets.join(', ')),
        h('td', { class: 'n' }, model.inputs.length),
        h('td', { class: 'n' }, whole(model.rows)),
        h('td', { class: 'n' }, model.version),
        h('td', {}, moment(model.created)))))))));
}
