import { hostOf } from '../models/settings.ts';
import { sectionOf, textBlock, code, codeLine } from '../report/blocks.ts';
import { causeSentence, causesOf } from '../report/causes.ts';
import { nextSteps } from '../report/next.ts';
import { failingRows, rowsTable } from '../report/rows.ts';
import { countedBy, listed, percent, ratio, stateWords } from '../report/words.ts';
import type { Results } from '../run/results.ts';
import {
  MUST_ASKS,
  MOST_FAILED,
  estimateSuggestRequests,
  suggestMinima,
  writeMinima,
  type Minimum,
  type TestSuggestion,
} from '../run/suggest.ts';
import { openCommand, type Options } from './options.ts';
import { EXIT, joinNonBlank, type Terminal } from './terminal.ts';

// Most rows, and most kinds of faults, that are listed.
const MAX_ROWS = 10;

// Exit status 3 if rows ended in error, 1 if a minimum is missed, or a row that must hold.
export async function suggest(options: Options, terminal: Terminal) {
  const { config: file, write, lower } = options;
  const { ruling, runOptions } = await openCommand(options, terminal);
  const { model } = ruling.config.subject;
  // A user who declines the step lets nothing fail.
  if (
    !(await terminal.confirm(
      `Measure the model on every row: about ${await estimateSuggestRequests(ruling, runOptions)} requests to ${hostOf(model)}`,
    ))
  )
    return EXIT.pass;
  const { results, tests } = await suggestMinima(ruling, runOptions);
  if (results.problem) return terminal.complain(results.problem);
  const causes = causesOf(results);
  const isWhole = tests.every(({ tried }) => tried.every(({ errors }) => !errors));
  const minima = isWhole ? tests.flatMap((test) => test.minima) : [];
  const steps = nextSteps(results);
  const sentences = [
    isWhole
      ? ''
      : '⚠️ Some rows that must hold were not answered every time, so no minimum is written.',
    ...tests.map(mustSentence),
    markingSentence(results),
    ...new Set(minima.map(minimumSentence)),
    ...causes.map((cause) => `⚠️ ${causeSentence(cause, steps)}`),
    ...steps,
  ];
  const set = minima.filter(
    ({ shortfall, key, now, suggested }) =>
      write &&
      (key === 'beta' || shortfall === undefined) &&
      (lower ? suggested !== now : suggested > now),
  );
  const isFailed =
    tests.some(({ report }) => report.must?.broken) ||
    minima.some((minimum) => minimum.isMissed && !set.includes(minimum));
  const isOpen = causes[0] || !isWhole;
  let result = '✔ The model reaches what each test needs';
  if (isFailed) result = '✖ The model does not reach what a test needs';
  if (isOpen) result = '⚠️ Some rows have no answer';
  terminal.printBlocks([
    { kind: 'heading', text: `${result}: ${code(`${model.hub}/${model.name}`)}` },
    ...sentences.filter(Boolean).map(textBlock),
    ...failingSection(results),
  ]);
  if (set[0]) {
    const [bytes] = await terminal.files.read([file]);
    await terminal.write(file, writeMinima(String(bytes), file, set));
    terminal.print(
      `\nValues written to ${file}: ${set.length}. They count once they are merged.\n`,
    );
  } else terminal.print('\nNothing is written: each minimum stays.\n');
  if (isOpen) return EXIT.error;
  return isFailed ? EXIT.fail : EXIT.pass;
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

// A measured rate, and what to do about its minimum.
function minimumSentence({
  names: [name],
  shortfall,
  key,
  passes,
  rows,
  now,
  isMissed,
  suggested,
}: Minimum) {
  if (key === 'beta')
    return `⚠️ \`${name}\`: rows that must hold count in no minimum, and the others are too few for \`beta: ${now}\`. They are enough for \`beta: ${suggested}\`: --write sets it for this test, where it goes before the \`beta\` under \`evaluation\`.`;
  if (shortfall !== undefined) return `⚠️ \`${name}\`: ${shortfall}`;
  const set = `\`${key}: ${now}\``;
  const safe = `\`${key}: ${suggested}\` is passed by this model in ${percent(1 - MOST_FAILED)} of runs or more`;
  let advice = `${set} can stay.`;
  if (suggested < now)
    advice = `${set} ${isMissed ? 'is missed' : 'may be missed by chance'}; ${safe}: it is set with --write --lower.`;
  else if (suggested > now) advice = `${safe}: it is set with --write.`;
  return `\`${name}\`: ${passes} of ${rows} counted questions passed, ${percent(passes / rows)}. ${advice}`;
}

// Counts of the rows that must hold.
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
        counts[0] &&
        `Asked ${MUST_ASKS} times each, these passed less often:\n  ${counts.slice(0, MAX_ROWS).join('\n  ')}\nA run asks a row that is wrong once more, and fails if it is wrong again: correct the row, the rule or the prompt, or take it out.`,
    ],
    ' ',
  );
}

// Which rows to mark with `must` so that a change cannot lose an answer of a classifier; blank
// where that is no risk.
function markingSentence({ results }: Results) {
  const rows = results.filter(({ arms }) => arms.asked?.key?.[0]);
  const byAnswer = Map.groupBy(rows, ({ arms }) => String(arms.asked?.key));
  const { size } = byAnswer;
  if (
    size < 2 ||
    size > rows.length / 4 ||
    rows.some(({ must }) => must) ||
    !rows.some(({ pass }) => pass)
  )
    return '';
  const lines = Array.from(byAnswer, ([answer, rowsOfAnswer]) => {
    const held = rowsOfAnswer.filter(({ pass }) => pass).map(({ source }) => codeLine(source));
    return `\n  ${codeLine(answer)}: ${listed(held, 2)}`;
  });
  return `No row must hold, so a change can lose an answer and pass. Write \`must: true\` (in a CSV true into a column \`must\`) beside two or three rows of each answer, such as these, which passed. With two of each, ${rows.length - 2 * size} rows are left to reach the minimum: where they are too few, \`suggest --write\` sets a \`beta\` for which they are enough.${lines.join('')}`;
}
