import { hostOf } from '../models/index.ts';
import { sectionOf, textBlock, code, codeLine } from '../report/blocks.ts';
import { failingRows, rowsTable } from '../report/rows.ts';
import { listed, percent } from '../report/words.ts';
import {
  MUST_ASKS,
  PASSED,
  requestsOfSuggestion,
  suggestMinima,
  withMinima,
  type Minimum,
  type TestSuggestion,
} from '../run/suggest.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, joined, type Terminal } from './terminal.ts';

const MAX_ROWS = 10;
const LAYOUT = { length: 200, isWhole: false };

/** Exit status 3 if rows ended in error, 1 if a minimum is missed, or a row that must hold. */
export async function suggest(options: Options, terminal: Terminal): Promise<number> {
  const { config: file, write, lower } = options;
  const { judged, runOptions } = await openWork(options, terminal);
  const { model } = judged.config.subject;
  const about = `about ${await requestsOfSuggestion(judged, runOptions)} requests to ${hostOf(model)}`;
  if (!(await terminal.confirm(`Measure the model on every row: ${about}`))) return EXIT.pass;
  const { problem, tests } = await suggestMinima(judged, runOptions);
  if (problem) return terminal.complain(problem);
  const minima = tests.flatMap((test) => test.minima.map((one) => ({ ...test, ...one })));
  const results = tests.flatMap((test) => test.results);
  const failing = failingRows(results);
  const errors = results.flatMap(({ error }) => error?.message ?? []);
  if (errors.length > 0)
    terminal.note(`✖ Rows that ended in error: ${errors.length}. ${errors[0]}`);
  const sentences = [...tests.map(mustSentence), ...new Set(minima.map(minimumSentence))];
  terminal.printBlocks([
    { kind: 'heading', text: `Minimums for ${code(`${model.hub}/${model.name}`)}` },
    ...sentences.filter(Boolean).map(textBlock),
    ...sectionOf(
      `Rows that fail: ${failing.length}`,
      rowsTable(failing.slice(0, MAX_ROWS), { base: undefined }, LAYOUT),
    ),
  ]);
  const set = minima.filter(
    ({ shortfall, now, suggested }) =>
      write && shortfall === undefined && (lower ? suggested !== now : suggested > now),
  );
  if (set.length > 0) {
    const [bytes] = await terminal.files.read([file]);
    await terminal.write(file, withMinima(String(bytes), file, set));
    terminal.print(`\nMinimums written to ${file}: ${set.length}.\n`);
  } else
    terminal.print(
      write
        ? '\nNothing is written: each minimum stays.\n'
        : '\nNothing is written. --write raises minimums, --write --lower lowers them, too.\n',
    );
  if (errors.length > 0) return EXIT.error;
  const isBroken = tests.some(({ must }) => must?.broken);
  const isMissed = minima.some((one) => !set.includes(one) && one.passes < one.now * one.rows);
  if (!isBroken && !isMissed) return EXIT.pass;
  terminal.print('Exit status 1: the model misses a minimum, or a row that must hold.\n');
  return EXIT.fail;
}

/** A measured rate, and what to do about its minimum. */
function minimumSentence(one: Minimum): string {
  const {
    names: [name],
    shortfall,
    passes,
    rows,
    must,
  } = one;
  if (shortfall !== undefined) return `⚠️ ${name}: ${shortfall}`;
  const counted = must ? 'other questions' : 'questions';
  return `\`${name}\`: ${passes} of ${rows} ${counted} passed, ${percent(passes / rows)}. ${adviceOn(one)}`;
}

/** What to do about a minimum as it stands. */
function adviceOn({ key, passes, rows, now, suggested, holds }: Minimum): string {
  const set = `\`${key}: ${now}\``;
  const safe = `\`${key}: ${suggested}\` is passed in ${percent(PASSED)} of runs or more.`;
  if (passes < now * rows) return `${set} is missed; ${safe}`;
  if (suggested < now) return `${set} may be missed by chance; ${safe}`;
  if (suggested > now) return safe;
  if (passes < rows || !holds) return `${set} can stay.`;
  return `${set} can stay. More rows could show that a higher one is safe; with \`must: all\` each has to hold.`;
}

/** Counts of the rows that must hold. */
function mustSentence({ names: [name], must, tried }: TestSuggestion): string {
  const failed = must?.errors ? [] : tried.filter(({ passes }) => passes < MUST_ASKS);
  const counts = failed.map((row) => `${row.passes} of ${MUST_ASKS}: “${codeLine(row.text, 80)}”`);
  return joined(
    [
      must && `\`${name}\`: ${must.held} of ${must.rows} questions that must hold passed.`,
      counts.length > 0 &&
        `Asked ${MUST_ASKS} times each, these passed less often: ${listed(counts, MAX_ROWS)}.`,
      must?.broken &&
        'One that fails stops every pull request: correct the row, the rule or the prompt, or take it out. If the model is right to decline it, write `decline` into a column `should`.',
    ],
    ' ',
  );
}
