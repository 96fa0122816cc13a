// The picture of an index as one scene, and its download as SVG or PNG.
import {shapeText} from './format.js';
import {chainText} from './flow.js';
import {palette} from './palette.js';
import {box, newScene, paintScene, place, sceneSvg, text} from './scene.js';

export function wholePicture(answer, flow, parts) {
  const colours = palette();
  const scene = newScene();
  const left = 16;
  const rule = answer.rules[answer.rule];
  place(scene, flow, left, 56);
  for (const {name, why} of answer.links.map(link => link.rules[answer.rule])) {
    if (!why) continue;
    scene.height += 22;
    text(scene, left, scene.height - 4, `${name}: ${why}.`, {anchor: 'start', fill: colours.muted});
    scene.width = Math.max(scene.width, left + 7.9 * (name.length + why.length + 3));
  }
  // Side by side if they fit below the flow.
  const beside = parts.reduce((sum, {picture}) => sum + picture.width + 60, left - 60) <= scene.width;
  let x = left;
  let y = scene.height + 40;
  for (const {title, picture} of parts) {
    text(scene, x, y - 10, title, {anchor: 'start', fill: colours.text, bold: true});
    place(scene, picture, x, y);
    if (beside) x += picture.width + 60;
    else y = scene.height + 40;
  }
  scene.width = Math.max(scene.width + 16, 420);
  scene.height += 44;
  const made = newScene();
  made.width = scene.width;
  made.height = scene.height;
  box(made, 0, 0, made.width, made.height, {fill: colours.page});
  text(made, left, 26, chainText(answer), {size: 16, anchor: 'start', fill: colours.text, bold: true});
  text(made, left, 46, `${rule.name}: ${shapeText(answer.x.shape)} becomes ${shapeText(answer.shape)}, ${answer.isView ? 'a view' : 'a copy'}`,
      {anchor: 'start', fill: colours.muted});
  const credit = location.protocol === 'file:' ? '' : `, ${location.host}${location.pathname}`;
  text(made, left, made.height - 14, `ndx index explorer${credit}`, {size: 11, anchor: 'start', fill: colours.muted});
  made.items.push(...scene.items);
  return made;
}

/** The name of a file of that picture: the index, without what file systems do not take, and its rule. */
export function pictureName(answer) {
  const index = chainText(answer).replaceAll(' ', '').replace(/[^\w,.[\]-]/g, '_').slice(0, 60);
  return `ndx-${index}-${answer.rules[answer.rule].name}`;
}

function save(blob, name) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function saveSvg(scene, name) {
  save(new Blob([sceneSvg(scene)], {type: 'image/svg+xml'}), `${name}.svg`);
}
export function savePng(scene, name) {
  const canvas = document.createElement('canvas');
  paintScene(scene, canvas, 2);
  canvas.toBlob(blob => save(blob, `${name}.png`));
}
