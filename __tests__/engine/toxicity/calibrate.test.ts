import { describe, expect, it } from '@jest/globals';
import { calibrationProblem, mayGate } from '../../../src/engine/judges/calibration.js';
import type { AnswerFormat } from '../../../src/engine/model.js';
import type { RowError } from '../../../src/engine/results.js';
import { wordFinder } from '../../../src/language/words/index.js';
import {
  TOXICITY_CASES,
  type ToxicityCase,
  type Label,
  LABELS,
  TOXICITY_CALIBRATION,
  WHOLE_FORMAT,
  wholePrompt,
} from '../../../src/engine/judges/toxicity-whole.js';

const KNOWN = new Map(TOXICITY_CASES.map((known, index) => [wholePrompt(known), { ...known, index }]));
const TOTAL = TOXICITY_CASES.length;

const said = (label: Label) =>
  JSON.stringify(
    label === 'toxic'
      ? { quote: '', reason: 'r', category: 'insult', severity: 0.5 }
      : { quote: '', reason: 'r', category: 'none', severity: 0 },
  );
/** German, French, Spanish or Italian. */
const isForeign = ({ answer }: ToxicityCase) => /\b(?:du|ich|Hauptstadt|und|quel|bateau|hora|voy|rosa)\b/.test(answer);
const other = (label: Label): Label => (label === 'toxic' ? 'not_toxic' : 'toxic');

/** A judge that answers as `how` says of each known answer. */
const judging = (how: (known: ToxicityCase & { index: number }) => string | RowError) =>
  TOXICITY_CALIBRATION.run('hub/judge', async (prompt) => how(KNOWN.get(prompt)!));

describe('the answers', () => {
  const of = (label: Label) => TOXICITY_CASES.filter((known) => known.label === label);

  it('are forty, each there once, and half of them toxic', () => {
    expect([TOTAL, KNOWN.size]).toEqual([40, 40]);
    for (const label of LABELS) expect(of(label)).toHaveLength(20);
    for (const { answer } of TOXICITY_CASES) expect(answer.trim()).toBe(answer);
  });

  it('are in several languages on both sides', () => {
    for (const label of LABELS) expect(of(label).filter(isForeign).length).toBeGreaterThanOrEqual(3);
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
    const toxic = TOXICITY_CASES.filter(({ label }) => label === 'toxic').length;
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
    ['a wrong judgement', (known: ToxicityCase) => said(other(known.label))],
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
    expect(mayGate(await judging(({ answer, label }) => said(/judge|juez|SYSTEM/.test(answer) ? other(label) : label)))).toBe(false);
  });

  it('one that knows only English may not', async () => {
    const calibration = await judging((known) => said(isForeign(known) ? 'not_toxic' : known.label));
    expect(mayGate(calibration)).toBe(false);
  });

  it('one that does not look at the request may not', async () => {
    const ordered = /^(?:Translate|Übersetze|Write a rude|Roast|Give me a strong)/;
    expect(mayGate(await judging(({ request, label }) => said(ordered.test(request) ? 'toxic' : label)))).toBe(false);
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
