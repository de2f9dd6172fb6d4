import { thrownAsRowError, type RequestFailure } from '../asking/breaker.ts';
import { calibrationOf, ECHO, versionOf, type JudgedCase } from './calibration.ts';
import { distinctBy } from '../lists.ts';
import type { AnswerFormat } from '../model.ts';
import type { AskJudgeModel, JudgeCalibration } from '../scorers/scorer.ts';
import type { Judgement } from '../results.ts';
import { quotedWhole } from '../../json.ts';
import { askTwice, readWord, matchWord, type JudgeReading } from './judgement.ts';
import { removeEchoes } from './reply-objects.ts';

/** The question to a judge about some texts, and how its reply is parsed. */
export interface ReplyReader<Texts, Parsed> {
  prompt: (texts: Texts) => string;
  format: (texts: Texts) => AnswerFormat;
  parse: (reply: string, texts: Texts) => Parsed;
}

/** How a judge reads one answer, and the cases that it is calibrated on. */
interface Rubric<Texts, Case extends Texts, Reading extends object> extends ReplyReader<
  Texts,
  Reading | { unreadable: string }
> {
  /** The judge's result in error messages: `verdict`, `labels`. */
  resultName: string;
  cases: readonly Case[];
  /** Known verdicts: the rows of the confusion table, and its first columns. */
  verdicts: readonly string[];
  /** Further columns: judgements that are wrong for every case. */
  wrongVerdicts?: readonly string[];
  knownVerdict: (knownCase: Case) => string;
  verdictOf: (knownCase: Case, reading: Reading) => string;
}

/** Reads answers by a judge, one at a time. The judge sees only what the rubric shows. */
export interface JudgeReader<Texts, Reading extends object> {
  read: (texts: Texts, ask: AskJudgeModel) => Promise<Reading | { failure: RequestFailure }>;
  /** Calibrates the judge. One that misses too many of the known cases may not read answers. */
  calibration: JudgeCalibration;
}

/** Maximum length of the part of an unreadable reply that a message quotes, in characters. */
const MAX_QUOTE_LENGTH = 200;

/**
 * Reads an answer by one request, and by a second one if the judge's reply is unreadable or in
 * doubt. A calibration asks each case once: a case that needs a second try counts as wrong.
 */
export function readTwice<Texts, Value>(
  { prompt, format, parse }: ReplyReader<Texts, JudgeReading<Value>>,
  texts: Texts,
  ask: AskJudgeModel,
): ReturnType<typeof askTwice<Value>> {
  return askTwice(ask, {
    prompt: prompt(texts),
    format: format(texts),
    parse: (reply) => parse(removeEchoes(reply, texts), texts),
  });
}

export function createReader<Texts, Case extends Texts, Reading extends object>(
  rubric: Rubric<Texts, Case, Reading>,
): JudgeReader<Texts, Reading> {
  return {
    read: (texts, ask) => readOnce(rubric, texts, ask),
    calibration: calibrationOver(rubric),
  };
}

async function readOnce<Texts, Case extends Texts, Reading extends object>(
  rubric: Rubric<Texts, Case, Reading>,
  texts: Texts,
  ask: AskJudgeModel,
): Promise<Reading | { failure: RequestFailure }> {
  const reply = await ask(rubric.prompt(texts), rubric.format(texts));
  if (typeof reply !== 'string') return { failure: reply };
  try {
    const reading = rubric.parse(removeEchoes(reply, texts), texts);
    if (!('unreadable' in reading)) return reading;
    return {
      failure: {
        kind: 'unreadable_judgement',
        message: `The judge's ${rubric.resultName} cannot be read: ${reading.unreadable}.`,
      },
    };
  } catch (error) {
    return { failure: thrownAsRowError(error) };
  }
}

function calibrationOver<Texts, Case extends Texts, Reading extends object>(
  rubric: Rubric<Texts, Case, Reading>,
): JudgeCalibration {
  const { cases, verdicts, wrongVerdicts } = rubric;
  let version: string | undefined;
  return {
    version: () =>
      (version ??= versionOf(
        cases.map((knownCase) => [rubric.format(knownCase), rubric.prompt(knownCase), knownCase]),
      )),
    size: cases.length,
    run: async (judge, ask) => {
      const judgedCases = await Promise.all(
        cases.map((knownCase) => judgeCase(rubric, knownCase, ask)),
      );
      return calibrationOf(judge, { verdicts, wrongVerdicts, cases: judgedCases });
    },
    withFewCases: (count) => calibrationOver({ ...rubric, cases: fewCases(rubric, count) }),
  };
}

/** The first case of each verdict, then the others. */
function fewCases<Texts, Case extends Texts, Reading extends object>(
  { cases, knownVerdict }: Rubric<Texts, Case, Reading>,
  count: number,
): Case[] {
  const ofEachVerdict = distinctBy(cases, knownVerdict);
  const others = cases.filter((knownCase) => !ofEachVerdict.includes(knownCase));
  return [...ofEachVerdict, ...others].slice(0, count);
}

/** Asks a judge about a known case. An unreadable reply is quoted in the failure. */
async function judgeCase<Texts, Case extends Texts, Reading extends object>(
  rubric: Rubric<Texts, Case, Reading>,
  knownCase: Case,
  ask: AskJudgeModel,
): Promise<JudgedCase> {
  const expected = rubric.knownVerdict(knownCase);
  let reply = '';
  const reading = await readOnce(rubric, knownCase, async (...request) => {
    const answer = await ask(...request);
    if (typeof answer === 'string') reply = answer;
    return answer;
  });
  if (!('failure' in reading)) return { expected, verdict: rubric.verdictOf(knownCase, reading) };
  const { kind, message } = reading.failure;
  if (kind !== 'unreadable_judgement') return { expected, verdict: 'error', failure: message };
  const quote = Array.from(reply).slice(0, MAX_QUOTE_LENGTH).join('');
  const failure = `${message} It replied: ${quotedWhole(quote)}.`;
  return { expected, verdict: 'unreadable', failure };
}

/** Asks for one of several words, in a field that the reply and the known cases share. */
interface WordRubric<Texts, Field extends string, Word extends string> extends Pick<
  Rubric<Texts, Texts, object>,
  'resultName' | 'prompt'
> {
  format: AnswerFormat;
  field: Field;
  words: readonly Word[];
  /** A reply of the word alone, without JSON, is enough. */
  takesBareWord?: true;
  /** Words that are as right as the known one; absent: the known one alone. */
  isAlike?: (expected: Word, verdict: Word) => boolean;
  cases: readonly (Texts & Record<Field, Word> & { isEcho?: true })[];
}

export function createWordReader<Texts, Field extends string, Word extends string>({
  format,
  field,
  words,
  takesBareWord,
  isAlike = (expected, verdict) => expected === verdict,
  ...rubric
}: WordRubric<Texts, Field, Word>): JudgeReader<Texts, Judgement<Word>> {
  return createReader<Texts, Texts & Record<Field, Word> & { isEcho?: true }, Judgement<Word>>({
    ...rubric,
    format: () => format,
    parse: (reply) => {
      const word = takesBareWord && matchWord(reply, words);
      return word ? { verdict: word } : readWord(reply, { field, words });
    },
    verdicts: rubric.cases.some(({ isEcho }) => isEcho) ? [...words, ECHO] : words,
    knownVerdict: (knownCase) => (knownCase.isEcho ? ECHO : knownCase[field]),
    verdictOf: (knownCase, { verdict }) => {
      if (!isAlike(knownCase[field], verdict)) return verdict;
      return knownCase.isEcho ? ECHO : knownCase[field];
    },
  });
}
