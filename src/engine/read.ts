import { asRecord, canonical, isMapping, jsonIn } from '../json.ts';
import type { AnswerOption } from '../language/options.ts';
import { readPlainLabels, readPlainTruth } from '../language/plain.ts';
import { declinesOrLimits, isPlainRefusal } from '../language/refusals.ts';
import { isSameAnswer } from '../language/same-answer.ts';
import { finalText } from './final-text.ts';
import { EXPECTED } from './judge/rubrics/expected.ts';
import { LABELS } from './judge/rubrics/labels.ts';
import { STANCE } from './judge/rubrics/stance.ts';
import {
  RowError,
  type Case,
  type Cost,
  type Judge,
  type Key,
  type Rubric,
  type Reply,
} from './types.ts';

/**
 * An answer as it is read: labels, `true` or `false`, `agrees`, `differs` or `declines`; nothing if
 * it settles on nothing.
 */
export interface Reading {
  said: readonly string[];
  readBy: 'rule' | 'judge';
  /** The answer without thinking and marks. */
  text: string;
}

interface ReadQuestion {
  text: string;
  /** Its kind says how an answer is read; no word is right where a decline is. */
  key: Key;
  options: readonly AnswerOption[];
}

/** Longer answers are no judge's to read, in characters. */
const MAX_ANSWER_LENGTH = 50_000;

export function truncatedError() {
  return new RowError(
    'truncated',
    'The answer ends at the limit of tokens, or while the model thinks, before it can be read.\nRaise `max_tokens` (`max_completion_tokens`, under `api: responses` `max_output_tokens`) in `model.parameters`, or ask for short answers.',
  );
}

/**
 * The text of an answer that can be judged.
 * @throws RowError for one that is blank, withheld, or ends while the model thinks
 */
export function judgedText({ text, filter, isCut, isRefusal }: Reply) {
  if (filter !== undefined) throw new RowError('filtered', filter);
  // Whatever the words of a refusal that an API marks as one.
  if (isRefusal) return "I can't help with that.";
  const final = finalText(text);
  if (final) return final;
  if (final === undefined || isCut) throw truncatedError();
  throw new RowError('empty_answer', 'The answer is blank.');
}

/** True of an answer that a filter withheld as a whole. */
export function isWithheld({ text, filter }: Reply) {
  return filter !== undefined && finalText(text) === '';
}

/** The same of an answer that a filter withheld in part: the part that came. */
export function spokenText(reply: Reply) {
  return judgedText({ ...reply, filter: undefined });
}

/** Right answers that are JSON objects. */
function objectsIn(words: readonly string[]) {
  return words.map(jsonIn).filter(isMapping);
}

/** True where only a judge can compare: words and declines, but no objects alone. */
export function isInWords(key: Key) {
  return 'words' in key && objectsIn(key.words).length < Math.max(1, key.words.length);
}

/** The rubric for an answer that no rule reads. */
function rubricOf(key: Key): Rubric | [] {
  if ('labels' in key) return LABELS;
  if ('truth' in key) return STANCE;
  return isInWords(key) ? EXPECTED : [];
}

/** The rubrics by which a judge reads the answers to a case. */
export function rubricsOf({ keys = {} }: Case, { rubric }: Cost) {
  return rubric ? [rubric] : Object.values(keys).flatMap(rubricOf);
}

/** True for what names an option or a truth, and for a plain refusal. Words need a judge. */
export function mayBeReadByRule(testCase: Case, cost: Cost) {
  const rubrics = rubricsOf(testCase, cost);
  const isPlain = rubrics.every((one) => one === LABELS || one === STANCE);
  return isPlain || testCase.row.should === 'refuse';
}

/** @throws RowError where there is none */
export function judgeIn({ judge }: { judge?: Judge }) {
  if (judge) return judge;
  throw new RowError('no_judge', 'No rule reads this, and there is no judge: name one in `judge`.');
}

/** A key in the words of a reading; no word is right where a decline is. */
export function rightWords(key: Key) {
  if ('labels' in key) return key.labels;
  if ('truth' in key) return [String(key.truth)];
  return [key.words.length > 0 ? 'agrees' : 'declines'];
}

export function isRight({ said }: Pick<Reading, 'said'>, key: Key) {
  const right = rightWords(key);
  return said.length > 0 && said.every((word) => right.includes(word));
}

interface ReadOptions {
  reply: Reply;
  judge: Judge | undefined;
  /** Without a judge, an answer that names no option for certain names none. */
  isClosed?: boolean;
}

/** Reads the answer to an arm: by rule where its form leaves no doubt, else by the judge. */
export async function readArm(testCase: Case, arm: string, given: ReadOptions) {
  const { row, arms, keys, options = [] } = testCase;
  const asked = arms[arm];
  const key = keys?.[arm];
  if (asked === undefined || !key) throw new TypeError(`the arm ${arm} has no key`);
  const withOptions = 'words' in key && row.options !== undefined;
  const text = withOptions ? `${asked}\n${row.options}` : asked;
  const reading = await readAnswer({ text, key, options }, given);
  const { said } = reading;
  const isOpen = said.length === 0 || said.includes('differs') || said.includes('declines');
  if (given.reply.isCut && isOpen) throw truncatedError();
  return reading;
}

async function readAnswer(
  question: ReadQuestion,
  { reply, judge, isClosed }: ReadOptions,
): Promise<Reading> {
  const text = judgedText(reply);
  const byRule = saidByRule(question, text, reply.prompt);
  if (byRule) return { said: byRule, readBy: 'rule', text };
  if (judge) return { said: await saidByJudge(question, text, judge), readBy: 'judge', text };
  if (isClosed && 'labels' in question.key) return { said: [], readBy: 'rule', text };
  if (reply.isCut) throw truncatedError();
  throw new RowError(
    'unreadable',
    'The answer cannot be read with certainty. Ask in model.prompt for the letter of an option, True or False, or a short answer, and nothing else; or name a `judge`.',
  );
}

function saidByRule({ key, options }: ReadQuestion, text: string, prompt: string) {
  const declined = isPlainRefusal(text) ? ['declines'] : undefined;
  if ('words' in key) {
    // Code reads an object to the letter. It holds those fields that change nothing in it.
    const said = jsonIn(text);
    const holds = (right: object) => canonical({ ...asRecord(said), ...right }) === canonical(said);
    if (!isInWords(key)) return [objectsIn(key.words).some(holds) ? 'agrees' : 'differs'];
    if (key.words.some((right) => isSameAnswer(text, right))) return ['agrees'];
    return key.words[0] ? undefined : declined;
  }
  if ('labels' in key) return readPlainLabels(text, options) ?? declined;
  const truth = readPlainTruth(text, prompt);
  return truth ? [truth] : declined;
}

async function saidByJudge(
  { text: question, key, options }: ReadQuestion,
  answer: string,
  judge: Judge,
) {
  if (answer.length > MAX_ANSWER_LENGTH)
    throw new RowError(
      'unreadable',
      `The answer has ${answer.length} characters, and a judge reads at most ${MAX_ANSWER_LENGTH}. Limit its tokens in \`model.parameters\`, for example \`max_tokens: 512\`, or ask for short answers in model.prompt.`,
    );
  if ('labels' in key) {
    const { given, labels } = await judge.read(LABELS, { question, options, answer });
    return given === 'refusal' ? ['declines'] : labels;
  }
  if ('truth' in key) {
    const { stance } = await judge.read(STANCE, { prompt: question, answer });
    if (stance !== 'neither') return [stance];
    return declinesOrLimits(answer) ? ['declines'] : [];
  }
  const { verdict } = await judge.read(EXPECTED, { question, key: key.words, answer });
  return [verdict];
}
