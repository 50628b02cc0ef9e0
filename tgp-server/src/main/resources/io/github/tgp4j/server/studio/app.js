import { announce, failure, loading, show, tellCommand } from './shell.js';
import { sweep } from './plots.js';
import home from './screen-home.js';
import models from './screen-models.js';
import table from './screen-table.js';
import fit from './screen-fit.js';
import model from './screen-model.js';
import compare from './screen-compare.js';
import playground from './screen-playground.js';

const screens = { '': home, models, table, fit, model, compare, playground };
const tabs = { '': 'home', table: 'home', fit: 'home', models: 'models', model: 'models', compare: 'compare', playground: 'playground' };
let leaving = new AbortController();

/** Shows the screen that the address names: #/table/ID, #/model/NAME/check … */
async function go() {
  leaving.abort();
  leaving = new AbortController();
  const signal = leaving.signal;
  const [name, ...rest] = location.hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const screen = Object.hasOwn(screens, name) ? screens[name] : home;
  for (const link of document.querySelectorAll('.top nav a')) {
    if (link.dataset.screen === tabs[name]) link.setAttribute('aria-current', 'page');
    else link.removeAttribute('aria-current');
  }
  show('Loading', loading('Loading …'));
  tellCommand(null);
  sweep();
  try {
    await screen({ path: rest, signal, reload: go });
    if (!signal.aborted) settle();
  } catch (error) {
    if (signal.aborted || error.name === 'AbortError') return;
    show('Problem', failure(error, go));
  }
}

/** Readers and keyboards go on at the new heading. */
function settle() {
  scrollTo(0, 0);
  const title = document.querySelector('main h1');
  if (title && document.body.dataset.moved) title.focus({ preventScroll: true });
  document.body.dataset.moved = 'yes';
  announce(document.title);
}

addEventListener('hashchange', go);
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  document.getElementById('main').focus();
});
for (const kind of ['dragover', 'drop']) {
  addEventListener(kind, (event) => event.preventDefault()); // a file beside the drop zone opens nothing
}
go();
