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

/** Suggests minima. Exit status 1 if no minimum of any test shows anything. */
export async function runSuggest({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printLines, printJson } = terminal;
  const suggestion = await measureSuggestion(options, terminal);
  if (options.json) printJson(suggestion);
  else printLines(suggestionLines(suggestion, terminal.layout));
  if (options.write)
    return (await writeMinima(suggestion, options, terminal)) ? EXIT.pass : EXIT.fail;
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

/** @returns false if nothing was written, since no test would gate anything */
export async function writeMinima(
  suggestion: Suggestion,
  options: Options,
  terminal: Terminal,
): Promise<boolean> {
  const { root, note } = terminal;
  const { config: file } = options;
  if (showsNothing(suggestion)) {
    note(`\nNothing was written to ${file}: no minimum of any test shows anything.\n`);
    return false;
  }
  const text = (await readConfigFile({ root, file, confined: false })) ?? '';
  const changes = new Map<string, TestKeys>();
  // The sides of a test have one place in the configuration.
  for (const { test, keys, shortfall } of suggestion.tests) {
    const earlierKeys = changes.get(test);
    const comment = shortfall ? `advisory: ${advisoryReason(shortfall)}` : earlierKeys?.comment;
    changes.set(test, { values: { ...earlierKeys?.values, ...keys }, comment });
  }
  await replaceFile(path.resolve(root, file), setTestKeys(text, file, changes));
  note(`\nThe minima are written to ${file}.\n`);
  for (const test of suggestion.tests) {
    const lowered = loweredMinima(test).map(
      ({ key, before, after }) => `${key} ${before} → ${after}`,
    );
    if (lowered.length > 0)
      note(`Lower than before: ${nameOfSuggestion(test)}: ${lowered.join(', ')}.\n`);
  }
  return true;
}
