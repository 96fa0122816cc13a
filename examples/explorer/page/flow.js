// The flow: how the dims of x run through the terms and the view into the dims of the result. Of several
// indices it has a row each, which begins with the dims that the row before ends with.
import {abbreviated, shapeText} from './format.js';
import {palette} from './palette.js';
import {band, box, newScene, place, text} from './scene.js';
import {readerNames} from './state.js';

const ROW = 42;
const BOX = 30;
const TOP = 30;

/** The colour of each term: greys are gone, blues and greens kept, orange an index tensor or mask. */
export function termColours(terms, colours) {
  let kept = 0;
  let index = 0;
  return terms.map(term => {
    if (term.indexes) return colours.index[index++ % colours.index.length];
    if (term.action === 'select') return colours.gone;
    return colours.kept[kept++ % colours.kept.length];
  });
}

/** The dims of the result that a term becomes. */
function resultDims(answer, term) {
  if (!term.indexes) return range(term.result);
  // A broadcast index: its dims are all those of the index shape, wherever these are.
  return answer.rule === 2 ? range(term.result) : term.action === 'select' ? [...answer.spacePlaces] : answer.spacePlaces;
}

function range([first, count]) {
  return Array.from({length: count}, (_, i) => first + i);
}

/** One column: boxes from top to bottom, in the middle of the height. */
function column(title, x, entries, height) {
  const top = TOP + (height - entries.length * ROW) / 2;
  return {title, x, entries, y: i => top + i * ROW + (ROW - BOX) / 2};
}

export function flowScene(answer, mode, width) {
  const scene = newScene();
  answer.links.forEach((link, k) => {
    const isLast = k === answer.links.length - 1;
    place(scene, linkScene(link, chainText(answer, k), isLast ? null : chainText(answer, k + 1), mode, width), 0, k === 0 ? 0 : scene.height + 8);
  });
  return scene;
}

/** x and its first `count` indices, by default all. */
export function chainText(answer, count = answer.links.length) {
  return 'x' + answer.links.slice(0, count).map(link => `[${link.expression}]`).join('');
}

/** The flow of one index, of what `from` spells; `to` spells its result, null that of the last. */
function linkScene(answer, from, to, mode, width) {
  const colours = palette();
  const terms = answer.terms;
  const tints = termColours(terms, colours);
  const scene = newScene();
  const columns = answer.isView ? 3 : 4;
  const gap = Math.max(18, Math.min(110, width / (columns * 2.6)));
  const wide = Math.min(190, Math.floor((width - 2 - gap * (columns - 1)) / columns));
  const rows = Math.max(1, answer.x.shape.length, terms.length, answer.view.shape.length, answer.shape.length);
  const height = rows * ROW;
  const fits = Math.floor((wide - 8) / 7.9);
  const at = i => 1 + i * (wide + gap);

  const dims = (shape, tint) => shape.map((size, d) => ({words: dimText(d, size, fits), ...tint(d)}));
  const tintOf = (part, d) => terms.findIndex(term => range(term[part]).includes(d));
  const title = words => abbreviated(words, Math.max(fits, 8));
  const source = column(title(from), at(0), dims(answer.x.shape, d => ({tint: tints[tintOf('source', d)]})), height);
  const middle = column('term', at(1), terms.map((term, t) => ({
    words: abbreviated(term.typed || term.text || '(rest)', fits), tint: tints[t], filled: true,
    title: `${term.text || '(rest)'}: ${term.says}`,
  })), height);
  const named = entry => entry.index && entry.words.length + 8 <= fits ? {...entry, words: `${entry.words} · index`} : entry;
  const result = column(to !== null ? title(to) : mode !== 0 ? 'value' : wide < 76 ? 'y' : 'result y', at(columns - 1), dims(answer.shape, d => {
    const index = !answer.isView && answer.spacePlaces.includes(d);
    const t = index ? terms.findIndex(term => term.indexes) : tintOf('result', d);
    return {tint: tints[t] ?? colours.kept[0], index};
  }).map(named), height);
  const view = answer.isView ? result :
      column('view', at(2), dims(answer.view.shape, d => ({tint: tints[tintOf('view', d)] ?? colours.gone})), height);

  const join = (from, i, to, j, fill, share = [0, 1, 0, 1]) => band(scene,
      from.x + wide, from.y(i) + 3 + (BOX - 6) * share[0], (BOX - 6) * share[1],
      to.x, to.y(j) + 3 + (BOX - 6) * share[2], (BOX - 6) * share[3], {fill, opacity: 0.42});
  terms.forEach((term, t) => {
    const from = range(term.source);
    from.forEach((d, i) => join(source, d, middle, t, tints[t], [0, 1, i / from.length, 1 / from.length]));
    const kept = range(term.view);
    kept.forEach((d, i) => join(middle, t, view, d, tints[t], [i / kept.length, 1 / kept.length, 0, 1]));
    if (answer.isView) return;
    const users = terms.filter(other => other.indexes && other.action !== 'select');
    const place = Math.max(0, users.indexOf(term));
    const ends = resultDims(answer, term);
    if (!term.indexes) {
      ends.forEach((d, i) => join(view, kept[i], result, d, tints[t]));
    } else if (kept.length === 0) {
      // An integer or a bool has no dim in the view: it goes straight to the index dims.
      ends.forEach(d => join(middle, t, result, d, tints[t], [0.35, 0.3, 0.4, 0.2]));
    } else {
      const share = answer.rule === 2 ? 1 : users.length || 1;
      kept.forEach(v => ends.forEach(d => join(view, v, result, d, tints[t],
          [0, 1, answer.rule === 2 ? 0 : place / share, 1 / share])));
    }
  });

  const drawn = answer.isView ? [source, middle, result] : [source, middle, view, result];
  for (const one of drawn) {
    text(scene, one.x + wide / 2, 16, one.title, {fill: colours.muted, size: 12});
    if (one.entries.length === 0 && one !== middle)
      text(scene, one.x + wide / 2, TOP + height / 2 + 4, wide < 76 ? '()' : 'rank 0', {fill: colours.muted});
    one.entries.forEach((entry, i) => {
      const y = one.y(i);
      box(scene, one.x, y, wide, BOX, {fill: colours.page, stroke: entry.tint, stroked: entry.index || entry.filled ? 2.5 : 1.5,
          radius: one === middle ? 15 : 5, title: entry.title});
      text(scene, one.x + wide / 2, y + 19.5, entry.words, {fill: colours.text, bold: entry.filled || entry.index});
    });
  }
  scene.width = width;
  scene.height = TOP + height + 4;
  return scene;
}

function dimText(d, size, fits) {
  const words = `dim ${d}: ${size}`;
  return words.length <= fits ? words : abbreviated(`${d}: ${size}`, fits);
}

function dimsText(dims) {
  return `dim${dims.length > 1 ? 's' : ''} ${dims.join(', ')}`;
}

/** The flow in words, for those who do not see it: each band is where a term takes a dim, or puts it. */
export function flowText(answer, mode) {
  return answer.links.map(link => linkText(link, mode)).join(' ');
}

function linkText(answer, mode) {
  const words = answer.terms.map(term => {
    const taken = range(term.source);
    const made = answer.isView || !term.indexes ? range(term.result) : resultDims(answer, term);
    const takes = taken.length > 0 ? ` takes ${dimsText(taken)} and` : '';
    return `${term.text || 'the rest'}${takes} ${term.says}${made.length > 0 ? `, into ${dimsText(made)} of the ${mode === 0 ? 'result' : 'value'}` : ''}.`;
  });
  return [`${shapeText(answer.x.shape)} becomes ${shapeText(answer.shape)}.`, ...words].join(' ');
}

/** What changed, in a sentence: it is said aloud at each pause while typing. */
export function briefText(answer, mode) {
  const kind = mode === 1 ? 'written in place' : mode === 2 ? 'added in place' : answer.isView ? 'a view' : 'a copy';
  const others = answer.rules.flatMap((rule, r) => rule.same ? [] : [`${readerNames(r)}: ${rule.error ? 'an error' : shapeText(rule.shape)}.`]);
  const shapes = answer.links.map(link => shapeText(link.shape)).join(', then ');
  return [`${shapeText(answer.x.shape)} becomes ${shapes}, ${kind}.`, ...others].join(' ');
}
