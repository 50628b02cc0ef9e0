import { h, put } from './dom.js';
import { fetchFile, get, post, remove, save } from './api.js';
import { figure } from './plots.js';
import { fitOf } from './tab-check.js';
import { announce, deleteButton, notes, scrolling, tellCommand } from './shell.js';
import { moment, number, quoted, whole } from './words.js';

/** What the model is, and files to take away. */
export default async function about({ facts, panel, signal, reload }) {
  const fits = await get('/v1/fits', signal).then((all) => all.fits, () => []);
  const fit = fitOf(fits, facts);
  const said = h('p', { role: 'alert', class: 'problem' });
  put(panel,
    h('div', { class: 'grid' },
      download('The model', facts.name + '.tgp', 'For the command, for Java, and for another server.', '/v1/models/' + encodeURIComponent(facts.name) + '/file', said),
      fit && fit.report ? download('The report', facts.name + '.html', 'One page that says how good it is and what drives it; it loads nothing and can be mailed.', '/v1/fits/' + fit.fit + '/report', said)
        : h('section', { class: 'card' }, h('h3', {}, 'The report'), h('p', {}, 'Models that are fitted here have one. For others: tgp report ' + facts.name + '.tgp TABLE.csv'))),
    said,
    h('section', { class: 'what-it-is' }, h('h2', {}, 'What it is'), h('div', { class: 'card' }, h('dl', {}, entries(facts).map(([name, value]) => [h('dt', {}, name), h('dd', {}, value)])))),
    versions(facts, said, reload),
    scores(facts),
    curve(facts),
    notes('What was decided about the data', facts.notes),
    h('p', { class: 'actions' }, deleteButton('Delete this model', facts.name, async () => {
      await remove('/v1/models/' + encodeURIComponent(facts.name));
      location.hash = '#/models';
    })));
  tellCommand('tgp info ' + quoted(facts.name + '.tgp'));
}

function download(title, file, text, address, said) {
  return h('section', { class: 'card download' }, h('h3', {}, title), h('p', {}, text),
    h('p', { class: 'actions' }, h('button', {
      type: 'button', class: 'primary',
      onclick: async (event) => {
        event.target.disabled = true;
        said.textContent = '';
        try {
          save(await (await fetchFile(address)).blob(), file);
          announce(file + ' is downloaded.');
        } catch (error) {
          said.textContent = error.message;
        } finally {
          event.target.disabled = false;
        }
      },
    }, 'Download ' + file)));
}

function entries(facts) {
  const settings = facts.settings || {};
  const inputs = facts.inputs.map((input) => input.name);
  return [
    ['Version', facts.version],
    ['Predicts', facts.targets.map((target) => target.name + (target.labels ? ' (' + target.labels.join(', ') + ')' : '')).join(' and ')],
    ['From', inputs.slice(0, 30).join(', ') + (inputs.length > 30 ? ' and ' + (inputs.length - 30) + ' more' : '')],
    ['Model', settings.recipe], ['Chosen', settings.reason], ['Data', settings.data],
    ['Rows', whole(facts.rows)], ['Made', moment(facts.created) + ' by tgp ' + facts.library], ['Data fingerprint', facts.fingerprint],
  ].filter(([, value]) => value !== undefined && value !== null && value !== '');
}

/** Which version answers; another may be chosen. */
function versions(facts, said, reload) {
  if (facts.versions.length < 2) return null;
  const answer = async (version) => {
    try {
      await post('/v1/models/' + encodeURIComponent(facts.name) + '/activate', { version });
      announce('Version ' + version + ' answers now.');
      reload();
    } catch (error) {
      said.textContent = error.message;
    }
  };
  return h('details', {}, h('summary', {}, 'Versions'), h('ul', { class: 'card versions' }, facts.versions.map((version) => h('li', {},
    h('b', {}, 'Version ' + version), version === facts.active ? h('span', { class: 'pill done' }, 'answers')
      : h('button', { type: 'button', class: 'quiet', onclick: () => answer(version) }, 'Let it answer')))));
}

function scores(facts) {
  const all = Object.entries(facts.scores || {});
  if (!all.length) return null;
  return h('details', {}, h('summary', {}, 'Scores'), h('div', { class: 'card' }, scrolling('Scores', h('table', { class: 'plain' },
    h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Score'), h('th', { scope: 'col' }, 'Value'))),
    h('tbody', {}, all.map(([name, value]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, number(value)))))))));
}

function curve(facts) {
  if (!facts.curve || facts.curve.steps.length < 2) return null;
  const plot = figure('How training went', 'The bound on the log likelihood, step by step.', { plot: 'short' });
  const box = h('details', { ontoggle: (event) => {
    if (event.target.open) plot.draw({ plain: true, x: { label: 'step' }, y: { label: 'bound' }, series: [{ kind: 'line', name: 'bound', x: facts.curve.steps, y: facts.curve.bound }] });
  } }, h('summary', {}, 'Training'), plot.box);
  return box;
}
