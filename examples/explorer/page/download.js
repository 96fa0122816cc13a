// The picture of an index as one scene, and its download as SVG or PNG.
import {shapeText} from './format.js';
import {palette} from './palette.js';
import {box, newScene, paintScene, place, sceneSvg, text} from './scene.js';

export function wholePicture(answer, flow, parts) {
  const colours = palette();
  const scene = newScene();
  const left = 16;
  const rule = answer.rules[answer.rule].name;
  place(scene, flow, left, 56);
  for (const {title, picture} of parts) {
    const y = scene.height + 34;
    scene.items.push({kind: 'text', x: left, y: y - 10, words: title, size: 13, anchor: 'start', fill: colours.text, bold: true});
    place(scene, picture, left, y);
  }
  scene.width = Math.max(scene.width + 16, 420);
  scene.height += 16;
  const made = newScene();
  made.width = scene.width;
  made.height = scene.height;
  box(made, 0, 0, made.width, made.height, {fill: colours.page});
  text(made, left, 26, `x[${answer.expression}]`, {size: 16, anchor: 'start', fill: colours.text, bold: true});
  text(made, left, 46, `${rule}: ${shapeText(answer.x.shape)} becomes ${shapeText(answer.shape)}, ${answer.isView ? 'a view' : 'a copy'}`,
      {anchor: 'start', fill: colours.muted});
  made.items.push(...scene.items);
  return made;
}

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function saveSvg(scene) {
  save(new Blob([sceneSvg(scene)], {type: 'image/svg+xml'}), 'index.svg');
}
export function savePng(scene) {
  const canvas = document.createElement('canvas');
  paintScene(scene, canvas, 2);
  canvas.toBlob(blob => save(blob, 'index.png'));
}
