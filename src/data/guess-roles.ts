// Guesses what the columns of a file hold. `init` and `draft` need this before a configuration
// says so.

import { canonical, isMapping, jsonIn } from '../shared/json.ts';
import type { Files } from '../shared/files.ts';
import { columnNamesOf, CONTEXT_NAME, findColumn } from './columns.ts';
import { readDataFiles } from './files.ts';
import likelyNames from './likely-columns.json' with { type: 'json' };
import { cellText, readFileRows } from './rows.ts';

/** Matches answers that name what a bot does instead of quoting it: `declined`, `handover`. */
const DECLINING =
  /^\W{0,5}(?:(?:declin|escalat)(?:e|ed|es|ion)|refus(?:e|ed|es|al)|unanswerable|not answerable|no answer|out of scope|hand(?: |-)?(?:over|off)|(?:i )?(?:don['’]?t|do not) know)\W{0,5}$/i;
const MOST_LABELS = 20;
/** Matches a yes in a column that marks rows that must hold, or rows to decline. */
const YES = /^(?:true|yes|1|declin|escalat)/i;
const YES_OR_NO = /^(?:true|yes|1|false|no|0)$/i;
const LABEL = /^(?=[^{]{2,40}$).*\p{L}/u;
/** Matches the name of a column that may hold right answers: `good_reply`. */
const LIKE_ANSWER = /answer|expected|ideal|reply|response|reference|gold|target|solution/i;
const LIKE_LABEL = /label|categor|class|intent|sentiment|topic|queue|tag|team|department|kind/i;
/** Matches names of columns that hold no labels, although their values may recur. */
const NO_LABEL =
  /^(?:must|must[ _-]?(?:hold|pass)|(?:is[ _-]?)?(?:critical|blocking)|(?:should|must)[ _-]?(?:decline|escalate)|declines?|escalate|unanswerable|should|expect|reviewed|source|split|lang(?:uage)?|locale|country|difficulty|answer|expected.*|ideal|reply|response|output|reference|gold|target|completion|solution)$/i;

/** The distinct values, if each occurs twice on average; else undefined. */
function recurring(values: readonly string[]) {
  const distinct = [...new Set(values)];
  return distinct[1] && distinct.length <= values.length / 2 ? distinct : undefined;
}

/** The values that recur, if they are few and look like labels; else undefined. */
function recurringLabels(values: readonly string[]) {
  const labels = recurring(values);
  return labels?.every((label, i) => i < MOST_LABELS && LABEL.test(label)) ? labels : undefined;
}

/** A field of the template. Numbers, booleans and null have no quotes: `"urgent": {urgent}`. */
function templateField(name: string, values: readonly string[]) {
  const quote = values.some((value) => jsonIn(value) === undefined) ? '"' : '';
  return `"${name}": ${quote}{${name}}${quote}`;
}

/**
 * Guesses the role of each column from names and values; a role is undefined if nothing suggests
 * its column.
 *
 * @param prompt - if the prompt names all values of the answer, they are labels; if it asks for
 *   JSON, the columns that it names may be fields
 * @throws GateError for a file without rows
 */
export async function guessRoles(source: string, files: Files, prompt = '') {
  const rows = await readFileRows(await readDataFiles(source, '--data', files), '--data');
  const columns = [...new Set(rows.flatMap(columnNamesOf))];
  const findFirst = (names: readonly string[]) =>
    names.flatMap((name) => findColumn(columns, name) ?? [])[0];
  const valuesOf = (column?: string) => rows.flatMap((row) => cellText(row, column) || []);
  // True if most rows have a text of several words of their own in this column.
  const holdsTexts = (column: string) => {
    const texts = valuesOf(column).filter((value) => /\s|\p{Lo}{10}/u.test(value));
    return new Set(texts).size > rows.length / 2;
  };
  const keyColumn = findFirst(['options', 'truth']);
  const labelsOf = (column?: string) => (keyColumn ? undefined : recurringLabels(valuesOf(column)));
  // The columns that the prompt names as fields of its JSON: `"team"`, `team: string`.
  const namesInPrompt = prompt.match(/(?<=["'`])\w{1,99}(?=["'`])|\b\w{1,99}(?=: (?!\{))/g);
  const fields = columns.filter(
    (name) => /json/i.test(prompt) && namesInPrompt?.includes(name) && recurring(valuesOf(name)),
  );
  const labelColumns = columns.filter((name) => !NO_LABEL.test(name) && labelsOf(name));
  const answer =
    findFirst(likelyNames.answer) ??
    columns.find((name) => LIKE_ANSWER.test(name)) ??
    labelColumns.find((name) => LIKE_LABEL.test(name) || labelColumns.length === 1) ??
    fields[0];
  const objects = valuesOf(answer).map(jsonIn);
  const isObject = objects.every(isMapping);
  const labels = isObject
    ? recurring(objects.flatMap((object) => Object.entries(object).map(canonical)))
    : labelsOf(answer);
  const mustLike = findFirst(likelyNames.must);
  // A column with one of these names may hold labels instead: "urgent".
  const must =
    answer && valuesOf(mustLike).every((value) => YES_OR_NO.test(value)) ? mustLike : undefined;
  const should = findFirst(likelyNames.should);
  return {
    source,
    columns,
    total: rows.length,
    // The number of rows that rates count: rows that must hold count in none.
    count: rows.filter((row) => !YES.test(cellText(row, must))).length,
    must,
    text:
      findFirst(likelyNames.text) ??
      columns.find((name) => name !== answer && !CONTEXT_NAME.test(name) && holdsTexts(name)),
    answer,
    // The column that marks rows to decline: exactly the rows whose answer is blank.
    should: rows.every((row) => YES.test(cellText(row, should)) !== Boolean(cellText(row, answer)))
      ? should
      : undefined,
    // The column of options or truths; undefined if there is none.
    keyColumn,
    // The template of the JSON object that the prompt asks for; falsy if it asks for none.
    template:
      answer &&
      fields.includes(answer) &&
      `{${fields.map((name) => templateField(name, valuesOf(name))).join(', ')}}`,
    // True if the column of the answer holds JSON objects.
    isObject,
    // The labels, or the fields of JSON objects with their values; undefined for other answers.
    labels:
      isObject || labels?.every((label) => prompt.includes(label)) || !NO_LABEL.test(answer ?? '')
        ? labels
        : undefined,
    // The place of the first row whose answer is a word for declining.
    declining: rows.find((row) => DECLINING.test(cellText(row, answer)))?.source,
  };
}
