// A tensor as cells: planes of its last two dims, side by side for the dim before, a slider for each
// dim before that. Knows where each element is drawn; main.js says what is in it.
import {product} from './format.js';
import {ON_ORDER, orderChannel, orderColour, palette} from './palette.js';
import {box, grid, newScene, text} from './scene.js';

const GAP = 22;
const LABEL = 16;
const SMALL = 24;  // cells below this width have no text

/** Where the elements of a shape are drawn. `lead` are the sliders' indices, `longest` is the number of
    characters of the longest value. */
export function cellGeometry(shape, lead, longest, width) {
  const rank = shape.length;
  const cols = rank > 0 ? shape[rank - 1] : 1;
  const rows = rank > 1 ? shape[rank - 2] : 1;
  const planes = rank > 2 ? shape[rank - 3] : 1;
  const count = cols * rows * planes;
  const w = count > 2500 ? 9 : count > 700 ? 16 : Math.min(64, Math.max(count > 200 ? 30 : 42, 12 + 7.4 * longest));
  const h = count > 2500 ? 9 : count > 700 ? 16 : count > 200 ? 26 : 34;
  const label = rank > 2 ? LABEL : 0;
  const across = Math.max(1, Math.min(planes, Math.floor((width + GAP) / (cols * w + GAP))));
  const down = Math.ceil(planes / across);
  let base = 0;
  for (let d = 0; d + 3 < rank; ++d) base = base * shape[d] + lead[d];
  base *= count;
  const corner = plane => ({
    x: (plane % across) * (cols * w + GAP) + 1,
    y: Math.floor(plane / across) * (rows * h + GAP + label) + label + 1,
  });
  return {
    cols, rows, planes, count, w, h, label, base, corner,
    width: across * (cols * w + GAP) - GAP + 2,
    height: down * (rows * h + GAP + label) - GAP + 2,
  };
}

/** The corner of the element at a row-major position; null if it is not on a plane that is shown. */
export function cornerOf(g, position) {
  const local = position - g.base;
  if (local < 0 || local >= g.count) return null;
  const plane = Math.floor(local / (g.rows * g.cols));
  const {x, y} = g.corner(plane);
  return {x: x + (local % g.cols) * g.w, y: y + (Math.floor(local / g.cols) % g.rows) * g.h};
}

/** The position of the element at a point; -1 if there is none. */
export function positionAt(g, x, y) {
  for (let plane = 0; plane < g.planes; ++plane) {
    const corner = g.corner(plane);
    const col = Math.floor((x - corner.x) / g.w);
    const row = Math.floor((y - corner.y) / g.h);
    if (col >= 0 && col < g.cols && row >= 0 && row < g.rows)
      return g.base + (plane * g.rows + row) * g.cols + col;
  }
  return -1;
}

/** Where an arrow key leads from a position, within the planes that are shown. */
export function positionAfter(g, position, key) {
  const plane = g.cols * g.rows;
  const steps = {ArrowLeft: -1, ArrowRight: 1, ArrowUp: -g.cols, ArrowDown: g.cols, PageUp: -plane, PageDown: plane};
  if (key === 'Home') return g.base;
  if (key === 'End') return g.base + g.count - 1;
  if (!(key in steps)) return null;
  const next = position + steps[key];
  return next < g.base || next >= g.base + g.count ? position : next;
}

/** A plane whose cells are too small for text: colours alone, a mark where an element is there twice. */
function smallPlane(scene, g, plane, total, cell, colours) {
  const size = g.rows * g.cols;
  const bytes = new Uint8ClampedArray(4 * size);
  const channels = hex => [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16));
  const plain = channels(colours.cell);
  const marked = channels(colours.mark);
  for (let i = 0; i < size; ++i) {
    const {order, mark} = cell(g.base + plane * size + i);
    for (let c = 0; c < 3; ++c) bytes[4 * i + c] = mark ? marked[c] : order < 0 ? plain[c] : orderChannel(order, total, c);
    bytes[4 * i + 3] = 255;
  }
  const {x, y} = g.corner(plane);
  grid(scene, x, y, g.cols, g.w, g.h, bytes);
  box(scene, x, y, g.cols * g.w, g.rows * g.h, {fill: 'none', stroke: colours.line});
}

/** The cells as a scene. cell(position) gives {words, order, orders, mark}: the value, its place in the
    result's order (-1 for none), that as text, and whether it is marked. */
export function cellScene(g, name, shape, total, cell) {
  const colours = palette();
  const scene = newScene();
  scene.width = g.width;
  scene.height = g.height;
  if (product(shape) === 0) {
    scene.width = Math.max(scene.width, 220);
    scene.height = 30;
    text(scene, 4, 20, 'no elements', {fill: colours.muted, anchor: 'start'});
    return scene;
  }
  for (let plane = 0; g.label && plane < g.planes; ++plane) {
    const {x, y} = g.corner(plane);
    text(scene, x, y - 5, `${name}[${shape.length > 3 ? '…, ' : ''}${plane}]`, {fill: colours.muted, size: 11, anchor: 'start'});
  }
  if (g.w < SMALL) {
    for (let plane = 0; plane < g.planes; ++plane) smallPlane(scene, g, plane, total, cell, colours);
    return scene;
  }
  for (let i = 0; i < g.count; ++i) {
    const position = g.base + i;
    const {x, y} = cornerOf(g, position);
    const {words, order, orders, mark} = cell(position);
    const chosen = order >= 0;
    box(scene, x, y, g.w, g.h, {fill: chosen ? orderColour(order, total) : colours.cell, stroke: colours.line});
    if (mark) box(scene, x + g.w - 6, y + 1, 5, 5, {fill: colours.mark});
    const size = g.w >= 7.4 * words.length + 4 ? 13 : Math.max(7, Math.floor((g.w - 4) / (0.6 * words.length)));
    const tall = g.h >= 34;
    text(scene, x + g.w / 2, y + (tall ? 25 : g.h / 2 + 5), words,
        {fill: chosen ? ON_ORDER : colours.muted, size, bold: chosen});
    if (tall && chosen) text(scene, x + 3, y + 10, orders, {fill: ON_ORDER, size: 9, anchor: 'start'});
  }
  return scene;
}
