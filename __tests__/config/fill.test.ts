import { unfitToFill } from '../../src/config/resolve-data.ts';

it.each([
  [{ fill: ['passage'] }, undefined],
  [{ text: 'doc.question', fill: { context: 'doc.text' } }, undefined],
  [{ options: ['Yes', 'No'], truth: { value: true }, fill: ['passage'] }, undefined],
  [{ id: null, fill: ['id'] }, undefined],
  [{ answer: 'gold', fill: { context: 'expected' } }, undefined],
  [{ truth: null, fill: ['truth'] }, 'truth'],
  [{ answer_index: 'at', fill: ['answer'] }, 'answer'],
  [{ answer: 'gold', fill: ['gold'] }, 'gold'],
  [{ text: 'passage', fill: ['question'] }, undefined],
  [{ fill: { context: 'Correct-Answer' } }, 'Correct-Answer'],
  [{ answer: null, fill: { context: 'answer' } }, 'answer'],
  [{ fill: { context: 'expected_output.text' } }, 'expected_output.text'],
  [{ answer: 'key.label', fill: { context: 'key' } }, 'key'],
  [{ answer: 'key', fill: { context: 'KEY.label' } }, 'KEY.label'],
  [{ answer_index: { column: 'at' }, fill: { context: 'At' } }, 'At'],
  [{ options: ['{a}. {b}', 'c'], fill: { context: 'b' } }, 'b'],
  [{ perturbed: 'other', fill: { context: 'passage', more: 'other' } }, 'other'],
])('a column that holds the text, its options or its key fills no prompt: %j', (columns, unfit) => {
  expect(unfitToFill(columns)?.column).toBe(unfit);
});
