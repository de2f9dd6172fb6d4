// Guesses what the columns of a file hold, before a configuration says it: for `init` and `draft`.

import { canonical, isMapping, jsonIn } from '../shared/json.ts';
import type { Files } from '../shared/files.ts';
import { columnNamed, CONTEXT_NAME, namesIn } from './columns.ts';
import { readDataFiles } from './files.ts';
import likelyNames from './likely-columns.json' with { type: 'json' };
import { cellText, rowsOfFiles } from './rows.ts';

/** Matches answers that name what a bot does, in place of its words. */
const DECLINING =
  /^\W{0,5}(?:(?:declin|escalat)(?:e|ed|es|ion)|refus(?:e|ed|es|al)|unanswerable|not answerable|no answer|out of scope|hand(?: |-)?(?:over|off)|(?:i )?(?:don['’]?t|do not) know)\W{0,5}$/i;
const MOST_LABELS = 20;
/** Matches a yes in a column that says which rows must hold, or are to be declined. */
const YES = /^(?:true|yes|1|declin|escalat)/i;
const YES_OR_NO = /^(?:true|yes|1|false|no|0)$/i;
const LABEL = /^(?=[^{]{2,40}$).*\p{L}/u;
/** Matches the name of a column that may hold right answers: `good_reply`. */
const LIKE_ANSWER = /answer|expected|ideal|reply|response|reference|gold|target|solution/i;
const LIKE_LABEL = /label|categor|class|intent|sentiment|topic|queue|tag|team|department|kind/i;
/** Matches columns that hold no labels, though their values may recur. */
const NO_LABEL =
  /^(?:must|must[ _-]?(?:hold|pass)|(?:is[ _-]?)?(?:critical|blocking)|(?:should|must)[ _-]?(?:decline|escalate)|declines?|escalate|unanswerable|should|expect|reviewed|source|split|lang(?:uage)?|locale|country|difficulty|answer|expected.*|ideal|reply|response|output|reference|gold|target|completion|solution)$/i;

/** The distinct values, if each occurs twice on average; else undefined. */
function recurring(values: readonly string[]) {
  const distinct = [...new Set(values)];
  return distinct[1] && distinct.length <= values.length / 2 ? distinct : undefined;
}

/**
 * Guesses which column has which role, by names and values; undefined where nothing tells.
 *
 * @param prompt - if the prompt names all values of the answer, they are labels; if it asks for
 *   JSON, the columns that it names may be fields
 * @throws GateError for a file without rows
 */
export async function guessRoles(source: string, files: Files, prompt = '') {
  const rows = await rowsOfFiles(await readDataFiles(source, '--data', files), '--data');
  const columns = [...new Set(rows.flatMap(namesIn))];
  const columnOf = (names: readonly string[]) =>
    names.flatMap((name) => columnNamed(columns, name) ?? [])[0];
  const keyColumn = columnOf(['options', 'truth']);
  const valuesOf = (column?: string) => rows.flatMap((row) => cellText(row, column) || []);
  /** True if most values of a column have several words, and do not recur. */
  const holdsTexts = (column: string) =>
    new Set(valuesOf(column).filter((value) => /\s|\p{Lo}{10}/u.test(value))).size >
    rows.length / 2;
  /** The values of a column, if they are few and recur. */
  const labelsOf = (column?: string) => {
    const labels = recurring(valuesOf(column));
    return !keyColumn && labels?.every((label, i) => i < MOST_LABELS && LABEL.test(label))
      ? labels
      : undefined;
  };
  /** The columns that the prompt names as fields of its JSON: `"team"`, `team: string`. */
  const fields = columns.filter(
    (name) =>
      /json/i.test(prompt) &&
      prompt.match(/(?<=["'`])\w{1,99}(?=["'`])|\b\w{1,99}(?=: (?!\{))/g)?.includes(name) &&
      recurring(valuesOf(name)),
  );
  /**
   * A field of the template. Numbers, true, false and null have no quotes: `"urgent": {urgent}`.
   */
  const fieldOf = (name: string) => {
    const sign = valuesOf(name).some((value) => jsonIn(value) === undefined) ? '"' : '';
    return `"${name}": ${sign}{${name}}${sign}`;
  };
  const sorting = columns.filter((name) => !NO_LABEL.test(name) && labelsOf(name));
  const answer =
    columnOf(likelyNames.answer) ??
    columns.find((name) => LIKE_ANSWER.test(name)) ??
    sorting.find((name) => LIKE_LABEL.test(name) || sorting.length === 1) ??
    fields[0];
  const mustLike = columnOf(likelyNames.must);
  /** The column that says which rows must hold, found by its name: "urgent" may be a label. */
  const must =
    answer && valuesOf(mustLike).every((value) => YES_OR_NO.test(value)) ? mustLike : undefined;
  const objects = valuesOf(answer).map(jsonIn);
  const isObject = objects.every(isMapping);
  const labels = isObject
    ? recurring(objects.flatMap((one) => Object.entries(one).map(canonical)))
    : labelsOf(answer);
  const should = columnOf(likelyNames.should);
  return {
    source,
    columns,
    total: rows.length,
    /** The number of rows without those that must hold, which count in no share. */
    count: rows.filter((row) => !YES.test(cellText(row, must))).length,
    must,
    text:
      columnOf(likelyNames.text) ??
      columns.find((name) => name !== answer && !CONTEXT_NAME.test(name) && holdsTexts(name)),
    answer,
    /**
     * The column that says which rows are to be declined: in exactly these, the answer is blank.
     */
    should: rows.every((row) => YES.test(cellText(row, should)) !== Boolean(cellText(row, answer)))
      ? should
      : undefined,
    /** The column of options or truths; undefined without either. */
    keyColumn,
    /** The template of the JSON object that the prompt asks for; falsy where it asks for none. */
    template: answer && fields.includes(answer) && `{${fields.map(fieldOf).join(', ')}}`,
    /** True if the column of the answer holds JSON objects. */
    isObject,
    /** The labels, or the fields of JSON objects with their values; undefined for other answers. */
    labels:
      isObject || labels?.every((label) => prompt.includes(label)) || !NO_LABEL.test(answer ?? '')
        ? labels
        : undefined,
    /** The place of the first row whose answer is a word for declining. */
    declining: rows.find((row) => DECLINING.test(cellText(row, answer)))?.source,
  };
}
