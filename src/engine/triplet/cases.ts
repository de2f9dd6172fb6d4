import { parseOptions, type Option } from '../../language/options.js';
import { lintOf, perturbed } from '../perturbed.js';
import { buildPrompt, hasOptions } from '../prompt.js';
import { byLot, contentOf, drawFrom } from '../random.js';
import type { LeftOutRow, RowFinding } from '../results.js';
import { leftOutRow } from '../cases.js';
import type { Sample } from '../sample.js';
import type { SensitivityTest, Unfit } from '../tests/test.js';
import { quoted } from '../../json.js';
import { halfOf, keyOf, keyProblem, type Key } from './key.js';
import type { TripletRun } from './triplet-run.js';

export const ARMS = ['original', 'placebo', 'test_case'] as const;
export type ArmName = (typeof ARMS)[number];

export interface TripletCase {
  sample: Sample;
  texts: Readonly<Record<ArmName, string>>;
  options?: readonly Option[] | undefined;
  cluster?: string | undefined;
  key?: Key | undefined;
  lint?: RowFinding | undefined;
}

export interface PreparedTriplets {
  cases: TripletCase[];
  notApplicable: LeftOutRow[];
}

/** Where the configuration has no prompt: for an answer that plain rules read, of a row with options and of a statement. */
export const OPTIONS_PROMPT =
  '{text}\n{options}\nAnswer with the letter of the right option, or the letters of all right options, and nothing else.';
export const STANCE_PROMPT = 'Is this statement true or false? Answer with True or False only.\n{text}';

/** Perturbs every sample, puts the placebo beside it, and orders the rows; what cannot be asked is named and left out. */
export function prepareTriplets(run: TripletRun, seed: number): PreparedTriplets {
  const notApplicable: LeftOutRow[] = [];
  const before = askedBefore();
  const cases = byLot(run.samples, seed, (sample) => sample).flatMap((sample): TripletCase[] => {
    const made = caseOf(run, sample, { seed, before });
    if (!('reason' in made)) return [made];
    notApplicable.push(leftOutRow(run.test, sample, made.reason));
    return [];
  });
  return { cases: inTurn(cases, ({ key, options }) => halfOf(key, options)), notApplicable };
}

/** One row of each half in turn while there are rows of both, so that a model that answers every "not" alike is seen soon. */
export function inTurn<Row>(rows: readonly Row[], half: (row: Row) => string): Row[] {
  const queues = [...Map.groupBy(rows, half)].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, queue]) => queue);
  const longest = Math.max(0, ...queues.map((queue) => queue.length));
  return Array.from({ length: longest }, (_, i) => i).flatMap((i) => queues.flatMap((queue) => queue.slice(i, i + 1)));
}

/** A text without what no model answers to: how wide its spaces are, and signs that nobody sees. */
function asRead(text: string | undefined): string | undefined {
  return text
    ?.replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Finds the source of the first row that asks the same: asked again it says nothing new. */
type AskedBefore = (texts: readonly (string | undefined)[], source: string) => string | undefined;

export function askedBefore(): AskedBefore {
  const first = new Map<string, string>();
  return (texts, source) => {
    const asked = JSON.stringify(texts.map(asRead));
    const known = first.get(asked);
    if (known === undefined) first.set(asked, source);
    return known;
  };
}

function caseOf(run: TripletRun, given: Sample, { seed, before }: { seed: number; before: AskedBefore }): TripletCase | Unfit {
  const { test, scorer } = run;
  const made = perturbed(run, given, seed);
  if ('reason' in made) return made;
  const { sample, test_case } = made;
  const { text, source, cluster } = sample;
  if (test.insertions && test.insertions(text, test_case) > 1)
    return { reason: 'more than one insertion: no placebo could stand for both' };
  // Without a placebo of its own the original is asked once more: an answer that changes by itself can tell nothing either.
  const placebo = test.pair ? (made.placebo ?? text) : test.placebo?.(text, test_case, drawFrom(seed, 'placebo', contentOf(given)));
  if (placebo === undefined) return { reason: 'there is no place for a placebo in this text' };

  const sendsOptions = test.sendsOptions && hasOptions(sample);
  const options = sendsOptions && scorer.name !== 'stance' ? parseOptions(sample.options!) : undefined;
  if (options ? options.length < 2 : scorer.name === 'choice') return { reason: 'no options to choose from that can be told apart' };
  if (!options && run.lint !== 'off' && sample.truth === undefined && scorer.readers.kind?.(text, sendsOptions) === 'open') {
    return { reason: 'neither a statement nor a question with options. Give it options, or a truth, or use method: pair' };
  }
  const key = keyOf(sample, options);
  const problem = key && keyProblem(key, options);
  if (problem) return { reason: problem };

  const lint = lintOf(run, made);
  if (lint && run.lint === 'drop') return { reason: `${lint.rule}: ${lint.message}` };
  // One text may stand in several pairs that the data brings along.
  const known = before([text, test.sendsOptions ? sample.options : undefined, ...(test.pair ? [test_case] : [])], source);
  if (known !== undefined) return { reason: `the same text and options as ${quoted(known)}: counted once` };
  return {
    sample,
    texts: { original: text, placebo, test_case },
    ...(options && { options }),
    ...(cluster !== undefined && { cluster }),
    ...(key && { key }),
    ...(lint && { lint }),
  };
}

type PromptRules = Pick<SensitivityTest, 'sendsOptions'> & { template?: string | undefined };

export function promptOf({ texts, sample, options }: TripletCase, arm: ArmName, { sendsOptions, template }: PromptRules): string {
  const shape = template ?? (options ? OPTIONS_PROMPT : STANCE_PROMPT);
  return buildPrompt({ text: texts[arm], options: sample.options }, { sendsOptions, template: shape });
}
