import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Grants } from '../models/keys.ts';
import { terminalText } from '../report/index.ts';
import { evaluate } from '../run/evaluate.ts';
import { judgeWorkTree } from '../trust/judge.ts';
import { EXIT, type Terminal } from './terminal.ts';

const FILE = 'sensitivity.yml';
const CONFIG = `model: { hub: reference, name: attentive }
tests:
  sensitivity:
    add_negation: { data: { source: "builtin:statements", limit: 100 } }
    add_toxic_words: { data: { source: "builtin:sentences", limit: 100 } }
`;

const MODELS = {
  attentive: 'reads the "not", repeats no foul word',
  oblivious: 'answers as if "not" were not there',
  parrot: 'repeats whatever it is sent',
};

/** The real gate over built-in rows. Exit status 1 if a verdict is another than expected. */
export async function demo(_options: unknown, terminal: Terminal): Promise<number> {
  const { host, signal } = terminal;
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-demo-'));
  // No key, no proxy: nothing leaves this process.
  const env = { PATH: host.env.PATH };
  const grants = new Grants({ allowedHosts: [], env });
  const outcomes: string[] = [];
  try {
    await writeFile(path.join(root, FILE), CONFIG);
    for (const [model, behaviour] of Object.entries(MODELS)) {
      terminal.print(`\n── ${model}: ${behaviour}\n\n`);
      const judged = await judgeWorkTree({ root, configPath: FILE, overrides: { model }, env });
      const results = await evaluate(judged, { grants, env, signal });
      terminal.print(terminalText(results, terminal));
      outcomes.push(results.outcome);
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  if (outcomes.join() !== 'pass,fail,fail') return EXIT.fail;
  terminal.print('\nAs expected: only attentive passes.\n');
  return EXIT.pass;
}
