import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isScalar, parseDocument } from 'yaml';
import { ConfigError } from '../errors.ts';
import { replaceText } from '../draft/rows-file.ts';
import { textBlock, type Block } from '../report/blocks.ts';
import { code } from '../report/index.ts';
import { quantity } from '../report/words.ts';
import { suggestMinima } from '../run/suggest.ts';
import type { SuggestedMinimum, Suggestion, TestSuggestion } from '../run/types.ts';
import type { Judged } from '../trust/judged.ts';
import { openWork, type SubjectOptions } from './options.ts';
import { EXIT, figureTable, type Terminal } from './terminal.ts';

export interface SuggestCommand extends SubjectOptions {
  write?: boolean;
  lower?: boolean;
}

interface Minimum extends SuggestedMinimum {
  test: string;
  /** Names under which the test may stand in the file. */
  names: readonly string[];
  /** `--write` sets it: it is higher than now, or `--lower` is given. */
  isSet: boolean;
}

/** Exit status 1 if no minimum shows anything, or if the model misses one that stays. */
export async function suggest(options: SuggestCommand, terminal: Terminal): Promise<number> {
  const { config: file, write } = options;
  const { judged, runOptions } = await openWork(options, terminal);
  const suggestion = await suggestMinima(judged, runOptions);
  const minima = minimaOf(suggestion, judged, options);
  terminal.printBlocks(suggestionBlocks(suggestion, minima));
  const set = minima.filter(({ isSet }) => isSet);
  if (write && set.length > 0) {
    const place = path.resolve(terminal.host.cwd(), file);
    await replaceText(place, withMinima(await readFile(place, 'utf8'), file, set));
    terminal.print(`\nMinima written to ${file}: ${set.length}.\n`);
  } else terminal.print('\nNothing was written.\n');
  const isMissed = minima.some(({ isSet, passes, rows, now }) => !isSet && passes < now * rows);
  const showsNothing = suggestion.tests.every(({ shortfall }) => shortfall !== undefined);
  const isFailed = suggestion.tests.some(({ rowsInError }) => rowsInError > 0);
  if (showsNothing && isFailed) return EXIT.error;
  return isMissed || showsNothing ? EXIT.fail : EXIT.pass;
}

function minimaOf({ tests }: Suggestion, { config }: Judged, { lower }: SuggestCommand): Minimum[] {
  return tests.flatMap(({ test, minima, shortfall }) => {
    const known = config.tests.find((one) => one.test.name === test)?.test;
    const { aliases = [] } = known ?? {};
    const names = [test, ...aliases];
    return minima.map((minimum) => {
      const { now, suggested } = minimum;
      const isAllowed = suggested > now || (lower === true && suggested < now);
      return { ...minimum, test, names, isSet: isAllowed && shortfall === undefined };
    });
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
    const way = ways.find((one) => document.hasIn(one));
    try {
      if (!way) throw new Error(`no ${names[0]}`);
      // A test without keys of its own.
      const node = document.getIn(way, true);
      if (isScalar(node) && node.value === null) {
        const keys = document.createNode({});
        keys.commentBefore = node.comment;
        document.setIn(way, keys);
      }
      document.setIn([...way, key], suggested);
    } catch (cause) {
      throw new ConfigError(`${key} cannot be set in place`, {
        where: file,
        remedy: `Write \`${key}: ${suggested}\` under ${names[0]} yourself.`,
        cause,
      });
    }
  }
  const written = document.toString({ lineWidth: 0 });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

const MOST_PLACES = 10;

function suggestionBlocks(suggestion: Suggestion, minima: readonly Minimum[]): Block[] {
  const { results, tests, laterRequests: later } = suggestion;
  const open = new Set(tests.flatMap(({ test, shortfall }) => (shortfall ? [test] : [])));
  const rows = minima.map(({ test, key, now, suggested, passes, rows: of }) => [
    `${test}: ${key}`,
    `${now}`,
    open.has(test) ? '—' : `${suggested}`,
    passes,
    of,
  ]);
  const weak = tests.flatMap(({ test, shortfall }) =>
    shortfall === undefined ? [] : [`⚠️ ${code(test)} shows nothing yet: ${shortfall}`],
  );
  const kept = minima.filter(
    ({ test, isSet, now, suggested }) => !isSet && suggested < now && !open.has(test),
  );
  const stay = kept.map(({ test, key }) => `${code(test)}: ${key} stays; \`--lower\` lowers it.`);
  return [
    ...weak.map(textBlock),
    { kind: 'heading', text: `Minima for ${code(`${results.model.hub}/${results.model.name}`)}` },
    figureTable(['minimum', 'now', 'suggested', 'passed', 'of'], rows),
    ...[...stay, ...tests.flatMap(failingSentence)].map(textBlock),
    textBlock(`A run under these sends ${later.pass} requests for a pass, ${later.most} at most.`),
  ];
}

function failingSentence({ test, failing, rowsInError }: TestSuggestion): string[] {
  const shown = failing.slice(0, MOST_PLACES).map((place) => code(place, 80));
  if (failing.length > shown.length) shown.push(`${failing.length - shown.length} more`);
  const sentences: string[] = [];
  if (shown.length > 0) sentences.push(`${code(test)} fails: ${shown.join(', ')}.`);
  if (rowsInError > 0)
    sentences.push(`${code(test)}: ${quantity(rowsInError, 'row')} ended in error.`);
  return sentences;
}
