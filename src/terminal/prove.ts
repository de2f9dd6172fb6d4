import { prove, writeProof } from '../run/prove.ts';
import { proofInWords } from '../report/formats/proof.ts';
import { redact } from '../secrets.ts';
import { EXIT, type CommandLine, type Terminal, attemptStep } from './command.ts';
import { evaluateOptions } from './evaluate-options.ts';
import { showProgress } from './progress-bar.ts';

/** Measures what the gate catches. Exit status 1 if a requirement is not met. */
export async function runProve({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { print, printJson, note, layout, secrets, root } = terminal;
  const { rows, repeat, require: requirements, reportDirectory: directory } = options;
  const proofOptions = {
    ...(await evaluateOptions(options, terminal)),
    rows,
    repeat,
    requirements,
  };
  const { proof } = await showProgress(terminal, (onProgress) =>
    prove({ ...proofOptions, onProgress }),
  );
  const shownProof = redact(proof, secrets);
  if (options.json) printJson(shownProof);
  else print(proofInWords(shownProof, layout));
  const files = await attemptStep(
    () => writeProof(shownProof, { directory, checkout: root, setting: '--report-directory' }),
    terminal,
  );
  for (const file of files ?? []) note(`Report: ${file}\n`);
  return shownProof.requirements.every(({ met }) => met) ? EXIT.pass : EXIT.fail;
}
