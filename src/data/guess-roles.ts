// Guesses what the columns of a file hold. `init` and `draft` need this before a configuration
// says so.

import { canonical, isMapping, jsonIn } from '../shared/json.ts';
import type { Files } from '../shared/files.ts';
import { cellText, CONTEXT_NAME, findColumn, SourceRow } from './columns.ts';
import { readDataFiles } from './files.ts';
import likelyNames from './likely-columns.json' with { type: 'json' };
import { readFileRows } from './rows.ts';

/** Matches the mark of a row that must hold, or of one to decline. */
const MARK = /^(?:true|yes|1|declin|escalat)/i;
const YES_OR_NO = /^(?:true|yes|1|false|no|0)$/i;
/** Matches answers that name what a bot does instead of quoting it: `declined`, `handover`. */
const DECLINING_ANSWER =
  /^\W{0,5}(?:(?:declin|escalat)(?:e|ed|es|ion)|refus(?:e|ed|es|al)|unanswerable|not answerable|no answer|out of scope|hand(?: |-)?(?:over|off)|(?:i )?(?:don['’]?t|do not) know)\W{0,5}$/i;

/**
 * Guesses the role of each column from names and values; a role is undefined if nothing suggests
 * its column.
 *
 * @param prompt - if the prompt names all values of the answer, they are labels; if it asks for
 *   JSON, the columns that it names may be fields
 * @throws GateError for a file without rows
 */
export async function guessRoles(source: string, files: Files, prompt = '') {
  const table = await loadTable(source, files);
  const { rows, columns, find, valuesOf } = table;
  const fields = findFields(table, prompt);
  const answer = findAnswer(table, fields);
  const template =
    answer && fields.includes(answer)
      ? `{${fields.map((name) => templateField(name, valuesOf(name))).join(', ')}}`
      : undefined;
  const form = formOf(table, prompt, { answer, template });
  const marks = find('must');
  // A column with one of these names may hold labels instead: "urgent".
  const must =
    answer && valuesOf(marks).every((value) => YES_OR_NO.test(value)) ? marks : undefined;
  const should = find('should');
  return {
    source,
    columns,
    total: rows.length,
    // The number of rows that rates count: rows that must hold count in none.
    count: rows.filter((row) => !MARK.test(cellText(row, must))).length,
    must,
    text:
      find('text') ??
      columns.find(
        (name) =>
          name !== answer && !CONTEXT_NAME.test(name) && areTexts(valuesOf(name), rows.length),
      ),
    answer,
    // The column that marks rows to decline: exactly the rows whose answer is blank.
    should: rows.every((row) => MARK.test(cellText(row, should)) !== Boolean(cellText(row, answer)))
      ? should
      : undefined,
    // The column of options or truths; undefined if there is none.
    keyColumn: find('key'),
    // The template of the JSON object that the prompt asks for; undefined if it asks for none.
    template,
    form,
    // The place of the first answer in words that only says that the bot declines.
    declining: rows.find(
      (row) => form.kind === 'words' && DECLINING_ANSWER.test(cellText(row, answer)),
    )?.raw.source,
  };
}

type Table = Awaited<ReturnType<typeof loadTable>>;

/** Loads the rows of a file, with functions that look its columns up. */
async function loadTable(source: string, files: Files) {
  const rawRows = await readFileRows(await readDataFiles(source, '--data', files), '--data');
  const rows = rawRows.map((raw) => new SourceRow(raw, {}));
  const columns = [...new Set(rows.flatMap(({ columnNames }) => columnNames))];
  return {
    rows,
    columns,
    // The column with the likeliest name for a role.
    find: (role: keyof typeof likelyNames) =>
      likelyNames[role].map((name) => findColumn(columns, name)).find(Boolean),
    // The texts of a column, without blank ones.
    valuesOf: (column?: string) => rows.flatMap((row) => cellText(row, column) || []),
  };
}

/** The distinct values, if each occurs twice on average; else undefined. */
function recurring(values: readonly string[]) {
  const distinct = [...new Set(values)];
  return distinct.length > 1 && distinct.length <= values.length / 2 ? distinct : undefined;
}

const POSSIBLE_LABEL = /^(?=[^{]{2,40}$).*\p{L}/u;

/** The labels in a column: values that recur, are few and have letters. None beside a key. */
function labelsIn({ find, valuesOf }: Table, column?: string) {
  const labels = find('key') ? undefined : recurring(valuesOf(column));
  // More than 20 values are no labels.
  return labels?.every((label, i) => i < 20 && POSSIBLE_LABEL.test(label)) ? labels : undefined;
}

/** Finds the columns that the prompt names as fields of its JSON: `"team"`, `team: string`. */
function findFields({ columns, valuesOf }: Table, prompt: string) {
  const named = prompt.match(/(?<=["'`])\w{1,99}(?=["'`])|\b\w{1,99}(?=: (?!\{))/g);
  return columns.filter(
    (name) => /json/i.test(prompt) && named?.includes(name) && recurring(valuesOf(name)),
  );
}

/** A field of the template. Numbers, booleans and null have no quotes: `"urgent": {urgent}`. */
function templateField(name: string, values: readonly string[]) {
  const quote = values.some((value) => jsonIn(value) === undefined) ? '"' : '';
  return `"${name}": ${quote}{${name}}${quote}`;
}

/** Matches the name of a column that may hold right answers: `good_reply`. */
const ANSWER_COLUMN = /answer|expected|ideal|reply|response|reference|gold|target|solution/i;
const LABEL_COLUMN = /label|categor|class|intent|sentiment|topic|queue|tag|team|department|kind/i;
/** Matches names of columns that hold no labels, although their values may recur. */
const UNLABELLED_COLUMN =
  /^(?:must|must[ _-]?(?:hold|pass)|(?:is[ _-]?)?(?:critical|blocking)|(?:should|must)[ _-]?(?:decline|escalate)|declines?|escalate|unanswerable|should|expect|reviewed|source|split|lang(?:uage)?|locale|country|difficulty|answer|expected.*|ideal|reply|response|output|reference|gold|target|completion|solution)$/i;

/** Finds the column of the right answers: by its name, else by its labels, else the first field. */
function findAnswer(table: Table, fields: readonly string[]) {
  const labelled = table.columns.filter(
    (name) => !UNLABELLED_COLUMN.test(name) && labelsIn(table, name),
  );
  return (
    table.find('answer') ??
    table.columns.find((name) => ANSWER_COLUMN.test(name)) ??
    labelled.find((name) => LABEL_COLUMN.test(name) || labelled.length === 1) ??
    fields[0]
  );
}

/** The form of the right answers. Labels, and the values of objects, are few and recur. */
function formOf(
  table: Table,
  prompt: string,
  { answer, template }: { answer?: string; template?: string },
) {
  const objects = table.valuesOf(answer).map(jsonIn);
  if (objects.every(isMapping)) {
    const values = objects.flatMap((object) => Object.entries(object).map(canonical));
    return { kind: recurring(values) ? 'objects' : 'words' } as const;
  }
  const labels = labelsIn(table, answer);
  // The values of a column that is named otherwise are labels only if the prompt names them all.
  const areNamed = labels?.every((label) => prompt.includes(label));
  if (labels && (areNamed || !UNLABELLED_COLUMN.test(answer ?? '')))
    return { kind: template ? 'objects' : 'labels', labels } as const;
  return { kind: 'words' } as const;
}

/** True if most rows have a text of several words of their own. */
function areTexts(values: readonly string[], rowCount: number) {
  return new Set(values.filter((value) => /\s|\p{Lo}{10}/u.test(value))).size > rowCount / 2;
}
