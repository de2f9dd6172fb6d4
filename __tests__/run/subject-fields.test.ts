import { partsOfChange } from '../../src/engine/changed-parts.ts';
import type { SubjectConfig } from '../../src/config/config.ts';
import { fieldsOf, placeOfChange, subjectOf } from '../../src/run/subject-fields.ts';

function subject(prompt: string, over: Partial<SubjectConfig> = {}): SubjectConfig {
  return {
    model: {
      hub: 'openai',
      name: 'm',
      api: 'chat',
      timeout: 120,
      retries: 4,
      parameters: { temperature: 0, 'top.p': 1 },
    },
    prompt: { text: prompt, file: 'prompts/a.md' },
    variables: { help: { text: 'Help.', file: 'help/a.md' }, tone: { text: 'kind' } },
    placeOf: (field) => (field.startsWith('prompt') ? undefined : `gate.yml:${field.length}:3`),
    ...over,
  };
}

it('a subject is the same after it was taken apart', () => {
  const head = subject('a\nb');
  const { placeOf: _place, ...back } = subjectOf(fieldsOf(head), head);
  const texts = [back.prompt?.text, back.variables.help?.text, back.variables.tone?.text];
  expect(back.model).toEqual(head.model);
  expect(texts).toEqual(['a\nb', 'Help.', 'kind']);
});

/** [base, head, line, end line, lines of the head, lines of the base] */
const LINES: [string, string, string, number, number, string, string][] = [
  ['a changed line', 'a\nb\nc', 'a\nx\nc', 2, 2, 'x', 'b'],
  ['a deleted line', 'a\nb\nc', 'a\nc', 2, 1, '', 'b'],
  ['the last line deleted', 'a\nb', 'a', 2, 1, '', 'b'],
  ['the first line deleted', 'a\nb', 'b', 1, 0, '', 'a'],
  ['an added line', 'a\nc', 'a\nb\nc', 2, 2, 'b', ''],
  ['a sentence within a line', 'a\nB. C. D.', 'a\nB. X. D.', 2, 2, 'B. X. D.', 'B. C. D.'],
  ['a sentence less', 'a\nB. C. D.', 'a\nB. D.', 2, 2, 'B. D.', 'B. C. D.'],
  ['two lines for one', 'a\nb\nc', 'a\nx\ny\nc', 2, 3, 'x\ny', 'b'],
];

it.each(LINES)('%s: its lines in the head and in the base', (_name, base, head, ...wanted) => {
  const [before, after] = [subject(base), subject(head)];
  const [part] = partsOfChange(fieldsOf(before), fieldsOf(after));
  const place = placeOfChange(part![0]!, after);
  expect(place).toMatchObject({ path: 'prompts/a.md', may_suggest: true });
  expect([place!.line, place!.end_line, place!.head, place!.base]).toEqual(wanted);
});

it('a changed value stands at its key, and is shown and not suggested', () => {
  const base = subject('a');
  const head = subject('a', { model: { ...base.model, parameters: { temperature: 0.7 } } });
  const parts = partsOfChange(fieldsOf(base), fieldsOf(head));
  const places = parts.flat().map((change) => placeOfChange(change, head));
  expect(places.map((place) => [place?.path, place?.head, place?.base])).toEqual([
    ['gate.yml', 'temperature: 0.7', 'temperature: 0'],
    ['gate.yml', '', 'p: 1'],
  ]);
  expect(places.every((place) => place?.may_suggest === false)).toBe(true);
});
