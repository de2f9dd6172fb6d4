import { fillTemplate, parseTemplate } from '../engine/prompt.ts';
import { tryStep, type GateError } from '../shared/errors.ts';
import { canonical, quoted } from '../shared/json.ts';
import { findDataFiles, isFileSource, readDataFiles } from '../data/files.ts';
import type { DatasetServer } from '../data/huggingface.ts';
import { quotedNames, withoutBreaks } from '../data/printable.ts';
import { readRows, type LoadedRows } from '../data/rows.ts';
import type { Changes, Config, DataConfig, SubjectConfig } from '../config/config.ts';
import { promptNames, variablesOf } from '../config/prompts.ts';
import type { Files } from '../shared/files.ts';
import type { RulesAndRows } from './ruling-types.ts';

/** The parts that the row readers of all sides share. */
export interface RowSources {
  /** Keeps the revision of each data set, so that all sides read the same one. */
  server: DatasetServer;
  /** Files that an earlier step wrote, for the input `data`; undefined for an untrusted head. */
  written?: Files;
  /**
   * The files of every side, which `readSide` adds. `written` is ignored for a file that any side
   * has.
   */
  sides: Files[];
}

/** Creates the row reader of a side. Its deadline starts now, and it reads each source once. */
export function createRowReader(
  files: Files,
  { seed, deadline }: Config,
  { server, written, sides }: RowSources,
) {
  const end = deadline ? AbortSignal.timeout(deadline) : undefined;
  const known: Record<string, Promise<LoadedRows>> = {};
  const filesFor = async ({ isFromInput, source }: DataConfig) => {
    if (!isFromInput || !written) return files;
    const found = await findDataFiles(source, written);
    for (const side of sides) {
      // `read` throws for a file in a submodule of the side.
      await side.read(found);
      if ((await findDataFiles(source, side))[0]) return files;
    }
    return written;
  };
  return (data: DataConfig) =>
    (known[canonical({ ...data, place: undefined })] ??= readRows({
      ...data,
      seed,
      server: { ...server, deadline: end },
      readFiles: async (source, place) => readDataFiles(source, place, await filesFor(data)),
    }));
}

/**
 * Writes a notice for each document that no longer contains the quotes of rows drafted from it.
 *
 * @param files - the files of the head, whose documents may be newer than the rows of the base
 */
export async function staleNotices({ config, readRows: read }: RulesAndRows, files: Files) {
  const notices: string[] = [];
  const loaded = await Promise.all(config.tests.map(({ data }) => tryStep(() => read(data))));
  const quotes = loaded.flatMap((rows) => rows?.quotes ?? []);
  for (const [document, ofDocument] of Map.groupBy(quotes, (quote) => quote.document)) {
    const contents = await tryStep(() => files.read([document]));
    const text = withoutBreaks(contents?.join() ?? '');
    const places = ofDocument.flatMap(({ words, place }) => (text.includes(words) ? [] : place));
    if (places[0])
      notices.push(
        `${quoted(document)} no longer says what these rows quote: ${quotedNames([...new Set(places)])}. Correct or delete them; \`sensitivity draft --add\` writes rows for what changed.`,
      );
  }
  return notices;
}

/**
 * Compares all rows of the files that either side names, drawn or not. A row that moves to another
 * file of its test is the same row. An unreadable source counts as empty. `problem` is the first
 * error of the head's sources: several would push other warnings out of the comment.
 */
export async function changedRows(base: RulesAndRows, head: RulesAndRows) {
  const bySource = Map.groupBy(
    [...head.config.tests, ...base.config.tests],
    ({ test: { name }, data }) =>
      (head.config.tests.find(({ test }) => test.name === name)?.data ?? data).source,
  );
  const rows: Changes['rows'] = [];
  let problem: string | undefined;
  for (const [source, tests] of bySource) {
    const names = tests.map(({ test }) => test.name);
    // The run reads the base's rows again, and reports an error there.
    const old = await rowsByKey(names, base);
    const now = await rowsByKey(names, head, ({ message }) => (problem ??= message));
    const before = [...old];
    const after = [...now];
    const lists = {
      added: after.flatMap(([key, { name }]) => (old.has(key) ? [] : name)),
      removed: before.flatMap(([key, { name }]) => (now.has(key) ? [] : name)),
      changed: after.flatMap(([key, { name, contents }]) =>
        old.get(key)?.contents.symmetricDifference(contents).size ? name : [],
      ),
      no_longer_must: before.flatMap(([key, { text, must }]) =>
        must && !now.get(key)?.must ? text : [],
      ),
    };
    if (Object.values(lists).some(([first]) => first)) rows.push({ source, ...lists });
  }
  return { rows, problem };
}

/** A row with everything that the tests of a side read from it. */
interface ComparedRow {
  name: string;
  text: string;
  must: boolean;
  contents: Set<string>;
}

/** Groups the rows of tests by id. A row without an id is identified by text and `fill`. */
async function rowsByKey(
  names: string[],
  { config, readRows: read }: RulesAndRows,
  tell?: (error: GateError) => void,
) {
  const rows = new Map<string, ComparedRow>();
  for (const { test, data, setup } of config.tests) {
    if (!names.includes(test.name) || !isFileSource(data.source)) continue;
    const loaded = await tryStep(() => read({ ...data, limit: undefined }), tell);
    const keyed = Map.groupBy(loaded?.rows ?? [], ({ id, text, fill }) =>
      canonical(id ?? [text, fill]),
    );
    // Each copy of a row counts, since `limit` also draws among copies.
    for (const [key, copies] of keyed)
      for (const [i, { source: place, ...row }] of copies.entries()) {
        const nth = `${i} ${key}`;
        const { id: name = place, text } = row;
        const known = rows.get(nth) ?? { name, text, must: false, contents: new Set() };
        known.must ||= row.must ?? setup.must === 'all';
        known.contents.add(canonical(row));
        rows.set(nth, known);
      }
  }
  return rows;
}

/**
 * In UTF-8 bytes. A shorter text, such as a word or three Chinese characters, may occur in any
 * prompt.
 */
const MIN_LEAKED_BYTES = 10;

/** Warns of rows whose text is in a changed prompt or variable, perhaps with their answers. */
export async function leakWarnings(
  { config: before }: RulesAndRows,
  { config, readRows: read }: RulesAndRows,
) {
  const sent = sentLetters(config.subject, config);
  if (sent === sentLetters(before.subject, config)) return [];
  const leaked = new Set<string>();
  for (const { data, test, setup } of config.tests) {
    // The run reads the same rows again, and reports an error there.
    const loaded = await tryStep(() => read(data));
    for (const made of test.cases(loaded?.rows ?? [], setup)) {
      const arms = 'arms' in made ? Object.values(made.arms) : [];
      const texts = [made.row.text, ...arms].map(lettersOf);
      if (texts.some((text) => Buffer.byteLength(text) >= MIN_LEAKED_BYTES && sent.includes(text)))
        leaked.add(made.row.source);
    }
  }
  return leaked.size > 0
    ? [
        `The changed prompts and variables contain the text of rows, and perhaps their answers. Rows: ${leaked.size}.`,
      ]
    : [];
}

/** The letters that every request sends, without options, which a row may lack. */
function sentLetters({ texts }: SubjectConfig, { tests }: Config) {
  const values = variablesOf(texts);
  const names = promptNames(texts, tests);
  const filled = [texts.system_prompt, texts.prompt].map((written) =>
    fillTemplate(parseTemplate(written?.text ?? '', names), { ...values, options: '' }),
  );
  return lettersOf(filled.join(''));
}

/** Reduces a text to letters and digits, so that no space, sign, accent or width hides it. */
function lettersOf(text: string) {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+|\p{Default_Ignorable_Code_Point}+/gu, '');
}
