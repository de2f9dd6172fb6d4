import {
  editableField,
  editSubject,
  editText,
} from '../../../src/engine/attribution/harmless-edit.ts';
import { sentencesOfLine } from '../../../src/engine/attribution/changed-lines.ts';
import {
  joinedParts,
  revert,
  splitIntoParts,
  type ChangedPart,
  type Subject,
} from '../../../src/engine/attribution/parts.ts';
import { drawFrom } from '../../../src/engine/random.ts';

const subject = (prompt: string, values: Record<string, unknown> = {}): Subject => ({
  texts: { prompt },
  values,
});
const lines = (...of: string[]): string => of.join('\n');
/** The lines of each part, from the first to the last of each change: `1-2` or `7-6` for none. */
const linesIn = (parts: readonly ChangedPart[]): string[] =>
  parts.map(({ changes }) =>
    changes
      .map((change) =>
        change.kind === 'value'
          ? change.field
          : `${change.hunk.line}-${change.hunk.line + change.hunk.count - 1}`,
      )
      .join('+'),
  );

it('splits a prompt into runs of changed lines, without context between them', () => {
  const base = lines('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
  const head = lines('A', 'b', 'C', 'D', 'e', 'f', 'g', 'new', 'h');
  expect(linesIn(splitIntoParts(subject(base), subject(head)))).toEqual(['1-1', '3-4', '8-8']);
});

it('one line that replaces one line: each run of changed sentences is a part', () => {
  const base = 'Be brief. Read every word. Use the map. Stay polite.';
  const head = 'Be quick. Read every word. Skip small words. Stay polite. Bye.';
  const parts = splitIntoParts(subject(base), subject(head));
  expect(
    parts.map(({ changes: [change] }) => change.kind === 'text' && change.hunk.sentences),
  ).toEqual([
    { start: 0, end: 9, base: 'Be brief.' },
    { start: 26, end: 44, base: ' Use the map.' },
    { start: 57, end: 62, base: '' },
  ]);
  expect(revert(subject(head), parts.slice(1, 2), subject(base)).texts['prompt']).toBe(
    'Be quick. Read every word. Use the map. Stay polite. Bye.',
  );
});

it('what follows a final line break is no line: an added end keeps to its own lines', () => {
  const [base, head] = [subject('a\nb\n'), subject('a\nb\n\nc\n')];
  const parts = splitIntoParts(base, head);
  expect(linesIn(parts)).toEqual(['3-4']);
  expect(revert(head, parts, base)).toEqual(base);
});

it('a line of which each sentence changed is one part', () => {
  expect(linesIn(splitIntoParts(subject('One. Two.'), subject('Three. Four.')))).toEqual(['1-1']);
});

it('names changed values one by one, and those that one side alone has', () => {
  const parts = splitIntoParts(
    subject('p', { name: 'm', temperature: 0 }),
    subject('p', { name: 'm', temperature: 1, top_p: 0.5 }),
  );
  expect(parts).toEqual([
    { changes: [{ kind: 'value', field: 'temperature', old: 0, new: 1 }] },
    { changes: [{ kind: 'value', field: 'top_p', old: undefined, new: 0.5 }] },
  ]);
});

it('joins the neighbours with the least text between them above eight parts, and drops none', () => {
  const base = Array.from({ length: 40 }, (_, i) => `line ${i + 1}`);
  const changed = [1, 6, 8, 12, 16, 20, 24, 28, 32, 36];
  const head = base.map((line, i) => (changed.includes(i + 1) ? `${line}!` : line));
  const parts = splitIntoParts(subject(base.join('\n')), subject(head.join('\n'), { name: 'n' }));
  expect(linesIn(parts)).toEqual([
    'name',
    ...['1-1', '6-6+8-8+12-12+16-16', '20-20', '24-24', '28-28', '32-32', '36-36'],
  ]);
  expect(linesIn(joinedParts(parts, 1, subject(head.join('\n'))))[0]).toContain('name+1-1+6-6');
});

it('twelve changed parameters are eight parts', () => {
  const values = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`key${i}`, i]));
  const parts = splitIntoParts(subject('p', values), subject('p'));
  expect(parts).toHaveLength(8);
  expect(parts.flatMap(({ changes }) => changes)).toHaveLength(12);
});

it('a text of 138 kB that changed in every line is one part', () => {
  const text = (word: string) =>
    Array.from({ length: 2_300 }, (_, i) => `${word} ${i} ${'x'.repeat(50)}`);
  const [base, head] = [subject(text('old').join('\n')), subject(text('new').join('\n'))];
  const parts = splitIntoParts(base, head);
  expect(linesIn(parts)).toEqual(['1-2300']);
  expect(revert(head, parts, base)).toEqual(base);
});

it('hundreds of changed lines are joined without reading the text for each pair', () => {
  const text = (word: string) =>
    Array.from({ length: 1_000 }, (_, i) => `${i % 5 === 0 ? word : 'Rule'} ${i}`).join('\n');
  const now = text('New');
  let reads = 0;
  const texts = {
    get prompt() {
      reads += 1;
      return now;
    },
  };
  const parts = splitIntoParts(subject(text('Old')), { texts, values: {} });
  expect([parts.length, parts.flatMap(({ changes }) => changes).length]).toEqual([8, 200]);
  expect(reads).toBeLessThan(10);
});

it('a prompt that is one line of 40 sentences has a part for each changed one, at most eight', () => {
  const sentences = Array.from({ length: 40 }, (_, i) => `Rule ${i} holds.`);
  const head = (changed: number[]) =>
    subject(sentences.map((one, i) => (changed.includes(i) ? `No ${one}` : one)).join(' '));
  const base = subject(sentences.join(' '));
  expect(splitIntoParts(base, head([3, 20]))).toHaveLength(2);
  const many = head([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21]);
  const parts = splitIntoParts(base, many);
  expect([parts.length, parts.flatMap(({ changes }) => changes).length]).toEqual([8, 11]);
  expect(revert(many, parts, base)).toEqual(base);
});

it('a prompt that one side alone has is one part', () => {
  const [without, with_]: [Subject, Subject] = [{ texts: {}, values: {} }, subject('One.\nTwo.')];
  for (const [base, head] of [
    [without, with_],
    [with_, without],
  ] as const) {
    const parts = splitIntoParts(base, head);
    expect(parts).toHaveLength(1);
    expect(revert(head, parts, base)).toEqual(base);
  }
});

it('reverts a part alone, and all parts to the base, for random texts', () => {
  for (let seed = 0; seed < 300; seed++) {
    const draw = drawFrom('parts', seed);
    const line = () => Array.from({ length: draw(3) }, () => `${'abcd'[draw(4)]!}.`).join(' ');
    const text = () => Array.from({ length: 1 + draw(14) }, line).join('\n');
    const [base, head] = [subject(text(), { name: draw(2) }), subject(text(), { name: draw(2) })];
    const parts = splitIntoParts(base, head);
    expect(parts.length).toBeLessThanOrEqual(8);
    expect(revert(head, parts, base)).toEqual(base);
    expect(revert(head, [], base)).toEqual(head);
  }
});

it('sentences of a line give the line again', () => {
  for (const line of ['', '  ', 'One.', ' One.  Two! ', 'Use e.g. this. 「はい。」そう。', '...'])
    expect(sentencesOfLine(line).join('')).toBe(line);
});

describe('the harmless edit', () => {
  it.each([
    ['lines', 'a\nb\nc', ['a\n\nb\nc', 'a\nb\n\nc', 'a\n\n\nb\nc']],
    ['two lines', 'a\nb\n', ['a\n\nb\n', 'a\n\n\nb\n', 'a\n\n\n\nb\n']],
    ['sentences', 'One. Two.', ['One.  Two.', 'One.   Two.', 'One.    Two.']],
    ['words', 'one two\n', ['one  two\n', 'one   two\n', 'one    two\n']],
    ['one word', ' {text}\n\n', [' {text}\n\n', ' {text}\n\n', ' {text}\n\n']],
  ])('%s: inside of the text, never at an end', (_, text, wanted) => {
    expect(([1, 2, 3] as const).map((edit) => editText(text, edit))).toEqual(wanted);
  });

  it('stands in a changed text of several lines, else in another prompt, else between two words', () => {
    const texts = { prompt: 'One.\n{text}', system_prompt: 'You help.' };
    const of = (changed: string[]) => editableField({ texts, values: {} }, changed);
    expect(of(['prompt'])).toBe('prompt');
    expect(of(['system_prompt'])).toBe('prompt');
    const words = { texts: { prompt: '{text}', system_prompt: 'You help.' }, values: {} };
    expect(editableField(words, ['prompt'])).toBe('system_prompt');
    const bare = { texts: { prompt: '{text}' }, values: {} };
    expect(editableField(bare, [])).toBeUndefined();
    expect(editSubject(words, 'system_prompt', 2).texts['system_prompt']).toBe('You   help.');
  });
});
