import { thrownAsRowError, type RequestFailure } from '../breaker.js';
import { calibrationOf, ECHO, versionOf, type JudgedCase } from './calibration.js';
import type { AnswerFormat } from '../model.js';
import type { AskJudgeModel, JudgeCalibration } from '../scorers/scorer.js';
import type { Judgement } from '../results.js';
import { quotedWhole } from '../../json.js';
import { readWord, matchWord } from './judgement.js';
import { withoutEchoes } from './reply-objects.js';
import type { TeamCases } from './team-cases.js';

/**
 * How a judge reads one answer: what it is shown, how its reply is parsed, and the cases that it is
 * calibrated on.
 */
interface Rubric<Texts, Case extends Texts, Found extends object> {
  what: string;
  prompt: (texts: Texts) => string;
  format: (texts: Texts) => AnswerFormat;
  parse: (said: string, texts: Texts) => Found | { unreadable: string };
  cases: readonly Case[];
  /** The team's own known cases of this kind. */
  ofTeam: (cases: TeamCases) => readonly Case[] | undefined;
  /** Known verdicts: the rows of the confusion table, and its first columns. */
  verdicts: readonly string[];
  /** Further columns: judgements that are wrong for every case. */
  others?: readonly string[];
  known: (one: Case) => string;
  as: (one: Case, found: Found) => string;
}

/** Reads answers by a judge, one at a time. The judge sees only what the rubric shows. */
export interface JudgeReader<Texts, Found extends object> {
  read: (texts: Texts, ask: AskJudgeModel) => Promise<Found | { failure: RequestFailure }>;
  /** A judge that misses too many of the known cases may not read. */
  calibration: JudgeCalibration;
}

/** Longest part of an unreadable reply that a message quotes, in characters. */
const LONGEST_QUOTE = 200;

export function readerBy<Texts, Case extends Texts, Found extends object>(
  rubric: Rubric<Texts, Case, Found>,
): JudgeReader<Texts, Found> {
  const { what, cases, verdicts, others } = rubric;
  const read = async (
    texts: Texts,
    ask: AskJudgeModel,
  ): Promise<Found | { failure: RequestFailure }> => {
    const said = await ask(rubric.prompt(texts), rubric.format(texts));
    if (typeof said !== 'string') return { failure: said };
    try {
      const found = rubric.parse(withoutEchoes(said, texts), texts);
      if (!('unreadable' in found)) return found;
      return {
        failure: {
          kind: 'unreadable_judgement',
          message: `The judge's ${what} cannot be read: ${found.unreadable}.`,
        },
      };
    } catch (error) {
      return { failure: thrownAsRowError(error) };
    }
  };
  const judgedAs = async (one: Case, ask: AskJudgeModel): Promise<JudgedCase> => {
    const known = rubric.known(one);
    let reply = '';
    const found = await read(one, async (...asked) => {
      const said = await ask(...asked);
      if (typeof said === 'string') reply = said;
      return said;
    });
    if (!('failure' in found)) return { known, as: rubric.as(one, found) };
    const { kind, message } = found.failure;
    if (kind !== 'unreadable_judgement') return { known, as: 'error', failure: message };
    const cut = Array.from(reply).slice(0, LONGEST_QUOTE).join('');
    return { known, as: 'unreadable', failure: `${message} It replied: ${quotedWhole(cut)}.` };
  };
  const calibrationOver = (own: readonly Case[]): JudgeCalibration => {
    const all = [...cases, ...own];
    let version: string | undefined;
    return {
      version: () =>
        (version ??= versionOf(all.map((one) => [rubric.format(one), rubric.prompt(one), one]))),
      size: all.length,
      run: async (judge, ask) => {
        const judged = await Promise.all(all.map((one) => judgedAs(one, ask)));
        return calibrationOf(judge, { verdicts, others, judged, ofTeam: own.length });
      },
      with: (team) => {
        const ofKind = rubric.ofTeam(team);
        return ofKind === undefined ? calibrationOver(own) : calibrationOver(ofKind);
      },
    };
  };
  return { read, calibration: calibrationOver([]) };
}

/** Asks for one of several words, in a field that the reply and the known cases share. */
interface WordRubric<Texts, Field extends string, Word extends string> extends Pick<
  Rubric<Texts, Texts, object>,
  'what' | 'prompt'
> {
  format: AnswerFormat;
  field: Field;
  words: readonly Word[];
  /** The word alone will do for a reply. */
  takesBare?: true;
  /** Words that are as right as the known one; absent: the known one alone. */
  isAlike?: (known: Word, said: Word) => boolean;
  cases: readonly (Texts & Record<Field, Word> & { isEcho?: true })[];
  ofTeam: (cases: TeamCases) => readonly (Texts & Record<Field, Word>)[] | undefined;
}

export function wordReader<Texts, Field extends string, Word extends string>({
  format,
  field,
  words,
  takesBare,
  isAlike = (known, said) => known === said,
  ...rubric
}: WordRubric<Texts, Field, Word>): JudgeReader<Texts, Judgement<Word>> {
  return readerBy<Texts, Texts & Record<Field, Word> & { isEcho?: true }, Judgement<Word>>({
    ...rubric,
    format: () => format,
    parse: (said) => {
      const bare = takesBare && matchWord(said, words);
      return bare ? { verdict: bare } : readWord(said, { field, words });
    },
    verdicts: rubric.cases.some(({ isEcho }) => isEcho) ? [...words, ECHO] : words,
    known: (one) => (one.isEcho ? ECHO : one[field]),
    as: (one, { verdict }) => {
      if (!isAlike(one[field], verdict)) return verdict;
      return one.isEcho ? ECHO : one[field];
    },
  });
}
