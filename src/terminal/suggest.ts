import { isMap, isScalar, parseDocument } from 'yaml';
import { ConfigError } from '../errors.ts';
import { hostOf } from '../models/index.ts';
import { textBlock, code } from '../report/blocks.ts';
import { listed, percent } from '../report/words.ts';
import {
  MUST_ASKS,
  requestsOfSuggestion,
  suggestMinima,
  type HeldRow,
  type TestSuggestion,
} from '../run/suggest.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, joined, type Terminal } from './terminal.ts';

/** A rate that the model was measured in, with its test. */
type Minimum = TestSuggestion & TestSuggestion['minima'][number];

/** Exit status 3 if a test has only errors, 1 if none has a minimum or one is missed. */
export async function suggest(options: Options, terminal: Terminal): Promise<number> {
  const { config: file, write, lower } = options;
  const { judged, runOptions } = await openWork(options, terminal);
  const { model } = judged.config.subject;
  const about = await requestsOfSuggestion(judged, runOptions);
  const step = `Measure the model on every row: about ${about} requests to ${hostOf(model)}`;
  if (!(await terminal.confirm(step))) return EXIT.pass;
  const { problem, tests, held } = await suggestMinima(judged, runOptions);
  if (problem) return terminal.complain(problem);
  const minima = tests.flatMap((test) => test.minima.map((one) => ({ ...test, ...one })));
  const sentences = [
    ...new Set(minima.map(minimumSentence)),
    ...Array.from(
      Map.groupBy(held, ({ of }) => of),
      heldSentence,
    ),
    ...tests.map(testSentences),
  ];
  terminal.printBlocks([
    { kind: 'heading', text: `Minimums for ${code(`${model.hub}/${model.name}`)}` },
    ...sentences.filter(Boolean).map(textBlock),
  ]);
  const isSet = ({ shortfall, now, suggested }: Minimum) =>
    shortfall === undefined && (lower ? suggested !== now : suggested > now);
  const set = write ? minima.filter(isSet) : [];
  if (set.length > 0) {
    const [bytes] = await terminal.files.read([file]);
    await terminal.write(file, withMinima(String(bytes), file, set));
    terminal.print(`\nMinimums written to ${file}: ${set.length}.\n`);
  } else terminal.print(write ? NONE_WRITTEN : NOT_WRITTEN);
  if (tests.some(({ shortfall, rowsInError }) => shortfall !== undefined && rowsInError > 0))
    return EXIT.error;
  const isBroken = held.some(({ isMust, passes }) => isMust && passes < MUST_ASKS - 1);
  const isMissed = minima.some((one) => !set.includes(one) && one.passes < one.now * one.rows);
  const gates = tests.some(({ shortfall, isAdvisory }) => shortfall === undefined && !isAdvisory);
  if (gates && !isBroken && !isMissed) return EXIT.pass;
  terminal.print(gates ? MISSED : NO_GATE);
  return EXIT.fail;
}

const MISSED = 'Exit status 1: the model misses a minimum, or a row that must hold.\n';
const NO_GATE = 'Exit status 1: no test that gates has a minimum that this model surely passes.\n';
const NOT_WRITTEN =
  '\nNothing is written. --write raises minimums, --write --lower lowers them, too.\n';
const NONE_WRITTEN = '\nNothing is written: each minimum stays.\n';

/** What was measured, and whether a minimum as it stands is safe. */
function minimumSentence({ names: [name], shortfall, key, passes, rows, now, suggested }: Minimum) {
  if (shortfall !== undefined) return `⚠️ ${shortfall}`;
  let verdict = 'is safe';
  if (suggested < now) verdict = 'stays, though a run may miss it by chance';
  if (passes < now * rows) verdict = 'is missed';
  return `\`${name}\`: ${percent(passes / rows)} of ${rows} rows passed. ${key}: ${now} ${verdict}; up to ${suggested} is passed in 98% of runs or more.`;
}

/** How the rows of a test, or of a rule, did in three asks. */
function heldSentence([of, rows]: [string, HeldRow[]]): string {
  const failing = rows.filter(({ passes }) => passes < MUST_ASKS);
  const places = failing.map(({ source, passes }) => `${code(source, 80)} (${passes})`);
  const count = `${rows.length - failing.length} of ${rows.length} rows passed`;
  const others = places.length > 0 && `Fewer times: ${listed(places, MOST_PLACES)}.`;
  return joined([`${of}: ${count} in each of ${MUST_ASKS} asks.`, others], ' ');
}

/** Sets minima; comments and order stay. @throws ConfigError where a test is no mapping */
export function withMinima(
  text: string,
  file: string,
  minima: readonly Pick<Minimum, 'names' | 'key' | 'suggested'>[],
): string {
  const document = parseDocument(text);
  for (const { names, key, suggested } of minima) {
    const ways = names.map((name) => ['tests', 'sensitivity', name]);
    const way = ways.find((one) => document.hasIn(one)) ?? [''];
    const node = document.getIn(way, true);
    // A test without keys of its own.
    if (isScalar(node) && node.value === null) {
      const keys = document.createNode({});
      keys.commentBefore = node.comment;
      document.setIn(way, keys);
    } else if (!isMap(node))
      throw new ConfigError(`${key} cannot be set in place`, {
        where: file,
        remedy: `Write \`${key}: ${suggested}\` under ${names[0]} yourself.`,
      });
    document.setIn([...way, key], suggested);
  }
  const written = document.toString({ lineWidth: 0 });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

const MOST_PLACES = 10;

function testSentences({ names: [name], failing, rowsInError }: TestSuggestion) {
  const places = failing.map((place) => code(place, 80));
  return joined(
    [
      places.length > 0 && `\`${name}\` fails: ${listed(places, MOST_PLACES)}.`,
      rowsInError > 0 && `\`${name}\`: rows that ended in error: ${rowsInError}.`,
    ],
    '\n\n',
  );
}
