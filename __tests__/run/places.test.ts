import { splitChange, revert } from '../../src/engine/changed-parts.ts';
import type { SubjectConfig } from '../../src/config/config.ts';
import { variablesOf } from '../../src/config/prompts.ts';
import { attributeCause, placeOfChange } from '../../src/run/attribute.ts';
import places from './places.json' with { type: 'json' };

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
    texts: { prompt: { text: prompt, file: 'prompts/a.md' } },
    placeOf: (field) => (field.startsWith('prompt') ? undefined : `gate.yml:${field.length}:3`),
    ...over,
  };
}

it.each(places.lines)('$what: its lines in the head and in the base', ({ base, head, ...row }) => {
  const [before, after] = [subject(base), subject(head)];
  const [part] = splitChange(before, after);
  const place = placeOfChange(part![0]!, { head: after, base: before });
  expect(place).toEqual({ path: 'prompts/a.md', may_suggest: true, ...row.place });
});

const withPages = (...pages: [name: string, text: string][]) => {
  const texts = pages.map(([name, text]) => {
    const file = `help/${name}.md`;
    return [`variables.help:${file}`, { text, file }] as const;
  });
  return subject('', { texts: { prompt: { text: '{help}{text}' }, ...Object.fromEntries(texts) } });
};

it('each page of a glob is reverted and named alone', () => {
  const base = withPages(['a', 'A.'], ['b', 'B.'], ['c', 'C.\nTwo years.\nD.']);
  const head = withPages(['a', ''], ['c', 'C.\nD.'], ['d', 'New.']);
  const parts = splitChange(base, head);
  const found = parts.flat().map((change) => placeOfChange(change, { head, base }));
  expect(found.map((place) => [place?.path, place?.line, place?.may_suggest])).toEqual([
    ['help/a.md', 0, false],
    ['help/b.md', 0, false],
    ['help/c.md', 2, true],
    ['help/d.md', 0, false],
  ]);
  const texts = parts.map((part) => variablesOf(revert(head, part, base).texts).help);
  expect(texts).toEqual([
    'help/a.md\nA.\n\nhelp/c.md\nC.\nD.\n\nhelp/d.md\nNew.',
    'help/a.md\n\nhelp/b.md\nB.\n\nhelp/c.md\nC.\nD.\n\nhelp/d.md\nNew.',
    'help/a.md\n\nhelp/c.md\nC.\nTwo years.\nD.\n\nhelp/d.md\nNew.',
    'help/a.md\n\nhelp/c.md\nC.\nD.',
  ]);
});

it.each(places.parts)('a part of $file is named at its lines', ({ file, lines, place }) => {
  const prompt = (text: string) => subject('', { texts: { prompt: { text, file, lines } } });
  const [base, head] = [prompt('a\nb'), prompt('a\nc')];
  const [change] = splitChange(base, head).flat();
  expect(placeOfChange(change!, { head, base })).toMatchObject(place);
});

it('a changed value stands at its key, and is shown and not suggested', () => {
  const base = subject('a');
  const head = subject('a', { model: { ...base.model, parameters: { temperature: 0.7 } } });
  const parts = splitChange(base, head);
  const found = parts.flat().map((change) => placeOfChange(change, { head, base }));
  expect(found.map((place) => [place?.path, place?.head, place?.base])).toEqual([
    ['gate.yml', 'temperature: 0.7', 'temperature: 0'],
    ['gate.yml', '', 'top.p: 1'],
  ]);
  expect(found.every((place) => place?.may_suggest === false)).toBe(true);
});

it.each([
  { rowBy: 'judge', mustBy: 'rule' },
  { rowBy: 'rule', mustBy: 'judge' },
])(
  'a row costs its reading if the judge reads any, and is not asked beyond the cap: %j',
  async ({ rowBy, mustBy }) => {
    const [row, must] = [rowBy, mustBy].map((readBy) => ({
      head: { pass: false, answers: { asked: { readBy } } },
      base: { pass: true, answers: {} },
    }));
    const test = { name: 'answers', cost: () => ({ asks: 1, reads: 1 }) };
    const result = { must: [must], rows: [row] };
    const tests = [{ run: { test, plan: { cases: [] } }, result }] as never;
    const [base, head] = [subject('a'), subject('b')];
    const open = () => Promise.reject(new Error('asked'));
    const found = attributeCause({ tests, isPass: true, open, most: 1, base, head });
    expect(await found).toMatchObject({ kind: 'skipped' });
  },
);

it('a broken row of a rate is searched, though the row that must hold fails on the base too', async () => {
  const head = { pass: false };
  const run = { test: { cost: () => ({}) }, plan: { cases: [], rates: [] } };
  const rows = [{ case: {}, head, base: { pass: true } }];
  const found = await attributeCause({
    tests: [{ run, result: { must: [{ head, base: head }], rows } }] as never,
    isPass: false,
    open: () => Promise.reject(new Error('asked')),
    most: 0,
    base: subject('a'),
    head: subject('b'),
  });
  expect(found).toMatchObject({ why: expect.stringMatching(/\b0\b/) as string });
});
