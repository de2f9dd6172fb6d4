import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isCollection, isNode, parseDocument } from 'yaml';
import { ConfigError } from '../../errors.ts';
import { replaceText } from '../draft/rows-file.ts';
import { textBlock, type Block } from '../report/blocks.ts';
import { code } from '../report/index.ts';
import { number, quantity } from '../report/words.ts';
import { suggestMinima } from '../run/suggest.ts';
import type { SuggestedMinimum, Suggestion, TestSuggestion } from '../run/types.ts';
import type { Judged } from '../trust/judged.ts';
import { judgedOf, runOptionsOf, type SubjectOptions } from './options.ts';
import { EXIT, type Terminal } from './terminal.ts';

export interface SuggestCommand extends SubjectOptions {
  write?: boolean;
  lower?: boolean;
}

/** A minimum that `--write` sets, or keeps since the suggested one is lower. */
interface Change extends SuggestedMinimum {
  test: string;
  isWritten: boolean;
}

/**
 * Measures every row. Exit status 1 if no minimum shows anything, or if the model misses one that
 * stays.
 */
export async function suggest(options: SuggestCommand, terminal: Terminal): Promise<number> {
  const { write = false, lower = false } = options;
  const runOptions = runOptionsOf(options, terminal);
  const judged = await judgedOf(options, terminal);
  const suggestion = await suggestMinima(judged, runOptions);
  const changes = changesOf(suggestion, lower);
  terminal.printBlocks(suggestionBlocks(suggestion, changes));
  const written = changes.filter(({ isWritten }) => isWritten);
  if (write && written.length > 0) {
    const file = path.resolve(terminal.host.cwd(), options.config);
    const text = await readFile(file, 'utf8');
    await replaceText(file, withMinima(text, options.config, namedIn(judged, written)));
    terminal.print(`\nThe minima are written to ${options.config}.\n`);
  } else if (written.length > 0)
    terminal.print('\nNothing was written: `--write` sets these minima.\n');
  const gatesNothing = suggestion.tests.every(({ shortfall }) => shortfall !== undefined);
  const isMissed = changes.some((change) => !change.isWritten && misses(change));
  return gatesNothing || isMissed ? EXIT.fail : EXIT.pass;
}

/** A minimum is never lowered unless its user says so, and never set where it shows nothing. */
export function changesOf({ tests }: Suggestion, lower: boolean): Change[] {
  return tests.flatMap(({ test, minima, shortfall }) =>
    minima
      .filter(({ now, suggested }) => now !== suggested)
      .map((minimum) => {
        const isAllowed = lower || minimum.suggested > minimum.now;
        return { ...minimum, test, isWritten: isAllowed && shortfall === undefined };
      }),
  );
}

function misses({ passes, rows, now }: SuggestedMinimum): boolean {
  return rows > 0 && passes / rows < now;
}

/** A test may stand in the file under another of its names. */
function namedIn({ config }: Judged, changes: readonly Change[]) {
  return changes.map(({ test: name, key, suggested }) => {
    const test = config.tests.find((one) => one.test.name === name)?.test;
    return { names: [name, ...(test?.aliases ?? [])], key, suggested };
  });
}

/** Sets minima; comments and order stay. @throws ConfigError where a test is no mapping */
export function withMinima(
  text: string,
  file: string,
  changes: readonly { names: readonly string[]; key: string; suggested: number }[],
): string {
  const document = parseDocument(text);
  const section = ['tests', 'sensitivity'];
  for (const { names, key, suggested } of changes) {
    const name = names.find((one) => document.hasIn([...section, one])) ?? '';
    const node = document.getIn([...section, name], true);
    const isEmpty = !isNode(node) || ('value' in node && node.value === null);
    if (name !== '' && isEmpty) document.setIn([...section, name], document.createNode({}));
    else if (!isCollection(node) || ('anchor' in node && node.anchor !== undefined))
      throw new ConfigError(`${key} cannot be set in place`, {
        where: file,
        remedy: `Write \`${key}: ${suggested}\` under ${names[0]} yourself.`,
      });
    document.setIn([...section, name, key], suggested);
  }
  const written = document.toString({ lineWidth: 0, flowCollectionPadding: true });
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written;
}

function suggestionBlocks(suggestion: Suggestion, changes: readonly Change[]): Block[] {
  const { results, tests, laterRequests } = suggestion;
  const { hub, name } = results.model;
  const later = `A run under these minima sends ${number(laterRequests.pass)} requests for a pass, ${number(laterRequests.most)} at most.`;
  const weak = tests.filter(({ shortfall }) => shortfall !== undefined).map(({ test }) => test);
  const warning = `⚠️ These show nothing yet: ${weak.map((test) => code(test)).join(', ')}.`;
  return [
    ...(weak.length > 0 ? [textBlock(warning)] : []),
    {
      kind: 'heading',
      text: `Minima for ${code(`${hub}/${name}`)}, from ${quantity(results.usage.requests, 'request')}`,
    },
    ...tests.flatMap((test) => testBlocks(test, changes)),
    textBlock(later),
  ];
}

const MOST_PLACES = 10;

function testBlocks(suggestion: TestSuggestion, changes: readonly Change[]): Block[] {
  const { test, minima, shortfall, rowsInError, failing } = suggestion;
  const sentences: string[] = [];
  if (shortfall !== undefined)
    sentences.push(`No minimum shows anything: ${shortfall} Add rows that the model should pass.`);
  if (rowsInError > 0) sentences.push(`${quantity(rowsInError, 'row')} ended in error.`);
  for (const { key, now } of changes.filter((one) => one.test === test && !one.isWritten))
    if (shortfall === undefined)
      sentences.push(
        `${code(key)} stays at ${now}: \`--lower\` lowers it. Correct prompt, model or rows first.`,
      );
  if (failing.length > 0) {
    const shown = failing.slice(0, MOST_PLACES).map((place) => code(place, 80));
    const more = failing.length > shown.length ? ` and ${failing.length - shown.length} more` : '';
    sentences.push(`Rows that the model fails: ${shown.join(', ')}${more}.`);
  }
  return [
    {
      kind: 'table',
      isFigures: true,
      head: [code(test), 'now', 'suggested', 'passed', 'of rows'],
      rows: minima.map(({ key, now, suggested, passes, rows }) => [
        [code(key)],
        ...[now.toFixed(2), suggested.toFixed(2), number(passes), number(rows)].map((cell) => [
          cell,
        ]),
      ]),
    },
    ...sentences.map(textBlock),
  ];
}
