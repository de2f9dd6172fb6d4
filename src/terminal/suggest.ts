import path from 'node:path';
import { readConfigFile } from '../config/rules.ts';
import { replaceFile } from '../run/safe-files.ts';
import { suggest, type Suggestion } from '../run/suggest.ts';
import { redact } from '../secrets.ts';
import { EXIT, type CommandLine, type Terminal } from './command.ts';
import { evaluateOptions } from './evaluate-options.ts';
import type { Options } from './options.ts';
import { showProgress } from './progress-bar.ts';
import { setTestKeys, type TestKeys } from './set-test-keys.ts';
import {
  advisoryReason,
  loweredMinima,
  nameOfSuggestion,
  suggestionLines,
} from './suggestion-lines.ts';

/**
 * Suggests minima. Exit status 1 if no minimum of any test shows anything, or if `--write` keeps a
 * minimum that the model misses.
 */
export async function runSuggest({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printLines, printJson } = terminal;
  const suggestion = await measureSuggestion(options, terminal);
  if (options.json) printJson(suggestion);
  else printLines(suggestionLines(suggestion, terminal.layout, { lower: options.lower }));
  if (options.write) {
    const { isWritten, hasKept } = await writeMinima(suggestion, options, terminal);
    return isWritten && !hasKept ? EXIT.pass : EXIT.fail;
  }
  if (!options.json)
    print('\nNothing was written. `--write` sets these keys in the configuration.\n');
  return showsNothing(suggestion) ? EXIT.fail : EXIT.pass;
}

/** True if every test becomes advisory: one side that shows nothing suffices for a test. */
function showsNothing({ tests }: Suggestion): boolean {
  const advisory = new Set<string>();
  for (const { test, shortfall } of tests) if (shortfall) advisory.add(test);
  return tests.every(({ test }) => advisory.has(test));
}

export async function measureSuggestion(options: Options, terminal: Terminal): Promise<Suggestion> {
  const workingOptions = await evaluateOptions(options, terminal);
  const suggestion = await showProgress(terminal, (onProgress) =>
    suggest({ ...workingOptions, onProgress }),
  );
  return redact(suggestion, terminal.secrets);
}

interface WrittenMinima {
  /** False if nothing was written. */
  isWritten: boolean;
  /** True if a minimum that the model misses stays as it is. */
  hasKept: boolean;
}

/** Writes the minima, but keeps each one that the model misses, unless `--lower` is given. */
export async function writeMinima(
  suggestion: Suggestion,
  options: Options,
  terminal: Terminal,
): Promise<WrittenMinima> {
  const { root, note } = terminal;
  const { config: file, lower } = options;
  if (showsNothing(suggestion)) {
    note(`\nNothing was written to ${file}: no minimum of any test shows anything.\n`);
    return { isWritten: false, hasKept: false };
  }
  const kept = lower ? [] : changesIn(suggestion, ({ isMissed }) => isMissed);
  const changes = changedKeys(suggestion, lower);
  if (changes.size > 0) {
    const text = (await readConfigFile({ root, file, confined: false })) ?? '';
    await replaceFile(path.resolve(root, file), setTestKeys(text, file, changes));
    note(`\nThe minima are written to ${file}.\n`);
  } else note(`\nNothing was written to ${file}: the model misses each minimum.\n`);
  for (const { name, words } of changesIn(suggestion, ({ isMissed }) => lower || !isMissed))
    note(`Lower than before: ${name}: ${words}.\n`);
  for (const { name, words } of kept)
    note(`Kept, since the model misses it: ${name}: not ${words}.\n`);
  return { isWritten: changes.size > 0, hasKept: kept.length > 0 };
}

/** The keys to write, by test. The sides of a test have one place in the configuration. */
function changedKeys({ tests }: Suggestion, lower: boolean): Map<string, TestKeys> {
  const changes = new Map<string, TestKeys>();
  for (const suggestion of tests) {
    const { test, keys, shortfall } = suggestion;
    const earlierKeys = changes.get(test);
    const keptKeys = new Set<string>();
    for (const { key, isMissed } of loweredMinima(suggestion))
      if (isMissed && !lower) keptKeys.add(key);
    const written = Object.entries(keys).filter(([key]) => !keptKeys.has(key));
    const values = { ...earlierKeys?.values, ...Object.fromEntries(written) };
    const comment = shortfall ? `advisory: ${advisoryReason(shortfall)}` : earlierKeys?.comment;
    if (Object.keys(values).length > 0) changes.set(test, { values, comment });
  }
  return changes;
}

/** The lowered minima of one kind, by test: `min_pass_rate 0.85 → 0.15`. */
function changesIn(
  { tests }: Suggestion,
  isOfKind: (minimum: ReturnType<typeof loweredMinima>[number]) => boolean,
): { name: string; words: string }[] {
  return tests.flatMap((test) => {
    const lowered = loweredMinima(test).filter(isOfKind);
    if (lowered.length === 0) return [];
    const words = lowered.map(({ key, before, after }) => `${key} ${before} → ${after}`).join(', ');
    return [{ name: nameOfSuggestion(test), words }];
  });
}
