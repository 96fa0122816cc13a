// The same expression as ndx, NumPy, PyTorch and JAX spell it.
//
// Where a library's own index follows another rule, the expression is written as the view that the basic
// terms make, with the index tensors read off it and their dims moved to their places.
import {chainText} from './flow.js';
import {bytesText, nested, product, shapeText} from './format.js';

const MOST_SPELLED = 200;  // elements that are spelled
const MOST_COUNTED = 2 ** 27;  // elements of an x that a program makes: 1 GB

const LIBRARIES = {
  numpy: {name: 'NumPy', module: 'np', head: 'import numpy as np', rule: 1, array: 'np.array', move: 'np.moveaxis'},
  torch: {name: 'PyTorch', module: 'torch', head: 'import torch', rule: 0, array: 'torch.tensor', move: 'torch.movedim'},
  jax: {name: 'JAX', module: 'jnp', head: 'import jax\nimport jax.numpy as jnp\njax.config.update("jax_enable_x64", True)', rule: 1, array: 'jnp.array', move: 'jnp.moveaxis'},
};

function pythonTuple(shape) {
  return shape.length === 1 ? `(${shape[0]},)` : shapeText(shape);
}

function pythonValue(value) {
  if (value === true) return 'True';
  if (value === false) return 'False';
  return typeof value === 'string' && /^-?(nan|inf)$/.test(value) ? `float("${value}")` : String(value);
}

/** A tensor in Python, from {shape, values, dtype}; zeros where it has too many elements to spell. */
function pythonArray(library, {shape, values, dtype}) {
  const kinds = {bool: 'bool', int64: 'int64', float64: 'float64'};
  const kind = library.module === 'torch' || library.module === 'jnp' ? `${library.module}.${kinds[dtype]}${library.module === 'jnp' && dtype === 'bool' ? '_' : ''}` :
      dtype === 'bool' ? 'bool' : `np.${kinds[dtype]}`;
  if (values && values.length > 0 && values.length <= MOST_SPELLED) {
    const typed = dtype === 'float64' ? `, dtype=${kind}` : '';
    return `${library.array}(${nested(values, shape, '[]', pythonValue)}${typed})`;
  }
  return `${library.module}.zeros(${pythonTuple(shape)}, dtype=${kind})${product(shape) > MOST_SPELLED ? '  # your values' : ''}`;
}

function cppValue(value) {
  return typeof value === 'string' && /^-?(nan|inf)$/.test(value) ? value.replace('nan', 'NAN').replace('inf', 'INFINITY') :
      String(value);
}

const CPP_RULES = ['views_first', 'numpy', 'outer', 'vectorized'];
const CPP_TYPES = {bool: 'bool', int64: 'std::int64_t', float64: 'double'};

/** A tensor in C++. One that is only an index may have any type of integer. */
function cppArray({shape, values, dtype}, isIndex = false) {
  if (!values || values.length === 0 || values.length > MOST_SPELLED)
    return `zeros<${CPP_TYPES[dtype]}>({${shape.join(', ')}})`;
  const type = isIndex && dtype !== 'float64' ? '' : `<${CPP_TYPES[dtype]}>`;
  return `tensor${type}(${nested(values, shape, '{}', cppValue)})`;
}

/** Whether the first field was a shape: x counts its elements. */
function isCounted(x) {
  return x.dtype === 'int64' && x.offset === 0 && (!x.values || x.values.every((v, i) => v === i));
}

/** Of an x that is too large to be made, a comment that says so; programs read its shape from one zero, repeated. */
function tooLarge(x, comment) {
  return product(x.shape) > MOST_COUNTED ? `${comment} x would take ${bytesText(product(x.shape) * x.item)}; here it is one zero, repeated.` : '';
}

/** An operand that was typed, if it is spelled by names and operators alone; all languages take it so. */
function isSpelledByNames(typed, names) {
  const words = typed.match(/[A-Za-z_]\w*/g) ?? [];
  return /^[\w\s<>=!&|~%+*()-]+$/.test(typed) && words.length > 0 && !/^\s*-?\d/.test(typed) &&
      words.every(word => word === 'x' || names.some(({name}) => name === word));
}

/** That operand in C++, where comparisons bind more tightly than & and |; in Python it is the other way round.
    What is in parentheses is an operand of its own. */
function cppOperand(typed) {
  const inner = typed.match(/\(([^()]*)\)/);
  if (inner) {
    const place = `{${inner.index}}`;
    return cppOperand(typed.replace(inner[0], place)).replace(place, `(${cppOperand(inner[1])})`);
  }
  const [, left, comparison, right] = typed.match(/^(.*?)(==|!=|<=|>=|<|>)(.*)$/s) ?? [];
  if (comparison === undefined) return typed;
  const wrapped = side => /[&|^]/.test(side) ? `(${side.trim()})` : side.trim();
  return `${wrapped(left)} ${comparison} ${wrapped(right)}`;
}

/** The names in the order of their definitions, each with its expression if all languages take that. */
function namesInOrder(answer, request) {
  const typed = new Map();
  for (const [, name, expression] of request.names.matchAll(/(?:^|[;\n])\s*(\w+)\s*=([^;\n]*)/g))
    typed.set(name, typed.has(name) ? null : expression.trim());  // defined twice: only the last elements count
  const places = [...typed.keys()];
  const sorted = [...answer.names].sort((a, b) => places.indexOf(a.name) - places.indexOf(b.name));
  const before = [];
  return sorted.map(entry => {
    const expression = typed.get(entry.name);
    if (!expression) return entry;
    const named = isSpelledByNames(expression, before) ? {...entry, expression} : entry;
    before.push(entry);
    return named;
  });
}

/** The parts of an answer that all languages need. */
function parts(answer, request) {
  const own = link => link.terms.slice(0, link.values_of.length);
  const texts = answer.links.flatMap(link => own(link).map(term => term.typed));
  const used = [];
  for (const entry of namesInOrder(answer, request).reverse()) {
    if (!texts.some(text => new RegExp(`\\b${entry.name}\\b`).test(text))) continue;
    if (entry.expression) texts.push(entry.expression);
    used.unshift(entry);
  }
  const links = answer.links.map(link => ({...link, operands: own(link).map((term, t) => {
    const plain = isSpelledByNames(term.typed, answer.names);
    const dtype = term.action === 'mask' ? 'bool' : 'int64';
    return {term, plain, array: {...link.values_of[t], dtype}, slices: term.action === 'slice'};
  })}));
  const scalar = request.mode !== 0 && /^\s*-?\d+(\.\d*)?\s*$/.test(request.value) ? request.value.trim() : null;
  const value = {shape: answer.shape, values: answer.values, dtype: answer.x.dtype};
  return {used, links, scalar, value};
}

/** The statement that reads or writes, for a program that has x and the names. */
export function cppLine(answer, request) {
  const {links, scalar, value} = parts(answer, request);
  const bound = number => number === '' ? 'None' : number;
  const spelled = ({term, plain, array, slices}) => {
    if (slices) {
      const bounds = term.text.split(':').map(bound);
      while (bounds.length > 0 && bounds[bounds.length - 1] === 'None') bounds.pop();
      return `Slice(${bounds.join(', ')})`;
    }
    if (term.action === 'boolean') return term.count === 1 ? 'true' : 'false';
    if (term.action === 'keep') return 'Ellipsis';
    if (term.action === 'insert') return 'None';
    if (term.action === 'select') return term.text.replace(/[[\]]/g, '');
    return plain ? cppOperand(term.typed) : cppArray(array, true);
  };
  const [terms, ...more] = links.map(({operands}) => `{${operands.map(spelled).join(', ')}}`);
  const method = answer.rules[answer.rule].name;
  if (more.length > 0) {
    const rule = answer.rule === 0 ? '' : `, {.rule = IndexRule::${CPP_RULES[answer.rule]}}`;
    return `auto y = x${[terms, ...more].map(one => `.indexed(${one}${rule})`).join('')}.read();`;
  }
  if (request.mode === 0) return `auto y = x.${method}(${terms});`;
  return `x.${method}_put_(${terms}, ${scalar ?? cppArray(value)}${request.mode === 2 ? ', /*accumulate=*/true' : ''});`;
}

/** The program before and after that statement: it makes x and the names, and prints the result. */
export function cppProgram(answer, request) {
  const {used} = parts(answer, request);
  const x = answer.x;
  const large = tooLarge(x, '  //');
  const made = large ? `zeros<${CPP_TYPES[x.dtype]}>({1}).expand({${x.shape.join(', ')}})` : isCounted(x) ? `arange<std::int64_t>(${product(x.shape)}).reshape({${x.shape.join(', ')}})` : cppArray(x);
  const arrays = [...large ? [large] : [], `  auto x = ${made};`, ...used.map(name => `  auto ${name.name} = ${name.expression ? cppOperand(name.expression) : cppArray(name, true)};`)];
  const macros = /\b(NAN|INFINITY)\b/.test(arrays.join() + cppLine(answer, request)) ? ['#include <cmath>'] : [];
  const chain = answer.links.length > 1 ? ['#include <ndx/indexed.hpp>'] : [];
  const head = [...macros, '#include <iostream>', ...chain, '#include <ndx/ndx.hpp>', '', 'using namespace ndx;', '', 'int main() {', ...arrays];
  const shown = request.mode === 0 ? 'y' : 'x';
  return [`${head.join('\n')}\n  `, `\n  std::cout << ${shown}.shape() << "\\n" << ${shown} << "\\n";\n}`];
}

/** A slice as a library without negative steps takes it, of a dim that has been flipped. */
function flippedSlice(term, size) {
  if (term.count === 0) return '0:0';
  const start = size - 1 - term.start;
  return `${start}:${start - (term.count - 1) * term.step + 1}:${-term.step}`;
}

export function pythonCode(key, answer, request) {
  const library = LIBRARIES[key];
  const {used, links, scalar, value} = parts(answer, request);
  const lines = [library.head, ''];
  const x = answer.x;
  const large = tooLarge(x, '#');
  const shapeAlone = large && key === 'jax';  // JAX has no repeated elements, but computes shapes without any
  if (shapeAlone) lines.push(`x = jax.ShapeDtypeStruct(${pythonTuple(x.shape)}, jnp.int64)  # without its ${bytesText(product(x.shape) * x.item)}`);
  else if (large) lines.push(large, key === 'numpy' ? `x = np.broadcast_to(np.int64(0), ${pythonTuple(x.shape)})` :
      `x = torch.zeros(1, dtype=torch.int64).expand(${pythonTuple(x.shape)})`);
  else lines.push(isCounted(x) ? `x = ${library.module}.arange(${product(x.shape)}).reshape(${pythonTuple(x.shape)})` :
      `x = ${pythonArray(library, x)}`);
  for (const name of used) lines.push(`${name.name} = ${name.expression ?? pythonArray(library, name)}`);

  const spelled = links.map(link => pythonLink(key, library, link));
  const read = name => spelled.reduce((made, link) => link.read(made), name);
  spelled.forEach(({native, own}, k) => {
    if (native) return;
    lines.push(`# ${library.name} reads ${chainText(answer, k + 1)} by another rule: ${own.error ? 'an error' : `shape ${shapeText(own.shape)}`}.`);
  });
  if (request.mode === 0) {
    lines.push(shapeAlone ? `y = jax.eval_shape(lambda x: ${read('x')}, x)` : `y = ${read('x')}`, 'print(y)');
    return lines.join('\n');
  }
  lines.push(`v = ${scalar ?? pythonArray(library, value)}`);
  const add = request.mode === 2;
  const {native, flip, index, whole} = spelled[0];  // no more of them write
  const values = scalar ? 'torch.tensor(v, dtype=x.dtype)' : 'v';  // as PyTorch's index_put_ takes them
  if (native && !flip && key === 'jax') {
    lines.push(`x = x.at[${index}].${add ? 'add' : 'set'}(v)`);
  } else if (native && !flip && !add) {
    lines.push(`x[${index}] = v`);
  } else if (native && !flip && links[0].isView) {
    lines.push(`x[${index}] += v`);
  } else if (native && !flip && key === 'numpy') {
    lines.push(`np.add.at(x, np.s_[${index}], v)`);
  } else if (native && !flip && key === 'torch' && links[0].operands.every(({term}) => ['gather', 'mask'].includes(term.action))) {
    lines.push(`x.index_put_((${whole.join(', ')},), ${values}, accumulate=True)`);
  } else {
    // The positions that are written, then one flat write.
    lines.push(`p = ${library.module}.arange(${product(x.shape)}).reshape(${pythonTuple(x.shape)})`);
    lines.push(`p = ${read('p')}`);
    if (key === 'jax') lines.push(`x = x.reshape(-1).at[p].${add ? 'add' : 'set'}(v).reshape(x.shape)`);
    else if (!add) lines.push('x.reshape(-1)[p] = v');
    else if (key === 'numpy') lines.push('np.add.at(x.reshape(-1), p, v)');
    else lines.push(`x.view(-1).index_put_((p,), ${values}, accumulate=True)`);
  }
  lines.push('print(x)');
  return lines.join('\n');
}

/** One index in Python: read(name) is that of what `name` spells; `own` is what the library's rule gives. */
function pythonLink(key, library, link) {
  const {operands} = link;
  const flipped = key === 'torch' ? operands.filter(({term}) => term.action === 'slice' && term.step < 0) : [];
  const flip = flipped.length > 0 ? `.flip(${flipped.map(({term}) => term.source[0]).join(', ')})` : '';
  const basic = term => flip && term.action === 'slice' && term.step < 0 ? flippedSlice(term, link.x.shape[term.source[0]]) : term.text;
  const operand = ({term, plain, array}) => {
    if (plain) return term.typed;
    // NumPy alone takes a list as it is.
    const list = key === 'numpy' && array.values?.length > 0 && array.values.length <= MOST_SPELLED;
    return list ? nested(array.values, array.shape, '[]', pythonValue) : pythonArray(library, array);
  };
  const whole = operands.map(one => one.term.action === 'gather' || one.term.action === 'mask' ? operand(one) : basic(one.term));
  const own = link.rules[library.rule];
  const native = link.isView || own.same;
  const index = whole.length > 0 ? whole.join(', ') : '...';
  const read = name => native ? `${name}${flip}[${index}]` : elsewhere(library, link, operand, basic, name + flip);
  return {native, own, flip, index, whole, read};
}

/** The view, and the index tensors read off it by a rule that the library's own index does not follow. */
function elsewhere(library, answer, operand, basic, x) {
  const {operands} = answer;
  const view = operands.map(({term}) => {
    if (term.action === 'boolean') return 'None';
    return term.action === 'gather' || term.action === 'mask' ? Array(term.source[1]).fill(':').join(', ') : basic(term);
  }).filter(words => words !== '');
  let expression = view.every(words => /^[:, ]*$/.test(words)) ? x : `${x}[${view.join(', ')}]`;
  // Where each index tensor is in that view, in which a bool is a dim of size 1.
  let dim = 0;
  const placed = [];
  for (const one of operands) {
    const {term} = one;
    const bool = term.action === 'boolean';
    if (bool || term.action === 'gather' || term.action === 'mask') {
      const words = bool ? `${library.array}([${term.count === 1 ? 'True' : 'False'}])` : operand(one);
      placed.push({words, first: dim, count: bool ? 1 : term.source[1]});
    }
    dim += bool ? 1 : term.view[1];
  }
  if (answer.rule === 2) {
    // Each on its own dim, from the last, so that the dims before keep their numbers.
    for (const {words, first} of placed.reverse())
      expression += `[${[...Array(first).fill(':'), words].join(', ')}]`;
    return expression;
  }
  if (answer.rule === 0) {
    // Views first is what both steps together do by either rule: no integer is left for the second.
    const second = [];
    for (const {words, first, count} of placed) {
      while (second.length < first) second.push(':');
      second.push(words, ...Array(count - 1).fill(null));
    }
    return `${expression}[${second.filter(words => words !== null).join(', ')}]`;
  }
  const dims = placed.flatMap(({first, count}) => Array.from({length: count}, (_, i) => first + i));
  const list = numbers => pythonTuple(numbers);
  const front = dims.map((_, i) => i);
  if (dims.some((d, i) => d !== i)) expression = `${library.move}(${expression}, ${list(dims)}, ${list(front)})`;
  expression += `[${placed.map(({words}) => words).join(', ')}]`;
  const places = answer.spacePlaces;
  if (places.some((d, i) => d !== i))
    expression = `${library.move}(${expression}, ${list(places.map((_, i) => i))}, ${list(places)})`;
  return expression;
}
