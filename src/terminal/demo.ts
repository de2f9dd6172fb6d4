import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Grants } from '../models/keys.ts';
import { reportBlocks } from '../report/report.ts';
import { evaluate } from '../run/evaluate.ts';
import { ruleOnWorkTree } from '../trust/ruling.ts';
import script from './demo.json' with { type: 'json' };
import { EXIT, type Terminal } from './terminal.ts';

/**
 * Shows the real gate over built-in rows: one row of each verdict. Ends with 3 if a model does not
 * get the outcome that it has to get.
 */
export async function demo(_options: unknown, terminal: Terminal) {
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-demo-'));
  // No key, no proxy: nothing leaves this process.
  const env = { PATH: terminal.host.env.PATH };
  const grants = new Grants({ allowedHosts: [], env });
  let status = EXIT.pass;
  try {
    await writeFile(path.join(root, 'sensitivity.yml'), JSON.stringify(script.config));
    for (const [model, { behaviour, expected }] of Object.entries(script.models)) {
      terminal.print(`\n── ${model}: ${behaviour}\n\n`);
      const ruling = await ruleOnWorkTree({
        root,
        configPath: 'sensitivity.yml',
        overrides: { model },
        env,
      });
      const results = await evaluate(ruling, { grants, env, signal: terminal.signal });
      if (results.outcome !== expected) status = EXIT.error;
      terminal.printBlocks(
        reportBlocks(results, {}, script.detail).filter(
          ({ kind }) => kind === 'heading' || kind === 'table',
        ),
      );
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return status;
}
