// What the page is about, as its address says it: the fields as the fragment of the URL.

export const START = {x: '(2, 3, 4)', names: 'i = [0, 2]', index: '0, :, i', value: '', rule: 0, mode: 0};
const KEYS = {x: 'x', names: 'n', index: 'i', value: 'v', rule: 'rule', mode: 'mode'};

export function toFragment(state) {
  const written = new URLSearchParams();
  for (const [field, key] of Object.entries(KEYS)) {
    if (field === 'x' || field === 'index' || String(state[field]) !== (field === 'rule' || field === 'mode' ? '0' : ''))
      written.set(key, state[field]);
  }
  return `#${written}`;
}

/** The state that a fragment says; null if it says none. */
export function fromFragment(fragment) {
  const read = new URLSearchParams(fragment.slice(1));
  if (!read.has('x')) return null;
  const state = {...START, names: '', index: ''};
  for (const [field, key] of Object.entries(KEYS)) {
    if (!read.has(key)) continue;
    const number = Math.trunc(Number(read.get(key)));
    if (field === 'rule') state.rule = number >= 0 && number < 4 ? number : 0;
    else if (field === 'mode') state.mode = number >= 0 && number < 3 ? number : 0;
    else state[field] = read.get(key).slice(0, 200000);
  }
  return state;
}
