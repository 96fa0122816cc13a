// The page: reads the fields, asks the engine at each keystroke, and shows what it says.
import {cppLine, cppProgram, pythonCode} from './code.js';
import {pictureName, saveSvg, savePng, wholePicture} from './download.js';
import {engineBytes, explore, readNpy, startEngine} from './engine.js';
import {briefText, flowScene, flowText, termColours} from './flow.js';
import {bytesText, nested, plural, product, shapeText, valueText} from './format.js';
import {resultText, sourceText} from './inspect.js';
import {palette} from './palette.js';
import {makeGallery} from './quiz/quiz.js';
import {escaped, sceneSvg} from './scene.js';
import {fromFragment, readerNames, readerOf, READERS, START, toFragment} from './state.js';
import {TensorView} from './tensor_view.js';

const MOST_PRINTED = 2000;
const byId = id => document.getElementById(id);
const fields = {x: byId('x'), names: byId('names'), index: byId('index'), value: byId('value')};

let state = {...START};
let answer = null;  // the last one without an error
let orders = new Map();  // for each element of x that is selected, its places in the result
let flow = null;
let timers = {};

const views = {
  x: new TensorView(byId('view-x'), 'x', position => lightFromSource(position)),
  y: new TensorView(byId('view-y'), 'y', position => lightFromResult(position)),
};

function later(what, milliseconds, f) {
  clearTimeout(timers[what]);
  timers[what] = setTimeout(f, milliseconds);
}

function announce(words) {
  later('announce', 400, () => { byId('announcer').textContent = words; });
}

// ---- What was typed

function readerInput(key) {
  return document.querySelector(`input[name=reader][value=${key}]`);
}

function readFields() {
  for (const [name, field] of Object.entries(fields)) state[name] = field.value;
  fields.x.rows = Math.min(8, state.x.split('\n').length);
  state.mode = Number(document.querySelector('input[name=mode]:checked').value);
  state.reader = document.querySelector('input[name=reader]:checked').value;
}

function writeFields() {
  for (const [name, field] of Object.entries(fields)) field.value = state[name];
  document.querySelector(`input[name=mode][value="${state.mode}"]`).checked = true;
  readerInput(state.reader).checked = true;
}

function changed() {
  readFields();
  update();
  later('link', 250, () => {
    const fragment = toFragment(state);
    if (location.hash !== fragment) history.replaceState(null, '', fragment);
  });
}

function goTo(next) {
  state = {...START, ...next};
  writeFields();
  changed();
}

// ---- Errors, under the character

function showFault(fault) {
  for (const [name, field] of Object.entries(fields)) {
    const shown = byId(`${name}-fault`);
    const here = fault !== null && fault.field === name;
    shown.hidden = !here;
    field.setAttribute('aria-invalid', String(here));
    if (!here) continue;
    const before = field.value.slice(0, fault.position);
    const lines = before.split('\n');
    const line = lines[lines.length - 1];
    shown.querySelector('.caret').style.paddingLeft = `${[...line].length}ch`;
    shown.querySelector('.caret-line').style.marginLeft = `${-field.scrollLeft}px`;
    shown.querySelector('.message').textContent = lines.length > 1 ? `line ${lines.length}: ${fault.message}` : fault.message;
  }
  document.body.classList.toggle('faulty', fault !== null);
}

// ---- What the engine says

function update() {
  byId('value-row').hidden = state.mode === 0;
  const said = explore({...state, rule: READERS[state.reader].rule});
  document.body.classList.toggle('answered', answer !== null || said.ok);
  if (!said.ok) {
    showFault(said);
    announce(`Error in ${said.field}: ${said.message}`);
    return;
  }
  showFault(null);
  answer = said;
  show();
  announce(briefText(answer, state.mode));
}

function show() {
  orders = new Map();
  (answer.cells ?? []).forEach((position, k) => {
    if (orders.has(position)) orders.get(position).push(k);
    else orders.set(position, [k]);
  });
  showSummary();
  showFlow();
  showTensors();
  showReaders();
  showCode();
  showLinks();
  byId('text').textContent = answer.text;
  inspect(hint());
}

/** The places in the result of an element of x. */
function placesOf(position) {
  return orders.get(position) ?? [];
}

const HINT = 'Point at a cell, or walk through the cells with the arrow keys.';

/** What the cells of x show, and what can be done with those that are drawn. */
function hint() {
  if (!views.x.box.hidden) return `The small numbers in x count the elements of ${state.mode === 0 ? 'y' : 'the value'}. ${HINT}`;
  return views.y.box.hidden ? '' : HINT;
}

function showSummary() {
  const {y, x} = answer;
  const badge = byId('badge');
  const view = answer.isView && state.mode === 0;
  const kind = state.mode !== 0 ? (state.mode === 2 ? 'adds in place' : 'writes in place') : answer.isView ? 'view' : 'copy';
  badge.textContent = kind;
  badge.className = view ? 'view' : state.mode === 0 ? 'copy' : 'write';
  byId('shapes').textContent = [x, ...answer.links].map(({shape}) => shapeText(shape)).join(' → ');
  const strides = `strides ${shapeText(y.strides)}, offset ${y.offset}`;
  byId('cost').textContent = state.mode !== 0 ? `${plural(y.elements, 'value')} ${state.mode === 2 ? 'added to' : 'written to'} ${plural(orders.size, 'element')}${duplicatesText()}` :
      view ? `shares x’s memory: no element is copied; ${strides}` : `${plural(y.elements, 'element')}, ${bytesText(y.bytes)} newly allocated; ${strides}`;
  byId('memory').textContent = `x: ${x.dtype}, ${bytesText(product(x.shape) * x.item)}, strides ${shapeText(x.strides)}, offset ${x.offset}`;
}

function duplicatesText() {
  const twice = [...orders.values()].filter(places => places.length > 1).length;
  if (twice === 0) return '';
  return `; ${twice} of them more than once (marked): ${state.mode === 2 ? 'each value is added, where x[…] += v would add only the last' : 'the last value stays'}`;
}

function showFlow() {
  flow = flowScene(answer, state.mode, Math.max(300, Math.min(940, byId('flow').clientWidth)));
  byId('flow').innerHTML = sceneSvg(flow, `role="img" aria-label="${escaped(flowText(answer, state.mode))}"`);
  byId('terms').replaceChildren(...answer.links.flatMap(({terms}) => {
    const tints = termColours(terms, palette());
    return terms.map((term, t) => {
      const entry = document.createElement('li');
      const code = document.createElement('code');
      code.textContent = term.typed || term.text || '(rest)';
      code.style.borderColor = tints[t];
      entry.append(code, ` ${term.says}`);
      return entry;
    });
  }));
  showPlacing();
}

/** Why the dims of the result are where they are, and each rule that gives something else. Its button
    shows it in the same place, and then leads back. */
function showPlacing() {
  const rule = answer.rules[answer.rule];
  const reasons = answer.links.filter(link => link.rules[answer.rule].why).map(link => {
    const index = answer.rule === 2 ? '' : ` The index tensors contribute the dims ${shapeText(link.space)}.`;
    return `${link.rules[answer.rule].why}.${index}`;
  });
  byId('placing').textContent = reasons.length > 0 ? `${READERS[state.reader].name} (${rule.name}): ${reasons.join(' Then ')}` : '';
  const others = answer.rules.flatMap((other, r) => other.same ? [] : [otherRule(other, r)]);
  byId('others').hidden = others.length === 0;
  byId('others').replaceChildren(...(others.length > 0 && rule.prints ? [ownResult(rule), ...others] : others));
}

function otherRule(other, r) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.rule = r;
  button.textContent = `${readerNames(r)}: ${other.error ? 'error' : shapeText(other.shape)}`;
  button.addEventListener('click', () => {
    const before = answer.rule;
    readerInput(readerOf(r)).click();
    byId('others').querySelector(`[data-rule="${before}"]`)?.focus();
  });
  const why = document.createElement('span');
  const order = !other.error && shapeText(other.shape) === shapeText(answer.shape) ? 'the same shape, in another order: ' : '';
  const reason = answer.links.map(link => link.rules[r]).find(one => !one.same)?.why;
  why.textContent = ` ${other.name}: ${order}${other.error ? other.error.slice(other.error.indexOf(': ') + 2) : reason}.`;
  return resultEntry(other, button, why);
}

/** The result of the reader that was chosen, to be seen beside those of the others. */
function ownResult(rule) {
  const name = document.createElement('b');
  name.textContent = `${READERS[state.reader].name}: ${shapeText(rule.shape)}`;
  const entry = resultEntry(rule, name);
  entry.className = 'own';
  return entry;
}

function resultEntry(rule, ...head) {
  const entry = document.createElement('li');
  entry.append(...head);
  if (rule.prints) {
    const printed = document.createElement('pre');
    printed.textContent = rule.prints;
    printed.tabIndex = 0;
    printed.ariaLabel = `The result by ${rule.name}`;
    entry.append(printed);
  }
  return entry;
}

function showTensors() {
  const {x} = answer;
  const writes = state.mode !== 0;
  const total = answer.cells ? answer.cells.length : 1;
  const words = value => valueText(value, x.dtype);
  const longest = values => values ? values.reduce((most, v) => Math.max(most, words(v).length), 1) : 1;
  const shown = writes && answer.after ? answer.after : x.values;
  views.x.show(x.shape, total, longest(shown), x.values && answer.cells ? position => {
    const places = placesOf(position);
    const last = places.length - 1;
    return {words: words(shown[position]), order: last < 0 ? -1 : places[writes ? last : 0],
            orders: places.length > 2 ? `${places[0]},${places[1]},…` : places.join(), mark: last > 0};
  } : null, x.values && answer.cells?.[0]);
  views.y.show(answer.shape, total, longest(answer.values), answer.values && answer.cells ? k => ({
    words: words(answer.values[k]), order: k, orders: String(k),
    mark: writes && placesOf(answer.cells[k]).length > 1,
  }) : null);
  showEdges('x', x.edges ?? (x.values ? nested(x.values, x.shape, '[]', words) : ''));
  showEdges('y', answer.edges ?? '');
  byId('title-x').textContent = writes ? 'x afterwards' : 'x';
  byId('title-y').textContent = writes ? 'value' : 'y';
  const printed = answer.values && answer.values.length <= MOST_PRINTED;
  byId('after-block').hidden = !writes;
  byId('after').textContent = !writes ? '' : !answer.after || answer.after.length > MOST_PRINTED ? 'not printed' :
      nested(answer.after, x.shape, '[]', words);
  byId('values').textContent = printed ? nested(answer.values, answer.shape, '[]', words) : answer.edges || `${plural(answer.y.elements, 'element')}, not printed`;
}

/** What a tensor prints whose cells are not drawn. */
function showEdges(name, words) {
  const printed = byId(`view-${name}`).querySelector('.many pre');
  printed.hidden = words === '';
  printed.textContent = words;
}

function lightFromSource(position) {
  if (!answer || !answer.cells) return;
  views.x.light(position < 0 ? [] : [position]);
  views.y.light(position < 0 ? [] : placesOf(position), true);
  inspect(position < 0 ? hint() : sourceText(answer, state.mode, position, placesOf(position)));
}

function lightFromResult(k) {
  if (!answer || !answer.cells) return;
  views.y.light(k < 0 ? [] : [k]);
  views.x.light(k < 0 ? [] : [answer.cells[k]], true);
  inspect(k < 0 ? hint() : resultText(answer, state.mode, k));
}

function inspect(words) {
  const inspector = byId('inspector');
  inspector.hidden = words === '';
  inspector.classList.toggle('active', !words.endsWith(HINT));
  if (inspector.textContent !== words) inspector.textContent = words;
}

function showReaders() {
  for (const [key, {rule}] of Object.entries(READERS)) {
    const outcome = answer.rules[rule];
    const card = readerInput(key).parentElement;
    card.classList.toggle('differs', !outcome.same);
    card.querySelector('.shape').textContent = outcome.error ? 'error' : shapeText(outcome.shape);
  }
}

function showCode() {
  const line = document.createElement('b');
  line.id = 'code-line';
  line.textContent = cppLine(answer, state);
  const [before, after] = cppProgram(answer, state);
  byId('code-cpp').replaceChildren(before, line, after);
  for (const key of ['numpy', 'torch', 'jax']) byId(`code-${key}`).textContent = pythonCode(key, answer, state);
}

/** The page of the guide on what is shown, its address without an ending, and its title. */
function guidePage() {
  if (state.mode !== 0) return ['writing', 'Writing, duplicates and overlap'];
  if (answer.links.length > 1) return ['indexed_views', 'Indexed views'];
  if (answer.isView) return ['views', 'Views and strides'];
  if (answer.links[0].terms.some(term => term.action === 'mask')) return ['masks', 'Masks'];
  return ['rules', 'The four rules'];
}

/** A page that was opened from disk is in build/… of a clone; else the site is around it. */
function showLinks() {
  const fromDisk = location.protocol === 'file:';
  const [page, title] = guidePage();
  byId('project').href = fromDisk ? '../../README.md' : 'index.html';
  byId('guide').href = fromDisk ? `../../examples/guide/${page}.md` : `guide/${page}.html`;
  byId('guide').textContent = `In the guide: ${title}`;
  byId('whole').href = wholeAddress();
}

/** The address of what is shown, not embedded. */
function wholeAddress() {
  return location.href.split(/[?#]/)[0] + toFragment(state);
}

// ---- Buttons, files

async function copy(button, words) {
  try {
    await navigator.clipboard.writeText(words);
  } catch {
    const area = document.createElement('textarea');
    area.value = words;
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
    button.focus();
  }
  const label = button.textContent;
  if (label === 'Copied') return;
  announce('Copied.');
  button.textContent = 'Copied';
  setTimeout(() => { button.textContent = label; }, 1200);
}

function picture() {
  const parts = [];
  if (!views.x.box.hidden) parts.push({title: byId('title-x').textContent, picture: views.x.scene});
  if (!views.y.box.hidden) parts.push({title: byId('title-y').textContent, picture: views.y.scene});
  return wholePicture(answer, flow, parts);
}

async function readFile(file) {
  if (file.size > 64 << 20) return announceFile('this file is larger than 64 MB');
  const read = readNpy(new Uint8Array(await file.arrayBuffer()));
  if (read.message) return announceFile(`${file.name}: ${read.message}`);
  fields.x.value = read.text;
  announceFile(read.text.startsWith('(') ? `${file.name}: only its shape is shown` : `${file.name} is x`);
  return changed();
}

function announceFile(words) {
  byId('file-said').textContent = words;
}

function listen() {
  for (const field of Object.values(fields)) {
    field.addEventListener('input', changed);
    field.addEventListener('scroll', () => {
      byId(`${field.id}-fault`).querySelector('.caret-line').style.marginLeft = `${-field.scrollLeft}px`;
    });
  }
  for (const input of document.querySelectorAll('input[type=radio]')) input.addEventListener('change', changed);
  for (const chip of document.querySelectorAll('.chips button')) {
    chip.addEventListener('click', () => {
      fields.index.value = chip.textContent;
      changed();
    });
  }
  for (const button of document.querySelectorAll('button[data-copy]'))
    button.addEventListener('click', () => copy(button, byId(button.dataset.copy).textContent));
  byId('link').addEventListener('click', () => copy(byId('link'), wholeAddress()));
  byId('svg').addEventListener('click', () => answer && saveSvg(picture(), pictureName(answer)));
  byId('png').addEventListener('click', () => answer && savePng(picture(), pictureName(answer)));
  byId('file').addEventListener('change', event => event.target.files.length > 0 && readFile(event.target.files[0]));
  // A browser leaves the ends of lines out of a field of one line.
  fields.names.addEventListener('paste', event => {
    const pasted = event.clipboardData.getData('text');
    if (!/\n\s*\S/.test(pasted)) return;
    event.preventDefault();
    document.execCommand('insertText', false, pasted.trim().replace(/\s*;?\s*\n\s*/g, '; '));
  });
  document.addEventListener('dragover', event => event.preventDefault());
  document.addEventListener('drop', event => {
    event.preventDefault();
    if (event.dataTransfer.files.length > 0) readFile(event.dataTransfer.files[0]);
  });
  addEventListener('hashchange', () => goTo(fromFragment(location.hash) ?? START));
  addEventListener('resize', () => later('resize', 60, () => answer && show()));
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => answer && show());
}

makeGallery(byId('gallery'), item => {
  goTo({x: item.x, names: item.names, index: item.index, value: item.value, reader: readerOf(item.rule), mode: item.mode});
});
const embedded = new URLSearchParams(location.search).get('embed') === '1';
document.body.classList.toggle('embed', embedded);
byId('controls').open = !embedded;
listen();
window.explorer = {explore, engineBytes};  // for the console, and the tests
state = fromFragment(location.hash) ?? {...START};
writeFields();
startEngine().then(() => {
  update();
  document.body.dataset.ready = String(Math.round(performance.now()));
}, () => announceFile('This browser cannot run the engine: it needs WebAssembly with exceptions.'));
