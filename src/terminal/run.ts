import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encoded } from '../engine/judge/ask.ts';
import { attemptsOf } from '../errors.ts';
import { isOwnHost } from '../models/hubs/addresses.ts';
import { hostOf } from '../models/index.ts';
import { Grants } from '../models/keys.ts';
import { scrubbed } from '../secrets.ts';
import { reportFiles, terminalText } from '../report/index.ts';
import { reportBlocks } from '../report/report.ts';
import { evaluate } from '../run/evaluate.ts';
import { judgeWorkTree } from '../trust/judge.ts';
import { openWork, type Options } from './options.ts';
import { EXIT, statusOf, type Terminal } from './terminal.ts';

export async function run(options: Options, terminal: Terminal): Promise<number> {
  const { showRows, json } = options;
  const { judged, judges, runOptions } = await openWork(options, terminal);
  // An endpoint of the user's own may answer otherwise by now.
  const usesFinished = [judged.config.subject.model, ...judges].every((one) =>
    isOwnHost(one.hub, hostOf(one)),
  );
  const store = runOptions.store && { ...runOptions.store, usesFinished };
  const results = scrubbed(await evaluate(judged, { ...runOptions, store }), terminal.scrub);
  // A runner takes `##[` for a command.
  const text = json
    ? `${encoded(results).replaceAll('##[', '##\\u005b')}\n`
    : terminalText(results, { columns: terminal.columns, showRows });
  terminal.print(text);
  const usual = path.join(tmpdir(), `sensitivity-report-${process.pid}`);
  const { reportDirectory: folder = usual } = options;
  await attemptsOf(terminal.note)(async () => {
    for (const [name, content] of Object.entries(reportFiles(results, {})))
      await terminal.write(path.join(folder, name), content);
    terminal.note(`Report: ${path.join(folder, 'report.html')}`);
  });
  return results.problem ? statusOf(results.problem) : EXIT[results.outcome];
}

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

/** One row of each verdict. */
const SHORT = { rows: 1, length: 80, names: 80, isWhole: false };

/** The real gate over built-in rows. */
export async function demo(_options: unknown, terminal: Terminal): Promise<number> {
  const { host, signal } = terminal;
  const root = await mkdtemp(path.join(tmpdir(), 'sensitivity-demo-'));
  // No key, no proxy: nothing leaves this process.
  const env = { PATH: host.env.PATH };
  const grants = new Grants({ allowedHosts: [], env });
  try {
    await writeFile(path.join(root, FILE), CONFIG);
    for (const [model, behaviour] of Object.entries(MODELS)) {
      terminal.print(`\n── ${model}: ${behaviour}\n\n`);
      const judged = await judgeWorkTree({ root, configPath: FILE, overrides: { model }, env });
      const blocks = reportBlocks(await evaluate(judged, { grants, env, signal }), {}, SHORT);
      terminal.printBlocks(blocks.filter(({ kind }) => kind === 'heading' || kind === 'table'));
    }
  } finally {
    await rm(root, { recursive: true, force: true });
  }
  return EXIT.pass;
}
