// A scene: a picture as a list of boxes, bands and texts, painted on a canvas or written as SVG.

export const FONT = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';

export function newScene() {
  return {width: 0, height: 0, items: []};
}
export function box(scene, x, y, w, h, style) {
  scene.items.push({kind: 'box', x, y, w, h, ...style});
}
/** A band from one column to the next; y and h are those of its two ends. */
export function band(scene, x0, y0, h0, x1, y1, h1, style) {
  scene.items.push({kind: 'band', x0, y0, h0, x1, y1, h1, ...style});
}
export function text(scene, x, y, words, style) {
  scene.items.push({kind: 'text', x, y, words: String(words), size: 13, anchor: 'middle', ...style});
}

/** Puts a scene into another one, moved. */
export function place(scene, part, x, y) {
  for (const item of part.items) {
    scene.items.push(item.kind === 'band' ?
        {...item, x0: item.x0 + x, x1: item.x1 + x, y0: item.y0 + y, y1: item.y1 + y} :
        {...item, x: item.x + x, y: item.y + y});
  }
  scene.width = Math.max(scene.width, x + part.width);
  scene.height = Math.max(scene.height, y + part.height);
}

/** Many cells without text: `colours` holds four bytes for each, row-major. */
export function grid(scene, x, y, cols, w, h, colours) {
  scene.items.push({kind: 'grid', x, y, cols, w, h, colours});
}

export function escaped(words) {
  return words.replace(/[&<>"]/g, c => ({'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'})[c]);
}

function bandPath(b) {
  const m = (b.x0 + b.x1) / 2;
  return `M${b.x0} ${b.y0}C${m} ${b.y0} ${m} ${b.y1} ${b.x1} ${b.y1}V${b.y1 + b.h1}` +
      `C${m} ${b.y1 + b.h1} ${m} ${b.y0 + b.h0} ${b.x0} ${b.y0 + b.h0}Z`;
}

function itemSvg(item) {
  const title = item.title ? `<title>${escaped(item.title)}</title>` : '';
  if (item.kind === 'band')
    return `<path d="${bandPath(item)}" fill="${item.fill}" fill-opacity="${item.opacity ?? 1}">${title}</path>`;
  if (item.kind === 'grid') return gridSvg(item);
  if (item.kind === 'box') {
    const dash = item.dash ? ' stroke-dasharray="4 3"' : '';
    return `<rect x="${item.x}" y="${item.y}" width="${item.w}" height="${item.h}" rx="${item.radius ?? 0}" ` +
        `fill="${item.fill}" stroke="${item.stroke ?? 'none'}" stroke-width="${item.stroked ?? 1}"${dash}>${title}</rect>`;
  }
  return `<text x="${item.x}" y="${item.y}" font-size="${item.size}" text-anchor="${item.anchor}" ` +
      `fill="${item.fill}"${item.bold ? ' font-weight="bold"' : ''}>${escaped(item.words)}</text>`;
}

/** One box for each run of cells of one colour. */
function gridSvg({x, y, cols, w, h, colours}) {
  const words = new Uint32Array(colours.buffer);
  let boxes = '';
  for (let i = 0; i < words.length;) {
    const end = Math.min(words.length, (Math.floor(i / cols) + 1) * cols);
    let next = i + 1;
    while (next < end && words[next] === words[i]) ++next;
    const rgb = colours.subarray(4 * i, 4 * i + 3).join(',');
    boxes += `<rect x="${x + (i % cols) * w}" y="${y + Math.floor(i / cols) * h}" width="${(next - i) * w}" height="${h}" fill="rgb(${rgb})"/>`;
    i = next;
  }
  return boxes;
}

/** Draws one pixel a cell, and enlarges that. */
function paintGrid(pen, {x, y, cols, w, h, colours}) {
  const rows = colours.length / 4 / cols;
  const small = document.createElement('canvas');
  small.width = cols;
  small.height = rows;
  small.getContext('2d').putImageData(new ImageData(colours, cols, rows), 0, 0);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(small, x, y, cols * w, rows * h);
}

/** The scene as an SVG document on its own; `attributes` go into its first element. */
export function sceneSvg(scene, attributes = '') {
  const size = `width="${scene.width}" height="${scene.height}" viewBox="0 0 ${scene.width} ${scene.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escaped(FONT)}" ${attributes}>` +
      `${scene.items.map(itemSvg).join('')}</svg>`;
}

function paintItem(pen, item) {
  if (item.kind === 'grid') {
    paintGrid(pen, item);
  } else if (item.kind === 'band') {
    pen.globalAlpha = item.opacity ?? 1;
    pen.fillStyle = item.fill;
    pen.fill(new Path2D(bandPath(item)));
    pen.globalAlpha = 1;
  } else if (item.kind === 'box') {
    pen.fillStyle = item.fill;
    pen.setLineDash(item.dash ? [4, 3] : []);
    if (item.radius) {
      pen.beginPath();
      pen.roundRect(item.x, item.y, item.w, item.h, item.radius);
      if (item.fill !== 'none') pen.fill();
    } else if (item.fill !== 'none') {
      pen.fillRect(item.x, item.y, item.w, item.h);
    }
    if (!item.stroke) return;
    pen.strokeStyle = item.stroke;
    pen.lineWidth = item.stroked ?? 1;
    if (item.radius) pen.stroke();
    else pen.strokeRect(item.x, item.y, item.w, item.h);
  } else {
    const font = `${item.bold ? 'bold ' : ''}${item.size}px ${FONT}`;
    if (pen.lastFont !== font) pen.font = pen.lastFont = font;
    pen.textAlign = item.anchor === 'middle' ? 'center' : item.anchor;
    pen.fillStyle = item.fill;
    pen.fillText(item.words, item.x, item.y);
  }
}

/** Paints the scene on a canvas, which takes its size. */
export function paintScene(scene, canvas, scale = devicePixelRatio || 1) {
  canvas.width = Math.ceil(scene.width * scale);
  canvas.height = Math.ceil(scene.height * scale);
  canvas.style.width = `${scene.width}px`;
  canvas.style.height = `${scene.height}px`;
  const pen = canvas.getContext('2d');
  pen.scale(scale, scale);
  pen.lastFont = '';
  for (const item of scene.items) paintItem(pen, item);
}
