// One tensor on the page: its canvas, its sliders, and the keys and the pointer that walk its cells.
import {cellGeometry, cellScene, cornerOf, positionAfter, positionAt} from './cells.js';
import {coordinates, element, product} from './format.js';
import {paintScene} from './scene.js';
import {palette} from './palette.js';

export class TensorView {
  /** `root` holds .sliders and .cells with two canvases; point(position) is called with -1 for none. */
  constructor(root, name, point) {
    this.root = root;
    this.name = name;
    this.point = point;
    this.lead = [];
    this.position = -1;
    this.sliders = root.querySelector('.sliders');
    this.box = root.querySelector('.cells');
    [this.canvas, this.lights] = root.querySelectorAll('canvas');
    this.box.addEventListener('pointermove', event => this.pointed(event));
    this.box.addEventListener('pointerdown', event => this.pointed(event));
    this.box.addEventListener('pointerleave', () => this.point(-1));
    this.box.addEventListener('keydown', event => this.pressed(event));
    this.box.addEventListener('focus', () => {
      if (this.box.matches(':focus-visible')) this.walk(this.position < 0 ? this.geometry.base : this.position);
    });
    this.box.addEventListener('blur', () => this.point(-1));
  }

  /** Shows a shape; cell(position) as in cellScene, null if there are too many elements to draw. New
      sliders show the element `first`. */
  show(shape, total, longest, cell, first = 0) {
    this.shape = shape;
    this.total = total;
    this.longest = longest;
    this.cell = cell;
    this.box.hidden = cell === null;
    this.root.querySelector('.many').hidden = cell !== null;
    this.makeSliders(cell === null ? 0 : Math.max(0, shape.length - 3), first);
    if (cell !== null) this.draw();
  }

  makeSliders(count, first) {
    const wanted = Array.from({length: count}, (_, d) => this.shape[d]).join();
    if (this.sliders.dataset.sizes !== wanted) {
      this.sliders.dataset.sizes = wanted;
      this.lead = coordinates(this.shape, first).slice(0, count);
      this.sliders.replaceChildren(...this.lead.map((_, d) => this.slider(d)));
    }
  }
  slider(d) {
    const label = document.createElement('label');
    const input = document.createElement('input');
    Object.assign(input, {type: 'range', min: 0, max: Math.max(0, this.shape[d] - 1)});
    input.value = this.lead[d];
    const span = document.createElement('span');
    span.textContent = this.sliderText(d);
    input.addEventListener('input', () => {
      this.lead[d] = Number(input.value);
      span.textContent = this.sliderText(d);
      this.draw();
    });
    label.append(span, input);
    return label;
  }
  sliderText(d) {
    return `${this.name} dim ${d}: ${this.lead[d]}`;
  }

  /** Moves the sliders so that an element is shown. */
  reveal(position) {
    this.lead = coordinates(this.shape, position).slice(0, this.lead.length);
    [...this.sliders.children].forEach((label, d) => {
      label.firstChild.textContent = this.sliderText(d);
      label.lastChild.value = this.lead[d];
    });
    this.draw();
  }

  draw() {
    const width = this.root.clientWidth - 2;
    this.geometry = cellGeometry(this.shape, this.lead, this.longest, width);
    this.scene = cellScene(this.geometry, this.name, this.shape, this.total, this.cell);
    paintScene(this.scene, this.canvas);
    this.light([]);
    if (this.position >= product(this.shape)) this.position = -1;
  }

  /** Frames the cells at these positions, as far as they are shown; with `reveal`, at least one. */
  light(positions, reveal = false) {
    if (this.box.hidden) return;
    if (reveal && positions.length > 0 && !positions.some(position => cornerOf(this.geometry, position)))
      this.reveal(positions[0]);
    const {geometry: g} = this;
    const frames = {width: this.scene.width, height: this.scene.height, items: []};
    for (const position of positions) {
      const corner = cornerOf(g, position);
      if (corner) frames.items.push({kind: 'box', x: corner.x + 1, y: corner.y + 1, w: g.w - 2, h: g.h - 2, fill: 'none', stroke: palette().mark, stroked: 3});
    }
    paintScene(frames, this.lights);
  }

  pointed(event) {
    const {left, top} = this.canvas.getBoundingClientRect();
    const position = product(this.shape) === 0 ? -1 : positionAt(this.geometry, event.clientX - left, event.clientY - top);
    this.box.title = position < 0 ? '' : element(this.name, this.shape, position);
    this.point(position);
  }
  pressed(event) {
    if (event.key === 'Escape') return this.point(-1);
    const from = this.position < 0 ? this.geometry.base : this.position;
    const to = positionAfter(this.geometry, from, event.key);
    if (to === null) return undefined;
    event.preventDefault();
    return this.walk(to);
  }
  walk(position) {
    if (product(this.shape) === 0) return;
    this.position = position;
    this.point(position);
  }
}
