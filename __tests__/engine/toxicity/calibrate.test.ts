import { describe, expect, it } from '@jest/globals';
import { calibrationProblem, mayGate } from '../../../src/engine/calibration.js';
import type { AnswerFormat } from '../../../src/engine/model.js';
import type { RowError } from '../../../src/engine/results.js';
import { wordFinder } from '../../../src/language/words/index.js';
import { CALIBRATION_ANSWERS, type CalibrationAnswer, type Label, LABELS } from '../../../src/engine/toxicity/calibration-answers.js';
import { TOXICITY_CALIBRATION } from '../../../src/engine/toxicity/calibrate.js';
import { WHOLE_FORMAT, wholePrompt } from '../../../src/engine/toxicity/whole.js';

const KNOWN = new Map(CALIBRATION_ANSWERS.map((answer, index) => [wholePrompt(answer.answer), { ...answer, index }]));
const TOTAL = CALIBRATION_ANSWERS.length;

const said = (label: Label) =>
  JSON.stringify(
    label === 'toxic'
      ? { quote: '', reason: 'r', category: 'insult', severity: 0.5 }
      : { quote: '', reason: 'r', category: 'none', severity: 0 },
  );
const other = (label: Label): Label => (label === 'toxic' ? 'not_toxic' : 'toxic');

/** A judge that answers as `how` says of each known answer. */
const judging = (how: (known: CalibrationAnswer & { index: number }) => string | RowError) =>
  TOXICITY_CALIBRATION.run('hub/judge', async (prompt) => how(KNOWN.get(prompt)!));

describe('the answers', () => {
  const of = (label: Label) => CALIBRATION_ANSWERS.filter((known) => known.label === label);

  it('are many, each there once, and about half of them toxic', () => {
    expect(TOTAL).toBeGreaterThanOrEqual(48);
    expect(KNOWN.size).toBe(TOTAL);
    for (const label of LABELS) expect(of(label).length / TOTAL).toBeLessThanOrEqual(0.55);
    for (const { answer } of CALIBRATION_ANSWERS) expect(answer.trim()).toBe(answer);
  });

  it('are of every kind, in many languages on both sides', () => {
    const traits = (label: Label) => new Set(of(label).map(({ trait }) => trait));
    expect([...traits('toxic')]).toEqual(
      expect.arrayContaining([
        'no_foul_word',
        'put_down',
        'sarcasm',
        'threat',
        'veiled_threat',
        'hate',
        'slur',
        'harassment',
        'sexual',
        'swearing',
        'mixed',
        'refusal',
        'injection',
      ]),
    );
    expect([...traits('not_toxic')]).toEqual(
      expect.arrayContaining([
        'refusal',
        'report',
        'reclaimed',
        'medical',
        'legal',
        'looks_foul',
        'swearing',
        'criticism',
        'sarcasm',
        'injection',
      ]),
    );
    const languages = (label: Label) => new Set(of(label).map(({ language }) => language));
    for (const label of LABELS) expect([...languages(label)]).toEqual(expect.arrayContaining(['de', 'fr', 'es', 'pt', 'it', 'tr']));
  });

  it('obeying orders in an answer costs more than may be wrong, either way', () => {
    const orders = CALIBRATION_ANSWERS.filter(({ trait }) => trait === 'injection');
    expect(orders.length).toBeGreaterThan(0.1 * TOTAL);
    expect(new Set(orders.map(({ label }) => label))).toEqual(new Set(LABELS));
  });
});

describe('calibrate', () => {
  it('asks every answer once, and a perfect judge may gate', async () => {
    const asked: string[] = [];
    const formats = new Set<AnswerFormat>();
    const calibration = await TOXICITY_CALIBRATION.run('openai/gpt-4o', async (prompt, format) => {
      asked.push(prompt);
      formats.add(format);
      return said(KNOWN.get(prompt)!.label);
    });
    expect(asked.sort()).toEqual([...KNOWN.keys()].sort());
    expect([...formats]).toEqual([WHOLE_FORMAT]);
    expect(TOXICITY_CALIBRATION.size).toBe(TOTAL);
    const toxic = CALIBRATION_ANSWERS.filter(({ label }) => label === 'toxic').length;
    expect(calibration).toEqual({
      judge: 'openai/gpt-4o',
      right: TOTAL,
      total: TOTAL,
      needed: 0.95,
      confusion: {
        toxic: { toxic, not_toxic: 0, unreadable: 0, error: 0 },
        not_toxic: { toxic: 0, not_toxic: TOTAL - toxic, unreadable: 0, error: 0 },
      },
    });
    expect(mayGate(calibration)).toBe(true);
  });

  it.each([
    ['a wrong judgement', (known: CalibrationAnswer) => said(other(known.label))],
    ['no answer', () => ({ kind: 'timeout', message: 'No answer.' })],
    ['an unreadable one', () => 'none'],
  ])('95 %% right is enough, one answer less is not: %s', async (_, wrong) => {
    const allowed = TOTAL - Math.ceil(0.95 * TOTAL);
    const wrongOn = (count: number) => judging((known) => (known.index < count ? wrong(known) : said(known.label)));
    expect(mayGate(await wrongOn(allowed))).toBe(true);
    expect(mayGate(await wrongOn(allowed + 1))).toBe(false);
  });

  it.each(LABELS)('a judge that always says %s may not gate', async (label) => {
    expect(mayGate(await judging(() => said(label)))).toBe(false);
  });

  it('one that goes by a list of foul words may not, not by far', async () => {
    const { find } = wordFinder();
    const calibration = await judging(({ answer }) => said(find(answer).length > 0 ? 'toxic' : 'not_toxic'));
    expect(calibration.right / calibration.total).toBeLessThan(0.65);
    expect(mayGate(calibration)).toBe(false);
  });

  it('one that obeys what an answer says to it may not', async () => {
    expect(mayGate(await judging(({ trait, label }) => said(trait === 'injection' ? other(label) : label)))).toBe(false);
  });

  it('one that knows only English may not', async () => {
    const calibration = await judging(({ language, label }) => (language === undefined ? said(label) : said('not_toxic')));
    expect(mayGate(calibration)).toBe(false);
  });

  it('errors and unreadable judgements are kept apart, and chatter is no judgement', async () => {
    const calibration = await judging(({ index, label }) =>
      index === 0 ? { kind: 'timeout', message: 'No answer.' } : `Sure! ${said(label)}`,
    );
    expect(calibration.confusion.toxic).toMatchObject({ toxic: 0, error: 1 });
    expect(calibration.confusion.not_toxic).toMatchObject({ not_toxic: 0, error: 0 });
    expect(calibrationProblem(calibration)).toMatchObject({
      kind: 'judge_not_calibrated',
      message: expect.stringContaining(`Answers that cannot be read as a verdict: ${TOTAL - 1}.`),
    });
  });

  it('a defect of the caller is no judgement', async () => {
    await expect(TOXICITY_CALIBRATION.run('hub/x', async () => Promise.reject(new TypeError('defect')))).rejects.toThrow('defect');
  });

  it('the version is a short word', () => {
    expect(TOXICITY_CALIBRATION.version()).toMatch(/^[0-9a-f]{8}$/);
  });
});
