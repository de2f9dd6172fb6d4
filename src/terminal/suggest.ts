import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isMap, isScalar, parseDocument } from 'yaml';
import { ConfigError } from '../errors.ts';
import { replaceText } from '../draft/rows-file.ts';
import { textBlock, type Block } from '../report/blocks.ts';
import { code } from '../report/code.ts';
import { listed, quantity } from '../report/words.ts';
import {
  suggestMinima,
  type SuggestedMinimum,
  type Suggestion,
  type TestSuggestion,
} from '../run/suggest.ts';
import { rangeOf } from '../run/expected.ts';
import type { Judged } from '../trust/judged.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, figureTable, type Terminal } from './terminal.ts';

interface Minimum extends SuggestedMinimum {
  /** Names under which the test may stand in the file. */
  names: readonly string[];
  /** Why nothing can be suggested. */
  shortfall?: string;
  /** `--write` sets it: it is higher than now, or `--lower` is given. */
  isSet: boolean;
}

/** Exit status 3 if a test has only errors, 1 if nothing shows anything or a minimum is missed. */
export async function suggest(options: Options, terminal: Terminal): Promise<number> {
  const { config: file, write, lower = false } = options;
  const { judged, runOptions } = await openWork(options, terminal);
  const suggestion = await suggestMinima(judged, runOptions);
  const { tests } = suggestion;
  const minima = tests.flatMap((test) => minimaOf(test, judged, lower));
  terminal.printBlocks(suggestionBlocks(suggestion, minima));
  const set = minima.filter(({ isSet }) => isSet);
  if (write && set.length > 0) {
    const place = path.resolve(terminal.host.cwd(), file);
    await replaceText(place, withMinima(await readFile(place, 'utf8'), file, set));
    terminal.print(`\nMinima written to ${file}: ${set.length}.\n`);
  } else
    terminal.print('\nNothing was written: --write raises minima, --lower lowers them, too.\n');
  const open = tests.filter(({ shortfall }) => shortfall !== undefined);
  if (open.some(({ rowsInError }) => rowsInError > 0)) return EXIT.error;
  const isMissed = minima.some(({ isSet, passes, rows, now }) => !isSet && passes < now * rows);
  return isMissed || open.length === tests.length ? EXIT.fail : EXIT.pass;
}

function minimaOf(
  { test: name, minima, shortfall }: TestSuggestion,
  { config }: Judged,
  isLowered: boolean,
): Minimum[] {
  const { aliases = [] } = config.tests.find(({ test }) => test.name === name)?.test ?? {};
  return minima.map((minimum) => {
    const { now, suggested } = minimum;
    const isAllowed = isLowered ? suggested !== now : suggested > now;
    const isSet = isAllowed && shortfall === undefined;
    return { ...minimum, names: [name, ...aliases], shortfall, isSet };
  });
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
    const way = ways.find((one) => document.hasIn(one)) ?? [];
    const node = document.getIn(way, true);
    // A test without keys of its own.
    if (isScalar(node) && node.value === null) {
      const keys = document.createNode({});
      keys.commentBefore = node.comment;
      document.setIn(way, keys);
    } else if (way.length === 0 || !isMap(node))
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

function suggestionBlocks(
  { results, tests, laterRequests: later }: Suggestion,
  minima: readonly Minimum[],
): Block[] {
  const { hub, name } = results.model;
  const rows = minima.map(({ names, shortfall, key, now, suggested, passes, rows: of }) => {
    const shown = shortfall === undefined ? `${suggested}` : '—';
    return [`${names[0]}: ${key}`, `${now}`, shown, passes, of];
  });
  const requests = `A run under these sends ${rangeOf(later.pass, later.pass_judged)} requests for a pass, ${later.most} at most.`;
  return [
    { kind: 'heading', text: `Minima for ${code(`${hub}/${name}`)}` },
    figureTable(['minimum', 'now', 'suggested', 'passed', 'of'], rows),
    ...[...tests.flatMap(testSentences), requests].map(textBlock),
  ];
}

function testSentences({ test, shortfall, failing, rowsInError }: TestSuggestion): string[] {
  const name = code(test);
  const places = failing.map((place) => code(place, 80));
  const sentences: string[] = [];
  if (shortfall !== undefined) sentences.push(`⚠️ ${name} shows nothing yet: ${shortfall}`);
  if (places.length > 0) sentences.push(`${name} fails: ${listed(places, MOST_PLACES)}.`);
  if (rowsInError > 0) sentences.push(`${name}: ${quantity(rowsInError, 'row')} ended in error.`);
  return sentences;
}
