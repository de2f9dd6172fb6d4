import { textBlock } from '../report/blocks.ts';
import { refuseOverwrite } from '../shared/path-safety.ts';
import { completeOptions } from './init-answers.ts';
import { configText, workflowText } from './init-files.ts';
import { findingsText, IN_CODE, nextStepsText } from './init-messages.ts';
import { readSetup } from './init-setup.ts';
import { findSources, NONE } from './init-sources.ts';
import { WORKFLOW_FILE, type Options } from './options.ts';
import { suggest } from './suggest.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

/** Matches files that hold no prompt, or other things beside it. */
const NO_PROMPT_FILE =
  /\.(?:jsonl|csv|tsv|toml|[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php|html?|pdf|docx?)$/i;

/** Writes a configuration and a workflow. With --measure, also sets minimums. */
export async function init(options: Options, terminal: Terminal) {
  await refuseOptions(options, terminal);
  const sources = await findSources(terminal);
  if (!options.prompt && options.hub !== 'http' && sources.choices.prompt[0] === NONE)
    terminal.print(
      `No file with a prompt was found: the model would get each text alone.\n${IN_CODE}\n\n`,
    );
  const setup = await readSetup(
    await completeOptions(options, sources, terminal.host),
    sources,
    terminal,
  );
  const { config } = setup;
  terminal.printBlocks([textBlock(findingsText(setup, sources))]);
  await terminal.write(config, configText(setup));
  await terminal.write(WORKFLOW_FILE, workflowText(setup));
  terminal.print(`\nWrote ${config} and ${WORKFLOW_FILE}.\n`);
  let status = EXIT.pass;
  if (options.measure) {
    // An address that only the configuration's example names gets no key.
    const { allowedHosts, headerVariables } = options.baseUrl ? setup : options;
    status = await terminal.runStep(() =>
      suggest({ config, allowedHosts, headerVariables, write: true }, terminal),
    );
  }
  terminal.print(nextStepsText(setup, sources, terminal.host));
  return status;
}

/** @throws ConfigError where nothing can be written, and for a prompt in a file of code */
async function refuseOptions({ config, force, prompt = NONE }: Options, terminal: Terminal) {
  await terminal.refuseBelowRoot();
  const targets = [config, WORKFLOW_FILE];
  const [promptBytes, ...targetBytes] = await terminal.files.read([prompt, ...targets]);
  if (!force)
    refuseOverwrite(
      targets,
      targetBytes,
      ' For a second gate, move the workflow aside, run init with another --config, and copy the step of the new workflow into yours.',
    );
  if (prompt !== NONE && (!promptBytes?.length || NO_PROMPT_FILE.test(prompt)))
    throw usageError(`${prompt} is not a text file with only the prompt`, IN_CODE);
}
