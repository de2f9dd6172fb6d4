import { partsOfChange, revert } from '../../src/engine/changed-parts.ts';
import type { SubjectConfig, WrittenText } from '../../src/config/config.ts';
import { joinedFiles } from '../../src/config/texts.ts';
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

const page = (name: string, text: string) => ({ text, file: `help/${name}.md` });
const withPages = (...pages: [name: string, text: string][]) =>
  subject('{text}', {
    variables: {
      help: joinedFiles(
        pages.map((one) => page(...one)),
        'help/*.md',
      ),
    },
  });

it('each page of a glob is reverted and named alone', () => {
  const base = withPages(['a', 'A.'], ['b', 'B.'], ['c', 'C.\nTwo years.\nD.']);
  const head = withPages(['a', ''], ['c', 'C.\nD.'], ['d', 'New.']);
  const [before, after] = [fieldsOf(base), fieldsOf(head)];
  const parts = partsOfChange(before, after);
  const places = parts.flat().map((change) => placeOfChange(change, head));
  expect(places.map((place) => [place?.path, place?.line, place?.may_suggest])).toEqual([
    ['help/a.md', 0, false],
    ['help/b.md', 0, false],
    ['help/c.md', 2, true],
    ['help/d.md', 0, false],
  ]);
  const texts = parts.map((part) => subjectOf(revert(after, part, before), head).variables.help);
  expect(texts.map((one) => one?.text)).toEqual([
    'help/a.md\nA.\n\nhelp/c.md\nC.\nD.\n\nhelp/d.md\nNew.',
    'help/a.md\n\nhelp/b.md\nB.\n\nhelp/c.md\nC.\nD.\n\nhelp/d.md\nNew.',
    'help/a.md\n\nhelp/c.md\nC.\nTwo years.\nD.\n\nhelp/d.md\nNew.',
    'help/a.md\n\nhelp/c.md\nC.\nD.',
  ]);
});

/** [lines of the text in its file, line, end line, is suggested] */
const PARTS: [string, NonNullable<WrittenText['lines']>, number, number, boolean][] = [
  ['below front matter', { first: 5, isVerbatim: true }, 6, 6, true],
  ['with an indent', { first: 5, isVerbatim: false }, 6, 6, false],
  ['in quotes', { first: 5, last: 7, isVerbatim: false }, 5, 7, false],
];

it.each(PARTS)('a part of a file %s is named at its lines', (_name, lines, ...wanted) => {
  const prompt = (text: string) => subject('', { prompt: { text, file: 'a.prompty', lines } });
  const [base, head] = [prompt('a\nb'), prompt('a\nc')];
  const [change] = partsOfChange(fieldsOf(base), fieldsOf(head)).flat();
  const place = placeOfChange(change!, head);
  expect([place?.line, place?.end_line, place?.may_suggest]).toEqual(wanted);
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
