import { hostOf } from '../models/settings.ts';
import { sectionOf, textBlock, code, codeLine } from '../report/blocks.ts';
import { causeSentence, causesOf } from '../report/causes.ts';
import { nextSteps } from '../report/next.ts';
import { failingRows, rowsTable } from '../report/rows.ts';
import { countedBy, listed, percent, ratio, stateWords } from '../report/words.ts';
import type { Results } from '../run/results.ts';
import {
  MUST_ASKS,
  MAX_FAILED_SHARE,
  forecastSuggest,
  suggestMinima,
  writeMinima,
  type Minimum,
  type TestSuggestion,
} from '../run/suggest.ts';
import { openCommand, type Options } from './options.ts';
import { EXIT, formatRange, joinNonBlank, type Terminal } from './terminal.ts';

/** Most rows, and most kinds of faults, that are listed. */
const MAX_ROWS = 10;

const VERDICTS = {
  pass: '✔ The model reaches what each test needs',
  fail: '✖ A test would not pass',
  error: '⚠️ Some rows have no answer',
};

/** Ends with 3 if rows ended in error, with 1 if a minimum is missed, or a row that must hold. */
export async function suggest(options: Options, terminal: Terminal) {
  const { ruling, runOptions } = await openCommand(options, terminal);
  const { model } = ruling.config.subject;
  terminal.note(
    `Measure the model on every row: about ${formatRange(await forecastSuggest(ruling, runOptions))} requests to ${hostOf(model)}.`,
  );
  const { results, tests } = await suggestMinima(ruling, runOptions);
  if (results.problem) return terminal.complain(results.problem);
  const causes = causesOf(results);
  const isAnswered = tests.every(({ tried }) => tried.every(({ errors }) => !errors));
  const minima = isAnswered ? tests.flatMap((test) => test.minima) : [];
  const changed = minima.filter((minimum) => isWritten(minimum, options));
  const isShort =
    tests.some(({ report }) => report.must?.broken) ||
    minima.some((minimum) => minimum.isMissed && !changed.includes(minimum));
  const reached = isShort ? 'fail' : 'pass';
  const verdict = causes.length > 0 || !isAnswered ? 'error' : reached;
  const steps = nextSteps(results);
  const sentences = [
    isAnswered
      ? ''
      : '⚠️ Some rows that must hold were not answered every time, so no minimum is written.',
    ...tests.map(mustSentence),
    ...tests.map(({ names: [name], refusal }) => (refusal ? `⚠️ \`${name}\`: ${refusal}` : '')),
    ...minima.map(minimumSentence),
    ...causes.map((cause) => `⚠️ ${causeSentence(cause, steps)}`),
    ...steps,
  ];
  terminal.printBlocks([
    { kind: 'heading', text: `${VERDICTS[verdict]}: ${code(`${model.hub}/${model.name}`)}` },
    // The reason for no minimum may be the refusal itself.
    ...[...new Set(sentences)].filter(Boolean).map(textBlock),
    ...failingSection(results),
  ]);
  await writeValues(changed, options.config, terminal);
  return EXIT[verdict];
}

/** True for a value that is set in the configuration. */
function isWritten({ shortfall, now, suggested }: Minimum, { write, lower }: Options) {
  if (!write || shortfall !== undefined) return false;
  return lower ? suggested !== now : suggested > now;
}

async function writeValues(minima: readonly Minimum[], file: string, terminal: Terminal) {
  if (minima.length === 0) {
    terminal.print('\nNothing is written: each minimum stays.\n');
    return;
  }
  const [bytes] = await terminal.files.read([file]);
  await terminal.write(file, writeMinima(String(bytes), file, minima));
  terminal.print(
    `\nValues written to ${file}: ${minima.length}. They count once they are merged.\n`,
  );
}

function failingSection(results: Results) {
  const rows = failingRows(results.results);
  const faults = countedBy(rows, ([row]) => stateWords(row)).map(
    ({ first: [row], count }) => `${stateWords(row)} (${count})`,
  );
  return sectionOf(
    `Rows that fail: ${rows.length}. The model ${listed(faults, MAX_ROWS)}.`,
    rowsTable(rows.slice(0, MAX_ROWS), results, { length: 200, isWhole: false }),
  );
}

/** Says what a rate is, and what to do about its minimum. */
function minimumSentence(minimum: Minimum) {
  const { names, shortfall, passes, rows } = minimum;
  if (shortfall !== undefined) return `⚠️ \`${names[0]}\`: ${shortfall}`;
  return `\`${names[0]}\`: ${passes} of ${rows} counted questions passed, ${percent(passes / rows)}. ${adviceOn(minimum)}`;
}

function adviceOn({ key, now, suggested, isMissed }: Minimum) {
  const current = `\`${key}: ${now}\``;
  const safe = `\`${key}: ${suggested}\` is passed by this model in ${percent(1 - MAX_FAILED_SHARE)} of runs or more`;
  if (suggested === now) return `${current} can stay.`;
  if (suggested > now) return `${safe}: it is set with --write.`;
  return `${current} ${isMissed ? 'is missed' : 'may be missed by chance'}; ${safe}: it is set with --write --lower.`;
}

/** Counts the rows that must hold. */
function mustSentence({ names: [name], report: { must }, tried }: TestSuggestion) {
  const counts = tried
    .filter(({ broken, errors }) => broken && !errors)
    .map((row) => `${row.held} of ${MUST_ASKS}: “${codeLine(row.text, 80)}”`);
  return joinNonBlank(
    [
      must &&
        `\`${name}\`: ${ratio(must.held, must.held + must.broken, 'question')} that must hold passed.`,
      // If no question passed, the cause is told instead.
      must?.held &&
        counts.length > 0 &&
        `Asked ${MUST_ASKS} times each, these passed less often:\n  ${counts.slice(0, MAX_ROWS).join('\n  ')}\nA run asks a row that is wrong once more, and fails if it is wrong again: correct the row, the rule or the prompt, or take it out.`,
    ],
    ' ',
  );
}
