// What the page is about, as its address says it: the fields as the fragment of the URL.

/** Who reads the index, and by which of the library's rules, as the engine numbers them. */
export const READERS = {
  numpy: {name: 'NumPy', rule: 1},
  torch: {name: 'PyTorch', rule: 0},
  jax: {name: 'JAX', rule: 1},
  outer: {name: 'outer', rule: 2},
  vectorised: {name: 'vectorised', rule: 3},
};

/** The first of them that reads by a rule; undefined for no rule. */
export function readerOf(rule) {
  return Object.keys(READERS).find(key => READERS[key].rule === rule);
}

/** The names of all that read by a rule. */
export function readerNames(rule) {
  return Object.values(READERS).filter(reader => reader.rule === rule).map(reader => reader.name).join(', ');
}

export const START = {x: '(2, 3, 4)', names: 'i = [0, 2]', index: '0, :, i', value: '', reader: 'torch', mode: 0};
const KEYS = {x: 'x', names: 'n', index: 'i', value: 'v', reader: 'by', mode: 'mode'};

export function toFragment(state) {
  const written = new URLSearchParams();
  for (const [field, key] of Object.entries(KEYS)) {
    const usual = {names: '', value: '', reader: START.reader, mode: 0};
    if (state[field] !== usual[field]) written.set(key, state[field]);
  }
  return `#${written}`;
}

/** The state that a fragment says; null if it says none. */
export function fromFragment(fragment) {
  const read = new URLSearchParams(fragment.slice(1));
  if (!read.has('x')) return null;
  // Links of before the readers had names hold the number of the rule.
  const state = {...START, names: '', index: '', reader: readerOf(Number(read.get('rule'))) ?? START.reader};
  for (const [field, key] of Object.entries(KEYS)) {
    if (!read.has(key)) continue;
    const given = read.get(key).slice(0, 200000);
    if (field === 'reader') state.reader = Object.hasOwn(READERS, given) ? given : START.reader;
    else if (field === 'mode') state.mode = ['1', '2'].includes(given) ? Number(given) : 0;
    else state[field] = given;
  }
  return state;
}
