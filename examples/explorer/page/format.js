// How shapes, coordinates and numbers are written.

export function shapeText(shape) {
  return `(${shape.join(', ')})`;
}

export function product(shape) {
  return shape.reduce((a, b) => a * b, 1);
}

/** The coordinates of a row-major position; zeros where there are no elements. */
export function coordinates(shape, position) {
  if (shape.includes(0)) return shape.map(() => 0);
  const at = new Array(shape.length);
  for (let d = shape.length - 1; d >= 0; --d) {
    at[d] = position % shape[d];
    position = Math.floor(position / shape[d]);
  }
  return at;
}

export function element(name, shape, position) {
  return shape.length === 0 ? `${name}[()]` : `${name}[${coordinates(shape, position).join(', ')}]`;
}

/** For example "0 + 1·12 + 2·4 = 20": where an element is in memory. */
export function offsetText({shape, strides, offset}, position) {
  const terms = coordinates(shape, position).map((c, d) => `${c}·${strides[d] < 0 ? `(${strides[d]})` : strides[d]}`);
  const sum = coordinates(shape, position).reduce((s, c, d) => s + c * strides[d], offset);
  return terms.length === 0 ? `${sum}` : `${[offset, ...terms].join(' + ')} = ${sum}`;
}

/** A value in a cell or a list: floating-point numbers keep their point. */
export function valueText(value, dtype) {
  if (dtype === 'bool') return value === true || value === 1 ? 'True' : 'False';
  if (dtype !== 'float64' || typeof value === 'string') return String(value);
  const short = String(Number(value.toPrecision(8)));
  return /[.e]/.test(short) ? short : `${short}.`;
}

/** Values in row-major order as nested lists. */
export function nested(values, shape, brackets, write) {
  let next = 0;
  const list = dim => {
    if (dim === shape.length) return write(values[next++]);
    const items = [];
    for (let i = 0; i < shape[dim]; ++i) items.push(list(dim + 1));
    return brackets[0] + items.join(', ') + brackets[1];
  };
  return list(0);
}

export function abbreviated(words, most) {
  return words.length <= most ? words : `${words.slice(0, Math.max(1, most - 1))}…`;
}

export function plural(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** "48 bytes", and for many also "80,000,000,000 bytes (80 GB)". */
export function bytesText(count) {
  const units = ['MB', 'GB', 'TB', 'PB', 'EB'];
  const power = Math.min(Math.floor(Math.log10(Math.max(1, count)) / 3) - 2, units.length - 1);
  return plural(count, 'byte') + (power < 0 ? '' : ` (${Number((count / 1000 ** (power + 2)).toPrecision(3))} ${units[power]})`);
}
