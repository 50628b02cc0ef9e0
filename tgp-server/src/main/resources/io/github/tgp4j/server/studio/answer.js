import { h } from './dom.js';

const TITLES = { good: 'Good', fair: 'Fair', guess: 'No better than guessing', unknown: 'Too few rows to tell' };

/** What to conclude, before anything else. */
export function answerCard(check, ...more) {
  const [first, ...rest] = check.sentences;
  const words = first.replace(/^[^.]{1,60}\.\s+/, '');
  return h('section', { class: 'card answer ' + check.grade, 'aria-label': check.title ? 'Answer for ' + check.title : 'Answer' },
    check.title ? h('h2', {}, check.title) : null,
    h('span', { class: 'badge' }, TITLES[check.grade] || check.grade),
    h('p', { class: 'conclusion' }, words || first),
    rest.length ? h('ul', {}, rest.map((text) => h('li', {}, text))) : null, more);
}
