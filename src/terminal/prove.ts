import { prove, writeProof } from '../run/prove.js';
import { proofInWords } from '../report/formats/proof.js';
import { redact } from '../secrets.js';
import { EXIT, type CommandLine, type Terminal, attemptStep } from './command.js';
import { evaluateOptions } from './evaluate-options.js';
import { progressBar } from './run.js';

/** Exit status 1 if a requirement is not met. */
export async function runProve({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printJson, note, layout, secrets, root } = terminal;
  const bar = progressBar(terminal.process.stderr);
  const { rows, require: requirements, reportDirectory: directory } = options;
  const asked = {
    ...(await evaluateOptions(options, terminal)),
    onProgress: bar.update,
    rows,
    requirements,
  };
  const { proof } = await prove(asked).finally(bar.stop);
  const found = redact(proof, secrets);
  if (options.json) printJson(found);
  else print(proofInWords(found, layout));
  const files = await attemptStep(
    () => writeProof(found, { directory, checkout: root, where: '--report-directory' }),
    terminal,
  );
  for (const file of files ?? []) note(`Report: ${file}\n`);
  return found.requirements.every(({ met }) => met) ? EXIT.pass : EXIT.fail;
}
