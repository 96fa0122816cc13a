// Twenty expressions that surprise people. The answers are NumPy's, or its arithmetic's for the rules
// that NumPy does not have; the tests ask it again.

const RULES = {index: 0, numpy: 1, outer: 2};

function item(question, x, index, answer, others, why, more = {}) {
  return {question, x, index, answer, choices: [answer, ...others], why, names: '', value: '', rule: 1, mode: 0, ...more};
}

export const GALLERY = [
  item('An integer and a list, with a slice between them, as NumPy reads it', '(2, 3, 4)', '0, :, [0, 1]', '(2, 3)', ['(3, 2)', '(2, 2)'],
      'By NumPy’s rule the integer counts as an index tensor. The slice separates it from the list, so the index dims go in front.'),
  item('The same index, as PyTorch and ndx read it', '(2, 3, 4)', '0, :, [0, 1]', '(3, 2)', ['(2, 3)', '(3, 1, 2)'],
      'Views first: 0 selects, and is gone. Then the list replaces the one dim that it indexes, the last.', {rule: RULES.index}),
  item('The integer beside the list', '(2, 3, 4)', ':, 0, [0, 1]', '(2, 2)', ['(2, 1, 2)', '(2, 3, 2)'],
      'Nothing separates 0 from the list: the index dims stay where the first of the two was.'),
  item('Two lists with a slice between them', '(5, 6, 7, 8)', '[0, 1], :, [0, 1]', '(2, 6, 8)', ['(2, 6, 2, 8)', '(6, 2, 8)'],
      'The lists are broadcast together to one dim of size 2. They are separated, so it goes in front.'),
  item('Two lists side by side', '(5, 6, 7, 8)', ':, [0, 1], [0, 1]', '(5, 2, 8)', ['(2, 5, 8)', '(5, 2, 2, 8)'],
      'The lists are adjacent, so their one dim replaces both dims, in place.'),
  item('An ellipsis that covers no dim', '(5, 6, 7)', ':, 0, ..., [0, 1]', '(2, 5)', ['(5, 2)', '(5, 1, 2)'],
      'In NumPy an ellipsis separates even where it covers no dim. In ndx’s index and in PyTorch it does not: (5, 2).'),
  item('Two lists of the same length', '(4, 4)', '[0, 1, 2, 3], [0, 1, 2, 3]', '(4)', ['(4, 4)', '(8)'],
      'Lists are paired, element by element: this is the diagonal, not the whole.'),
  item('Rows as a column, columns as a row', '(4, 4)', '[[0], [3]], [0, 3]', '(2, 2)', ['(2)', '(2, 1, 2)'],
      'Shapes (2, 1) and (2) broadcast to (2, 2): the four corners.'),
  item('Two lists, each by itself', '(4, 4)', '[0, 3], [0, 1, 3]', '(2, 3)', ['an error', '(3)'],
      'oindex takes each index tensor on its own dim. By the other rules, 2 and 3 indices do not broadcast.', {rule: RULES.outer}),
  item('A slice of one', '(3, 4)', '1:2', '(1, 4)', ['(4)', '(3, 1)'], 'A slice never removes a dim, not even a slice of one.'),
  item('A list of one', '(3, 4)', '[1]', '(1, 4)', ['(4)', '(1)'], 'A list replaces the dim by its own shape, (1). Only an integer removes the dim; and a list copies.'),
  item('A slice that is far outside', '(5)', '10:20', '(0)', ['an error', '(5)'],
      'Slices are clamped to the dim, so nothing is left. An integer or a list outside is an error.'),
  item('A list of bools', '(3)', '[True, False, True]', '(2)', ['(3)', '(1, 3)'], 'Bools are a mask: the elements where it is True, here 0 and 2. They are not 1 and 0.'),
  item('A mask of the whole tensor', '(3, 4)', 'x > 5', '(6)', ['(3, 4)', '(2, 4)'], 'A mask of rank 2 takes two dims and gives one: as many as it has Trues.'),
  item('A mask of the rows', '(3, 4)', 'm', '(2, 4)', ['(2)', '(3, 2)'], 'A mask of rank 1 takes one dim; the other is kept whole.', {names: 'm = [True, False, True]'}),
  item('Only True', '(2, 3)', 'True', '(1, 2, 3)', ['(2, 3)', '(3)'], 'A bool takes no dim and gives one, of size 1 for True, 0 for False. The result is a copy.'),
  item('None at both ends', '(2, 3)', 'None, ..., None', '(1, 2, 3, 1)', ['(2, 3)', '(1, 2, 3)'], 'Each None inserts a dim of size 1 where it is. Nothing is copied.'),
  item('Everything, backwards', '(5)', '::-1', '(5)', ['(0)', '(4)'], 'A view with stride -1 that begins at the last element: nothing is copied.'),
  item('Writing to an element twice: which shape must the value have?', '(4)', '[1, 1, 2]', '(3)', ['(2)', '(4)'],
      'The value has the shape that a read would have. x[1] is written twice; the last, 101, stays.', {mode: 1}),
  item('Adding to an element twice: which shape must the value have?', '(4)', '[1, 1, 2]', '(3)', ['(2)', '(4)'],
      'Accumulating counts each: x[1] becomes 1 + 100 + 101. In NumPy it takes np.add.at; x[[1, 1, 2]] += v adds only the last.', {mode: 2}),
];

/** The choices in an order that does not tell which one is right, the same at each visit. */
export function choicesOf(item, number) {
  const turn = number % item.choices.length;
  return [...item.choices.slice(turn), ...item.choices.slice(0, turn)];
}
