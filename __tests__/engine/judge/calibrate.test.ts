import { describe, expect, it } from '@jest/globals';
import { CHANGE_READER } from '../../../src/engine/scorers/judge.js';
import { CALIBRATION_PAIRS, judgePrompt } from '../../../src/engine/judges/negation.js';
import { type JudgeVerdict, JUDGEMENTS } from '../../../src/engine/judges/judgement.js';
import { readerBy } from '../../../src/engine/judges/reader.js';
import { calibrationOf, calibrationProblem, mayGate } from '../../../src/engine/judges/calibration.js';
import type { Calibration, RowError } from '../../../src/engine/results.js';

const { run: calibrate, version } = CHANGE_READER.calibration;
const KNOWN = new Map(CALIBRATION_PAIRS.map((pair, index) => [judgePrompt(pair), { verdict: pair.verdict, index }]));
const TOTAL = CALIBRATION_PAIRS.length;

const said = (verdict: string) => JSON.stringify({ reason: 'r', verdict });
const other = (verdict: JudgeVerdict) => said(verdict === 'ignores' ? 'accounts' : 'ignores');

/** A judge that is right but for the pairs before `wrong`, which it answers by `how`. */
function judgeWrongOn(wrong: number, how: (verdict: JudgeVerdict) => string | RowError) {
  return async (prompt: string) => {
    const { verdict, index } = KNOWN.get(prompt)!;
    return index < wrong ? how(verdict) : said(verdict);
  };
}

const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

describe('calibrate', () => {
  it('asks every pair once, and a perfect judge may gate', async () => {
    const asked: string[] = [];
    const calibration = await calibrate('openai/gpt-4o', async (prompt) => {
      asked.push(prompt);
      return said(KNOWN.get(prompt)!.verdict);
    });
    expect(asked.sort()).toEqual([...KNOWN.keys()].sort());
    expect(calibration).toMatchObject({ judge: 'openai/gpt-4o', right: TOTAL, total: TOTAL, needed: 0.95 });
    expect(calibration.confusion.ignores).toEqual({
      accounts: 0,
      ignores: sum(calibration.confusion.ignores!),
      not_applicable: 0,
      unreadable: 0,
      error: 0,
    });
    expect(Object.keys(calibration.confusion)).toEqual([...JUDGEMENTS]);
    expect(mayGate(calibration)).toBe(true);
  });

  it.each(JUDGEMENTS)('a judge that always says %s may not gate', async (verdict) => {
    const calibration = await calibrate('hub/yes', async () => said(verdict));
    expect(calibration.right).toBe(CALIBRATION_PAIRS.filter((pair) => pair.verdict === verdict).length);
    for (const known of JUDGEMENTS) expect(calibration.confusion[known]![verdict]).toBe(sum(calibration.confusion[known]!));
    expect(mayGate(calibration)).toBe(false);
  });

  it('errors and unreadable answers are kept apart, and neither is right', async () => {
    const erring = await calibrate('hub/down', async () => ({ kind: 'timeout', message: 'No answer.' }));
    expect(erring.right).toBe(0);
    expect(sum(Object.fromEntries(JUDGEMENTS.map((known) => [known, erring.confusion[known]!.error!])))).toBe(TOTAL);
    const chatting = await calibrate('hub/chatty', async (prompt) => `Sure! ${said(KNOWN.get(prompt)!.verdict)}`);
    expect(chatting.right).toBe(0);
    expect(chatting.confusion.accounts).toMatchObject({ unreadable: sum(chatting.confusion.accounts!), error: 0 });
    expect([mayGate(erring), mayGate(chatting)]).toEqual([false, false]);
  });

  it.each([
    ['a wrong verdict', other],
    ['no answer', () => ({ kind: 'timeout', message: 'No answer.' })],
    ['an unreadable one', () => 'accounts'],
  ])('95 %% right is enough, one pair less is not: %s', async (_, how) => {
    const allowed = TOTAL - Math.ceil(0.95 * TOTAL);
    expect(mayGate(await calibrate('hub/good', judgeWrongOn(allowed, how)))).toBe(true);
    expect(mayGate(await calibrate('hub/bad', judgeWrongOn(allowed + 1, how)))).toBe(false);
  });

  it('a defect of ours in reading a judgement is a case in error', async () => {
    const { read, calibration } = readerBy({
      what: 'judgement',
      prompt: (text: { text: string }) => text.text,
      format: () => ({ name: 'none', schema: {} }),
      parse: (): { word: string } => {
        throw new TypeError('x is not a function');
      },
      cases: [{ text: 'a' }],
      verdicts: ['good'],
      known: () => 'good',
      as: (_, { word }) => word,
    });
    expect(await read({ text: 'a' }, async () => '{}')).toMatchObject({ failure: { kind: 'bad_response' } });
    expect((await calibration.run('hub/x', async () => '{}')).confusion).toMatchObject({ good: { error: 1 } });
  });

  it('a defect of the caller is no verdict', async () => {
    await expect(calibrate('hub/x', async () => Promise.reject(new TypeError('defect')))).rejects.toThrow('defect');
  });
});

describe('mayGate', () => {
  const of = (right: number, total: number): Calibration => ({ judge: 'hub/x', right, total, needed: 0.95, confusion: {} });
  it.each([
    [0, 0, false],
    [8, 10, false],
    [37, 40, false],
    [38, 40, true],
    [47, 50, false],
    [48, 50, true],
    [949, 1000, false],
  ])('%d of %d: %s', (right, total, expected) => {
    expect(mayGate(of(right, total))).toBe(expected);
  });

  it('bars a judge that finds an answer in one that only repeats the question', () => {
    const judged = [...Array(39).fill({ known: 'one', as: 'one' }), { known: 'echo', as: 'one' }];
    const calibration = calibrationOf('j', { verdicts: ['one', 'echo'], judged });
    expect(mayGate(calibration)).toBe(false);
    expect(calibrationProblem(calibration).message).toContain('in 1 of the known cases that only repeat the question');
  });
});

describe('calibrationProblem', () => {
  it('names the judge, what it reached, what is needed and what to do', async () => {
    const calibration = await calibrate('hub/weak', judgeWrongOn(10, other));
    expect(calibrationProblem(calibration)).toEqual({
      kind: 'judge_not_calibrated',
      message: `The judge hub/weak gave the known verdict on ${TOTAL - 10} of ${TOTAL} known cases; it may gate from 95 % on. Name another judge, a stronger one, in evaluation.judge; or write judge: off, which reads by rule alone.`,
    });
  });

  it('tells a bad form from bad judgement', async () => {
    const calibration = await calibrate(
      'hub/chatty',
      judgeWrongOn(7, () => 'accounts'),
    );
    expect(calibrationProblem(calibration).message).toContain('Answers that cannot be read as a verdict: 7. Name another judge');
  });

  it('points to the endpoint where answers are missing, and there alone where nothing else is wrong', async () => {
    const error = { kind: 'timeout', message: 'No answer.' };
    const down = await calibrate(
      'hub/down',
      judgeWrongOn(TOTAL, () => error),
    );
    expect(calibrationProblem(down).message).toMatch(
      new RegExp(`on 0 of ${TOTAL} known cases.* Cases without an answer: ${TOTAL}; mend the judge's endpoint first\\.$`),
    );
    const both = await calibrate('hub/both', async (prompt) => (KNOWN.get(prompt)!.index < 5 ? error : said('ignores')));
    expect(calibrationProblem(both).message).toMatch(
      /Cases without an answer: 5; mend the judge's endpoint first\. Name another judge, a stronger one, in evaluation\.judge/,
    );
  });
});

it('the version is a short word', () => {
  expect(version()).toMatch(/^[0-9a-f]{8}$/);
});
