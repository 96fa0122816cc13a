// The gallery: a question first, the answer after a choice.
import {choicesOf, GALLERY} from './gallery.js';

const METHODS = ['index', 'numpy_index', 'oindex', 'vindex'];

function make(tag, words, more = {}) {
  return Object.assign(document.createElement(tag), {textContent: words, ...more});
}

function questionText(item) {
  const names = item.names ? `, ${item.names}` : '';
  return `x has shape ${item.x}${names}. What is the shape of x[${item.index}] under the rule of ${METHODS[item.rule]}?`;
}

/** Fills `root`; open(item) is called once an item is answered. */
export function makeGallery(root, open) {
  const items = GALLERY.map((item, number) => {
    const entry = document.createElement('details');
    const summary = document.createElement('summary');
    summary.append(make('span', `${number + 1}`, {className: 'number'}), make('span', item.question));
    const choices = make('div', '', {className: 'choices'});
    const verdict = make('p', '', {className: 'verdict'});
    verdict.setAttribute('role', 'status');
    for (const choice of choicesOf(item, number)) {
      const button = make('button', choice, {type: 'button'});
      button.addEventListener('click', () => {
        const right = choice === item.answer;
        verdict.replaceChildren(make('strong', right ? 'Yes: ' : 'No, it is '), make('code', item.answer), make('span', `. ${item.why}`));
        for (const other of choices.children) {
          other.classList.toggle('right', other.textContent === item.answer);
          other.classList.toggle('wrong', other === button && !right);
        }
        open(item);
      });
      choices.append(button);
    }
    entry.append(summary, make('p', questionText(item)), choices, verdict);
    return entry;
  });
  root.replaceChildren(...items);
}
