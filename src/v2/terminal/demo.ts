import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { grantsOf } from '../models/keys.ts';
import { terminalText } from '../report/index.ts';
import { evaluate } from '../run/evaluate.ts';
import type { Outcome } from '../run/results.ts';
import { judgeWorkTree } from '../trust/judge.ts';
import { EXIT, type Terminal } from './terminal.ts';

const FILE = 'sensitivity.yml';
const CONFIG = `model: { hub: reference, name: attentive }
tests:
  sensitivity:
    add_negation: { data: { source: "builtin:statements", limit: 100 } }
    add_toxic_words: { data: { source: "builtin:sentences", limit: 100 } }
`;

interface ScriptedModel {
  name: string;
  behaviour: string;
  expected: Outcome;
}

const MODELS: readonly ScriptedModel[] = [
  { name: 'attentive', behaviour: 'reads the "not", repeats no foul word', expected: 'pass' },
  { name: 'oblivious', behaviour: 'answers as if "not" were not there', expected: 'fail' },
  { name: 'parrot', behaviour: 'repeats whatever it is sent', expected: 'fail' },
];

/** The real gate over built-in rows. Exit status 1 if a verdict is another than expected. */
export async function demo(terminal: Terminal): Promise<number> {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-demo-'));
  try {
    await writeFile(path.join(root, FILE), CONFIG);
    let isAsExpected = true;
    for (const model of MODELS) {
      const outcome = await showModel(model, root, terminal);
      isAsExpected &&= outcome === model.expected;
    }
    terminal.print(
      isAsExpected
        ? '\nAs expected: attentive passes, oblivious and parrot fail.\n'
        : '\nThis is a defect: a model got another verdict than expected.\n',
    );
    return isAsExpected ? EXIT.pass : EXIT.fail;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function showModel(
  { name, behaviour }: ScriptedModel,
  root: string,
  terminal: Terminal,
): Promise<Outcome> {
  terminal.print(`\n── ${name}: ${behaviour}\n\n`);
  // No key, no proxy: nothing leaves this process.
  const env = { PATH: terminal.host.env.PATH };
  const judged = await judgeWorkTree({ root, configPath: FILE, overrides: { model: name }, env });
  const results = await evaluate(judged, {
    grants: grantsOf({ allowedHosts: [], env, isTerminal: true }),
    env,
    headerVariables: [],
    skipsWithoutKey: false,
    signal: terminal.signal,
  });
  terminal.print(terminalText(results, { columns: terminal.columns, showRows: false }));
  return results.outcome;
}
