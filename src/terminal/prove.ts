import { prove, writeProof } from '../run/prove.js';
import { proofInWords } from '../report/formats/proof.js';
import { redact } from '../secrets.js';
import { EXIT, type CommandLine, type Terminal, attemptStep } from './command.js';
import { evaluateOptions } from './evaluate-options.js';
import { withProgress } from './progress-bar.js';

/** Exit status 1 if a requirement is not met. */
export async function runProve({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printJson, note, layout, secrets, root } = terminal;
  const { rows, repeat, require: requirements, reportDirectory: directory } = options;
  const asked = { ...(await evaluateOptions(options, terminal)), rows, repeat, requirements };
  const { proof } = await withProgress(terminal, (onProgress) => prove({ ...asked, onProgress }));
  const found = redact(proof, secrets);
  if (options.json) printJson(found);
  else print(proofInWords(found, layout));
  const files = await attemptStep(
    () => writeProof(found, { directory, checkout: root, setting: '--report-directory' }),
    terminal,
  );
  for (const file of files ?? []) note(`Report: ${file}\n`);
  return found.requirements.every(({ met }) => met) ? EXIT.pass : EXIT.fail;
}
