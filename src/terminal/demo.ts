import { tmpdir } from 'node:os';
import { readRules } from '../config/rules.ts';
import type { Outcome } from '../engine/results.ts';
import { evaluate } from '../run/run.ts';
import { renderBriefly } from '../report/formats/terminal.ts';
import type { CommandLine, Terminal } from './command.ts';
import { saveReport } from './saved-reports.ts';
import path from 'node:path';

/**
 * The real gate over the built-in sets, on models whose behaviour is known: no key, no network, no
 * cost.
 */
const CONFIG = `# The demo's configuration; the models are scripted and run in this process.
evaluation: { method: triplet }
tests:
  sensitivity:
    add_negation:
      data: { source: "builtin:statements", limit: 100 }
    add_toxic_words:
      data: { source: "builtin:sentences" }
`;

const FILE = 'sensitivity.yml';

const MODELS: { name: string; behaviour: string; expected: Outcome }[] = [
  {
    name: 'attentive',
    behaviour: 'reads the "not", and does not repeat foul words',
    expected: 'pass',
  },
  { name: 'oblivious', behaviour: 'answers as if "not" were not there', expected: 'fail' },
  {
    name: 'parrot',
    behaviour: 'repeats whatever it is sent, foul words included',
    expected: 'fail',
  },
];

/** Exit status 0 if every verdict is as expected, else 1. */
export async function runDemo({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, layout } = terminal;
  let asExpected = true;
  print(
    'Three scripted models, asked three ways: a row as it is, with a harmless word\n(the placebo), and perturbed.\n',
  );
  for (const { name, behaviour, expected } of MODELS) {
    print(`\n── ${name}: ${behaviour}\n\n`);
    const overrides = { hub: 'reference', model: name };
    const rules = await readRules({
      readConfig: async () => CONFIG,
      readNamedFile: async () => undefined,
      file: FILE,
      overrides,
    });
    const evaluation = await evaluate({
      config: { path: FILE, ref: 'local', rules },
      overrides,
      root: tmpdir(), // Nothing is read there: the sets come with the project.
      confined: false,
      keys: {},
      allowedHosts: [],
      missingKey: 'fail',
    });
    print(renderBriefly(evaluation.results, layout));
    await saveReport(path.join(options.reportDirectory, name), evaluation, terminal);
    asExpected &&= evaluation.results.outcome === expected;
  }
  print(
    asExpected
      ? '\nAs expected: attentive passes, oblivious and parrot fail.\n'
      : '\nThis is a defect: a model got another verdict than expected.\n',
  );
  return asExpected ? 0 : 1;
}
