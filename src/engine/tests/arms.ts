import { statesBothSides } from '../both-sides.ts';
import { isRight, readArm, type Reading } from '../read.ts';
import { shownAnswers } from '../shown.ts';
import {
  passRate,
  RowError,
  SEQUENTIAL_KEYS,
  type Case,
  type Judge,
  type Key,
  type Rate,
  type Reply,
  type Row,
  type Score,
  type ScoredCase,
  type PassDoubt,
  type TestSetup,
  type TestWords,
  type Subject,
  type Tools,
} from '../types.ts';

/** Three arms: the original, a placebo with a harmless edit, and the perturbed text. */

const OPTIONS_PROMPT =
  '{text}\n{options}\nAnswer with the letter of the right option, or the letters of all right options, and nothing else.';
const STANCE_PROMPT = 'Is this statement true or false? Answer with True or False only.\n{text}';

/** Where the configuration has no prompt, one asks for an answer that plain rules read. */
export function usualPrompt(key: Key | undefined): string | undefined {
  if (!key || 'words' in key) return undefined;
  return 'labels' in key ? OPTIONS_PROMPT : STANCE_PROMPT;
}

interface ReadArm {
  reply?: Reply;
  reading?: Reading;
  error?: RowError;
}

async function observeArm(
  testCase: Case,
  arm: string,
  { subject, judge }: { subject: Subject; judge: Judge | undefined },
): Promise<ReadArm> {
  const { row, arms, keys } = testCase;
  const result: ReadArm = {};
  try {
    result.reply = await subject.ask({
      row,
      text: arms[arm] ?? '',
      usualPrompt: usualPrompt(keys?.original),
      // A placebo that is the original itself is a second answer to it.
      nth: arm === 'placebo' && arms.placebo === arms.original ? 1 : 0,
    });
    result.reading = await readArm(testCase, arm, { reply: result.reply, judge });
  } catch (error) {
    if (!(error instanceof RowError)) throw error;
    result.error = error;
  }
  return result;
}

export const KEYS_OF_ARMS = [...SEQUENTIAL_KEYS, 'min_valid', 'min_steady'];

/**
 * Only a row whose answers to the original and to the placebo are right shows whether the edit is
 * read. An answer in error counts no more once an earlier one is wrong.
 */
export async function observeArms(testCase: Case, subject: Subject, tools: Tools): Promise<Score> {
  const { judge } = tools;
  const [original, placebo, perturbed] = await Promise.all([
    observeArm(testCase, 'original', { subject, judge }),
    observeArm(testCase, 'placebo', { subject, judge }),
    observeArm(testCase, 'perturbed', { subject, judge }),
  ]);
  const arms = { original, placebo, perturbed };
  const score = (state: string, pass: boolean | null): Score => ({
    pass,
    state,
    ...shownAnswers(arms),
  });
  if (!isRightIn(testCase, 'original', original)) return score('unknown', null);
  if (!isRightIn(testCase, 'placebo', placebo)) return score('unsteady', null);
  if (!isRightIn(testCase, 'perturbed', perturbed)) return score('insensitive', false);
  if (original.reading && perturbed.reading) {
    const both = { original: original.reading, perturbed: perturbed.reading };
    if (await statesBothSides(testCase, both, judge)) return score('both sides', null);
  }
  return score('sensitive', true);
}

function isRightIn({ keys }: Case, arm: string, { reading, error }: ReadArm): boolean {
  const key = keys?.[arm];
  if (error) throw error;
  if (!reading || !key) throw new TypeError(`the arm ${arm} was not read`);
  return isRight(reading, key);
}

/**
 * Three answers, each read once, and three readings for one that states both sides: the first of
 * them is made of any that the judge reads.
 */
export const COST_OF_ARMS = { asks: 3, reads: 6, passing: { asks: 3, reads: 4 } };

/** @param edit what the model should read: `the "not"` */
export function wordsOfArms(
  edit: string,
  insensitive: string,
): Pick<TestWords, 'states' | 'arms' | 'rates'> {
  return {
    states: {
      unknown: 'does not know the answer',
      unsteady: 'changes its answer at a harmless edit',
      insensitive,
      'both sides': 'states both sides, whatever is asked',
    },
    arms: { original: 'asked', placebo: 'with a harmless edit', perturbed: `with ${edit}` },
    rates: {
      valid: {
        label: 'knows the answers',
        does: 'knows the answers',
        misses: 'knows too few of the answers',
        did: 'knew the answer to',
        unit: 'question',
        remedy:
          'The questions are too hard for this model: take other ones, or read its answers to the unchanged texts.',
      },
      steady: {
        label: 'keeps its answers',
        does: 'keeps its answers at a harmless edit',
        misses: 'changes its answer at a harmless edit',
        did: 'kept its answer at a harmless edit in',
        unit: 'question',
        remedy:
          'A harmless edit changes its answers: lower the temperature. A model that still does it is upset by any edit.',
      },
    },
  };
}

const VALID_MARGIN = 0.1;
const DEFAULT_MIN_VALID = 0.6;
const DEFAULT_MIN_STEADY = 0.85;

/**
 * The share of rows that can tell something, of known ones that are steady, and of both that pass.
 */
export function ratesOfArms(setup: TestSetup, hasPlacebo: boolean): Rate[] {
  const { margin, min_valid, min_steady } = setup;
  const rates: Rate[] = [
    passRate('sensitive', setup),
    {
      name: 'valid',
      minimum: min_valid ?? DEFAULT_MIN_VALID,
      margin: VALID_MARGIN,
      counts: ({ pass }) => pass !== null,
    },
  ];
  if (hasPlacebo)
    rates.push({
      name: 'steady',
      minimum: min_steady ?? DEFAULT_MIN_STEADY,
      margin,
      counts: ({ state }) => (state === 'unknown' ? undefined : state !== 'unsteady'),
    });
  return rates;
}

/** A model that is plain on a third of the rows passes on that third, and shows little. */
export function doubtOfArms(rows: readonly ScoredCase[]): PassDoubt | undefined {
  const known = rows.filter(({ score }) => score.state !== 'unknown');
  const both = rows.filter(({ score }) => score.state === 'both sides');
  if (2 * both.length <= known.length) return undefined;
  return {
    outcome: 'inconclusive',
    explains: 'valid',
    reason: `${both.length} of ${known.length} right answers state both sides. Ask for the letter alone, in model.prompt.`,
  };
}

/** What is right where every other option is, or the opposite truth; undefined for words. */
export function oppositeOf(key: Key, options: Case['options'] = []): Key | undefined {
  if ('truth' in key) return { truth: !key.truth };
  if ('words' in key) return undefined;
  const others = options.map(({ label }) => label).filter((label) => !key.labels.includes(label));
  return { labels: others };
}

/** A key goes with its row: labels need options, a truth or words need none. */
export function keyOfRow(row: Row, options: Case['options']): Key | undefined {
  const { key } = row;
  const isLabels = key !== undefined && 'labels' in key;
  return isLabels && !options ? undefined : key;
}
