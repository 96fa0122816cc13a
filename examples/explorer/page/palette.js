// Colours, after Okabe and Ito's palette, which the colour-blind can tell apart, and Cividis for order.

const LIGHT = {
  page: '#ffffff', text: '#1b1f24', muted: '#5b6470', line: '#b7bec8', cell: '#f3f5f8',
  kept: ['#0072b2', '#009e73', '#56b4e9', '#b8860b'], index: ['#d55e00', '#cc79a7'], gone: '#8a919b',
  mark: '#c2185b',
};
const DARK = {
  page: '#14171c', text: '#e8ebf0', muted: '#a3acb8', line: '#4a525e', cell: '#20252d',
  kept: ['#4aa3dc', '#2fbf94', '#8fd0f5', '#e0bc4a'], index: ['#f08a3c', '#e39cc4'], gone: '#7d8692',
  mark: '#ff6fa5',
};

export function palette() {
  return matchMedia('(prefers-color-scheme: dark)').matches ? DARK : LIGHT;
}

const FIRST = [255, 236, 153];
const MIDDLE = [150, 201, 178];
const LAST = [120, 164, 224];

/** Colour channel c of element k of n: pale yellow, green, blue; dark text is readable on each. */
export function orderChannel(k, n, c) {
  const t = n > 1 ? 2 * k / (n - 1) : 0;
  const [a, b, u] = t < 1 ? [FIRST, MIDDLE, t] : [MIDDLE, LAST, t - 1];
  return Math.round(a[c] + (b[c] - a[c]) * u);
}
export function orderColour(k, n) {
  return `rgb(${orderChannel(k, n, 0)},${orderChannel(k, n, 1)},${orderChannel(k, n, 2)})`;
}
export const ON_ORDER = '#14181f';
