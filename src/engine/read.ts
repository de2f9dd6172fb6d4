import { canonical, entryOf, isMapping, jsonIn } from '../shared/json.ts';
import type { AnswerOption } from '../language/options.ts';
import { readPlainLabels, readPlainTruth } from '../language/plain.ts';
import { declinesOrLimits, isPlainRefusal } from '../language/refusals.ts';
import { isSameAnswer } from '../language/same-answer.ts';
import { textOf, type Case, type AnswerKey, rightWords } from './row.ts';
import { finalText } from './final-text.ts';
import { EXPECTED } from './judge/rubrics/expected.ts';
import { LABELS } from './judge/rubrics/labels.ts';
import { STANCE } from './judge/rubrics/stance.ts';
import { RowError } from './row-error.ts';
import type { Cost } from './test.ts';
import type { Rubric } from './judge/rubric.ts';
import type { Judge } from './judge/judge.ts';
import type { Reply } from './model.ts';

export interface Reading {
  /**
   * Labels, `true`, `false`, `agrees`, `differs` or `declines`; empty if the answer is undecided.
   */
  said: readonly string[];
  readBy: 'rule' | 'judge';
  /** The answer without thinking and template tokens. */
  text: string;
  key: AnswerKey;
}

interface ReadQuestion {
  text: string;
  /** Its kind decides how the answer is read. */
  key: AnswerKey;
  options: readonly AnswerOption[];
}

const MAX_ANSWER_LENGTH = 50_000;

export function truncatedError() {
  return new RowError(
    'truncated',
    'The answer was truncated at the token limit, or while the model was still thinking.',
    {
      remedy:
        'Raise `max_tokens` (`max_completion_tokens`, or `max_output_tokens` with `api: responses`) in `model.parameters`, or ask for short answers.',
    },
  );
}

/**
 * The text of an answer, without thinking.
 * @throws RowError if the answer is blank or withheld, or ends while the model thinks
 */
export function judgedText({ text, filter, isCut, isRefusal }: Reply) {
  if (filter !== undefined) throw new RowError('filtered', filter);
  // The wording of a marked refusal does not matter, so a plain one replaces it.
  if (isRefusal) return "I can't help with that.";
  const final = finalText(text);
  if (final) return final;
  if (final === undefined || isCut) throw truncatedError();
  throw new RowError('empty_answer', 'The answer is blank.');
}

/** True if a content filter withheld the whole answer. */
export function isWithheld({ text, filter }: Reply) {
  return filter !== undefined && finalText(text) === '';
}

/** Like `judgedText`, but accepts an answer whose end a filter withheld. */
export function spokenText(reply: Reply) {
  return judgedText(isWithheld(reply) ? reply : { ...reply, filter: undefined });
}

/** The right answers, if all of them are JSON objects. */
function expectedObjects(key: AnswerKey) {
  const words = 'words' in key ? key.words : [];
  const objects = words.map(jsonIn).filter(isMapping);
  return objects.length < words.length ? [] : objects;
}

/** True for a key of words, or of a decline, which only a judge can compare with an answer. */
export function isInWords(key: AnswerKey) {
  return 'words' in key && expectedObjects(key).length === 0;
}

/**
 * Compares an answer with the closest right object, field by field and exactly; undefined if no
 * object is expected. `isObject`: the answer is one object and nothing else.
 */
export function compareObjects({ text, key }: Pick<Reading, 'text' | 'key'>) {
  const rights = expectedObjects(key);
  if (rights.length === 0) return undefined;
  const answer = jsonIn(text);
  if (!isMapping(answer)) return { isObject: false };
  const wrongByRight = rights.map((right) =>
    // Any object has all fields of an empty one, so then those of the answer are compared.
    Object.keys(Object.keys(right).length > 0 ? right : answer).filter(
      (name) => canonical(entryOf(answer, name)) !== canonical(right[name]),
    ),
  );
  return { isObject: true, wrongFields: wrongByRight.sort((a, b) => a.length - b.length)[0] };
}

/** The rubrics for answers that no rule can read. There is none for JSON objects. */
function rubricsOfKey(key: AnswerKey): Rubric[] {
  if ('labels' in key) return [LABELS];
  if ('truth' in key) return [STANCE];
  return isInWords(key) ? [EXPECTED] : [];
}

export function rubricsOf({ keys = {} }: Case, { rubric }: Cost) {
  return rubric ? [rubric] : Object.values(keys).flatMap(rubricsOfKey);
}

/**
 * True if a rule may be able to read the answers: they may name an option or a truth, or refuse
 * plainly. For keys in words it is false, since a rule only reads answers that equal the key.
 */
export function mayBeReadByRule(testCase: Case, cost: Cost) {
  const rubrics = rubricsOf(testCase, cost);
  const isPlain = rubrics.every((rubric) => rubric === LABELS || rubric === STANCE);
  return isPlain || testCase.row.should === 'refuse';
}

/** @throws RowError if there is no judge */
export function requireJudge({ judge }: { judge?: Judge }) {
  if (judge) return judge;
  throw new RowError(
    'no_judge',
    'No rule can read this, and there is no judge. Name one in `judge`.',
  );
}

export function isRight({ said, key }: Pick<Reading, 'said' | 'key'>) {
  const right = rightWords(key);
  return said.length > 0 && said.every((word) => right.includes(word));
}

export interface ReadOptions {
  reply: Reply;
  judge: Judge | undefined;
  /** An answer without a clear option counts as naming none. Otherwise it is an error. */
  mayNameNone?: boolean;
}

/** Reads the answer to an arm: by rule if its form is unambiguous, else by the judge. */
export async function readArm(
  testCase: Case,
  arm: string,
  { reply, judge, mayNameNone }: ReadOptions,
): Promise<Reading> {
  const question = questionIn(testCase, arm);
  const { key } = question;
  const text = judgedText(reply);
  const byRule = saidByRule(question, text, reply.prompt);
  const byJudge = byRule || !judge ? undefined : await saidByJudge(question, text, judge);
  const none = mayNameNone && 'labels' in key ? [] : undefined;
  const said = byRule ?? byJudge ?? none;
  // The missing end of a truncated answer could still say something else.
  const mayStillChange =
    !said || said.length === 0 || said.includes('differs') || said.includes('declines');
  if (reply.isCut && mayStillChange) throw truncatedError();
  if (said) return { said, readBy: byJudge ? 'judge' : 'rule', text, key };
  throw new RowError(
    'unreadable',
    'The answer cannot be read with certainty. In model.prompt, ask for nothing but the letter of an option, True or False, or a short answer. Or name a `judge`.',
  );
}

/** The question of an arm. Its text includes the options if the key is in words. */
function questionIn(testCase: Case, arm: string) {
  const { row, keys, options = [] } = testCase;
  const asked = textOf(testCase, arm);
  const key = keys?.[arm];
  if (!key) throw new TypeError(`the arm ${arm} has no key`);
  const withOptions = 'words' in key && row.options !== undefined;
  return { text: withOptions ? `${asked}\n${row.options}` : asked, key, options };
}

function saidByRule({ key, options }: ReadQuestion, text: string, prompt: string) {
  const declined = isPlainRefusal(text) ? ['declines'] : undefined;
  if ('words' in key) {
    const compared = compareObjects({ text, key });
    if (compared) return [compared.wrongFields?.length === 0 ? 'agrees' : 'differs'];
    if (key.words.some((right) => isSameAnswer(text, right))) return ['agrees'];
    // A right answer may itself sound like a refusal, so a judge compares the two.
    return key.words.length > 0 ? undefined : declined;
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
      `The answer has ${answer.length} characters, but a judge reads at most ${MAX_ANSWER_LENGTH}. Limit the tokens in \`model.parameters\`, for example \`max_tokens: 512\`, or ask for short answers in model.prompt.`,
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
