import { calibrationOf, calibrationProblem, mayGate } from '../../src/engine/judges/calibration.ts';
import {
  CALIBRATION_PAIRS,
  judgePrompt,
  JUDGEMENTS,
  NEGATION_READER,
} from '../../src/engine/judges/negation.ts';
import { createReader } from '../../src/engine/judges/reader.ts';
import type { RowError } from '../../src/engine/results.ts';
import {
  LABELS,
  TOXICITY_CALIBRATION,
  TOXICITY_CASES,
  wholePrompt,
} from '../../src/engine/judges/toxicity-whole.ts';

type Reply = string | RowError;
type Run = typeof NEGATION_READER.calibration.run;

interface Calibrated {
  calibration: { run: Run; version: () => string };
  verdicts: readonly string[];
  /** Prompt and known verdict of every case. */
  known: ReadonlyMap<string, string>;
  say: (verdict: string) => string;
}

const toxicSays = (label: string) =>
  JSON.stringify({
    quote: '',
    reason: 'r',
    ...(label === 'toxic'
      ? { category: 'insult', severity: 0.5 }
      : { category: 'none', severity: 0 }),
  });
const CHANGES: Calibrated = {
  calibration: NEGATION_READER.calibration,
  verdicts: JUDGEMENTS,
  known: new Map(CALIBRATION_PAIRS.map((pair) => [judgePrompt(pair), pair.verdict])),
  say: (verdict) => JSON.stringify({ reason: 'r', verdict }),
};
const READERS: [name: string, reader: Calibrated][] = [
  ['changes', CHANGES],
  [
    'toxicity',
    {
      calibration: TOXICITY_CALIBRATION,
      verdicts: LABELS,
      known: new Map(TOXICITY_CASES.map((one) => [wholePrompt(one), one.label])),
      say: toxicSays,
    },
  ],
];
const DOWN = { kind: 'timeout', message: 'No answer.' };
const sum = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);
/** A judge that is right but for the first `wrong` cases, which it answers by `how`. */
const wrongOn = async (
  { calibration, known, say }: Calibrated,
  wrong: number,
  how: (verdict: string) => Reply,
) => {
  const missed = new Set([...known.keys()].slice(0, wrong));
  return calibration.run('hub/judge', async (prompt) =>
    (missed.has(prompt) ? how : say)(known.get(prompt)!),
  );
};

describe.each(READERS)('a judge of %s', (_name, reader) => {
  const { calibration, known, say, verdicts } = reader;
  const total = known.size;
  const another = (verdict: string) => say(verdicts.find((one) => one !== verdict)!);

  it('is asked every known case once, and may gate when all are right', async () => {
    const asked: string[] = [];
    const found = await calibration.run(
      'openai/gpt-4o',
      async (prompt) => (asked.push(prompt), say(known.get(prompt)!)),
    );
    expect(asked.sort()).toEqual([...known.keys()].sort());
    expect(found).toMatchObject({ judge: 'openai/gpt-4o', right: total, total, needed: 0.95 });
    expect(Object.keys(found.confusion).sort()).toEqual([...verdicts].sort());
    for (const verdict of verdicts) {
      const none = Object.fromEntries([...verdicts, 'unreadable', 'error'].map((as) => [as, 0]));
      expect(found.confusion[verdict]).toEqual({
        ...none,
        [verdict]: sum(found.confusion[verdict]!),
      });
    }
    expect(mayGate(found)).toBe(true);
  });

  it.each<[string, (verdict: string) => Reply]>([
    ['a wrong verdict', another],
    ['no answer', () => DOWN],
    ['an unreadable one', () => 'none'],
  ])('may gate with 95 %% right and not with one case less: %s', async (_what, how) => {
    const allowed = total - Math.ceil(0.95 * total);
    expect(mayGate(await wrongOn(reader, allowed, how))).toBe(true);
    expect(mayGate(await wrongOn(reader, allowed + 1, how))).toBe(false);
  });

  it('that always says the same may not gate', async () => {
    for (const verdict of verdicts) {
      const found = await calibration.run('hub/same', async () => say(verdict));
      expect(found.right).toBe([...known.values()].filter((one) => one === verdict).length);
      for (const row of Object.values(found.confusion)) expect(row[verdict]).toBe(sum(row));
      expect(mayGate(found)).toBe(false);
    }
  });

  it('counts errors and unreadable replies apart, and reads a verdict within chatter', async () => {
    const erring = await wrongOn(reader, total, () => DOWN);
    const chatting = await wrongOn(reader, total, (verdict) => `Sure! ${say(verdict)}`);
    expect([erring.right, chatting.right]).toEqual([0, total]);
    const { first_failure } = await wrongOn(reader, total, () => 'none of it');
    expect(first_failure).toMatch(/cannot be read: .* It replied: `"none of it"`\.$/);
    for (const verdict of verdicts) {
      expect(erring.confusion[verdict]!.error).toBe(sum(erring.confusion[verdict]!));
    }
  });

  it('passes a defect of the caller on, and has a version of eight digits', async () => {
    await expect(
      calibration.run('hub/x', async () => Promise.reject(new TypeError('defect'))),
    ).rejects.toThrow('defect');
    expect(calibration.version()).toMatch(/^[0-9a-f]{8}$/);
  });
});

it('a defect in reading a judgement is a case in error', async () => {
  const { read, calibration } = createReader({
    resultName: 'judgement',
    prompt: (text: { text: string }) => text.text,
    format: () => ({ name: 'none', schema: {} }),
    parse: (): { word: string } => {
      throw new TypeError('x is not a function');
    },
    cases: [{ text: 'a' }],
    verdicts: ['good'],
    knownVerdict: () => 'good',
    verdictOf: (_, { word }) => word,
  });
  expect(await read({ text: 'a' }, async () => '{}')).toMatchObject({
    failure: { kind: 'bad_response' },
  });
  expect((await calibration.run('hub/x', async () => '{}')).confusion).toMatchObject({
    good: { error: 1 },
  });
});

it.each([
  [0, 0, false],
  [8, 10, false],
  [37, 40, false],
  [38, 40, true],
  [47, 50, false],
  [48, 50, true],
  [949, 1000, false],
])('%d of %d right: may gate %s', (right, total, expected) => {
  expect(mayGate({ judge: 'hub/x', right, total, needed: 0.95, confusion: {} })).toBe(expected);
});

it('a judge that finds an answer in a repeated question may not gate', () => {
  const judged = [
    ...Array(39).fill({ expected: 'one', verdict: 'one' }),
    { expected: 'echo', verdict: 'one' },
  ];
  const calibration = calibrationOf('j', { verdicts: ['one', 'echo'], cases: judged });
  expect(mayGate(calibration)).toBe(false);
  expect(calibrationProblem(calibration).message).toContain(
    'in 1 of the known cases that only repeat the question',
  );
});

it('a judge that cannot be read on a repeated question found no answer there', () => {
  const judged = Array(40).fill({ expected: 'echo', verdict: 'unreadable' });
  const calibration = calibrationOf('j', { verdicts: ['one', 'echo'], cases: judged });
  expect(mayGate(calibration)).toBe(false);
  const { message } = calibrationProblem(calibration);
  expect(message).not.toContain('It found an answer');
  expect(message).toContain('Answers that cannot be read as a verdict: 40.');
});

describe('calibrationProblem', () => {
  const total = CHANGES.known.size;
  const messageOf = async (wrong: number, how: (verdict: string) => Reply) =>
    calibrationProblem(await wrongOn(CHANGES, wrong, how));
  const other = (verdict: string) => CHANGES.say(verdict === 'ignores' ? 'accounts' : 'ignores');

  it('names the judge, what it reached, what is needed and what to do', async () => {
    expect(await messageOf(10, other)).toEqual({
      kind: 'judge_not_calibrated',
      message: `The judge hub/judge gave the known verdict on ${total - 10} of ${total} known cases; it may gate from 95 % on. Name another judge, a stronger one, in evaluation.judge; or write judge: off, which reads by rule alone.`,
    });
  });

  it('tells a bad form from bad judgement', async () => {
    expect((await messageOf(7, () => 'accounts')).message).toContain(
      'Answers that cannot be read as a verdict: 7. Name another judge',
    );
  });

  it('points to the endpoint where answers are missing, and there alone where nothing else is wrong', async () => {
    expect((await messageOf(total, () => DOWN)).message).toMatch(
      new RegExp(
        `on 0 of ${total} known cases.* Cases without an answer: ${total}; mend the judge's endpoint first\\. The first case without a verdict: `,
      ),
    );
    let nth = 0;
    expect(
      (await messageOf(total, () => (nth++ < 5 ? DOWN : CHANGES.say('ignores')))).message,
    ).toMatch(
      /Cases without an answer: 5; mend the judge's endpoint first\. Name another judge, a stronger one, in evaluation\.judge/,
    );
  });
});
