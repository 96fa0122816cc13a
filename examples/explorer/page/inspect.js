// One element in words: where it is, the arithmetic of its offset, and where it goes or comes from.
import {element, offsetText, valueText} from './format.js';

const MOST_LISTED = 6;  // elements that are listed

function list(words) {
  return words.length <= MOST_LISTED ? words.join(', ') : `${words.slice(0, MOST_LISTED).join(', ')} and ${words.length - MOST_LISTED} more`;
}

export function sourceText(answer, mode, position, orders) {
  const {x} = answer;
  const value = v => valueText(v, x.dtype);
  const name = element('x', x.shape, position);
  const places = orders.map(k => element('y', answer.shape, k));
  const start = `${name} = ${value(x.values[position])}`;
  const where = `offset ${offsetText(x, position)}`;
  if (orders.length === 0) return `${start} · ${where} · ${mode === 0 ? 'not selected' : 'not written'}`;
  if (mode === 0) return `${start} · ${where} · goes to ${list(places)}`;
  const written = orders.map(k => value(answer.values[k]));
  const after = value(answer.after[position]);
  if (mode === 2) return `${start} · ${where} · ${value(x.values[position])} + ${list(written).replaceAll(', ', ' + ')} = ${after}`;
  const lost = written.slice(0, -1);
  return `${start} · ${where} · becomes ${after}${lost.length > 0 ? `; ${list(lost)} ${lost.length > 1 ? 'were' : 'was'} overwritten` : ''}`;
}

export function resultText(answer, mode, k) {
  const {x, y} = answer;
  const name = element('y', answer.shape, k);
  const value = valueText(answer.values[k], x.dtype);
  const from = element('x', x.shape, answer.cells[k]);
  if (mode !== 0) return `value ${value} at ${name.slice(1)} · ${mode === 2 ? 'added to' : 'written to'} ${from} · offset ${offsetText(x, answer.cells[k])}`;
  const where = answer.isView ? `offset ${offsetText(y, k)}, in x’s memory` : `offset ${offsetText(y, k)}, in its own memory`;
  return `${name} = ${value} = ${from} · ${where}`;
}
