import { textBlock } from '../report/blocks.ts';
import { refuseOverwrite } from '../shared/path-safety.ts';
import { draft } from './draft.ts';
import { completeOptions, createPrompter } from './init-answers.ts';
import { configText, hasGap, workflowText } from './init-files.ts';
import { findingsText, IN_CODE, nextStepsText } from './init-messages.ts';
import { readSetup } from './init-setup.ts';
import { findSources, NONE } from './init-sources.ts';
import { RULES_FILE, WORKFLOW_FILE, type Options } from './options.ts';
import { suggest } from './suggest.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

/** The file of the rows that are drafted. */
const DRAFTED_ROWS = 'evals/questions.csv';
/** Matches files that hold no prompt, or other things beside it. */
const NO_PROMPT_FILE =
  /\.(?:jsonl|csv|tsv|toml|[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php|html?|pdf|docx?)$/i;

/** Writes a configuration and a workflow, then offers what `draft` and `suggest` do. */
export async function init(options: Options, terminal: Terminal) {
  const { prompter, sources, answers } = await openInit(options, terminal);
  let setup = await readSetup(answers, sources, terminal);
  const { config, allowedHosts, headerVariables } = setup;
  terminal.printBlocks([textBlock(findingsText(setup, sources))]);
  await terminal.write(config, configText(setup));
  await terminal.write(WORKFLOW_FILE, workflowText(setup));
  terminal.print(`\nWrote ${config} and ${WORKFLOW_FILE}.\n`);
  const isInteractive = prompter !== undefined && setup.hasKey && !hasGap(setup);
  if (isInteractive) terminal.confirm = prompter.confirm;
  // The example of an app's address gets no key before its user says yes.
  const grants = isInteractive || options.baseUrl ? allowedHosts : options.allowedHosts;
  const shared = { config, allowedHosts: grants, headerVariables, isStep: true };
  let worst = EXIT.pass;
  // Runs a command, which its user may decline here and run later.
  const step = async (command: typeof draft, more: Partial<Options>, source = '') => {
    const run = () => command({ ...shared, ...more }, terminal, [source]);
    worst = Math.max(worst, await terminal.runStep(run));
  };
  if (isInteractive && !setup.rows?.labels) {
    const [folder] = sources.documents;
    const { prompt, rows, hasRules } = setup;
    if (folder && !rows?.answer) await step(draft, {}, folder);
    if (prompt && !hasRules) await step(draft, { kind: 'rules', out: RULES_FILE }, prompt.file);
    const [drafted] = await terminal.files.read([DRAFTED_ROWS]);
    if (drafted && !rows) answers.data = DRAFTED_ROWS;
    setup = await readSetup(answers, sources, terminal);
    await terminal.write(config, configText(setup));
  }
  if (isInteractive || options.measure) await step(suggest, { write: true });
  terminal.print(nextStepsText(setup, terminal.host));
  return worst;
}

/**
 * Finds what the repository has, and asks what to take.
 *
 * @throws ConfigError for a folder in which nothing can be written, and for a file of code
 */
async function openInit(options: Options, terminal: Terminal) {
  const { host, files } = terminal;
  const { config, force, hub, prompt = NONE } = options;
  await terminal.refuseBelowRoot();
  const targets = [config, WORKFLOW_FILE];
  const [promptBytes, ...targetBytes] = await files.read([prompt, ...targets]);
  if (!force)
    refuseOverwrite(
      targets,
      targetBytes,
      ' For a second gate, move the workflow aside, run init with another --config, and copy the step of the new workflow into yours.',
    );
  if (prompt !== NONE && (!promptBytes?.length || NO_PROMPT_FILE.test(prompt)))
    throw usageError(`${prompt} is not a text file with only the prompt`, IN_CODE);
  const canAsk = !options.yes && host.stdin.isTTY && host.stdout.isTTY;
  const prompter = canAsk ? await createPrompter(host) : undefined;
  const sources = await findSources(terminal);
  const [likeliest] = sources.choices.prompt;
  if (!options.prompt && hub !== 'http' && likeliest === NONE)
    terminal.print(
      `No file with a prompt was found: the model would get each text alone.\n${IN_CODE}\n\n`,
    );
  const answers = await completeOptions(options, sources, prompter);
  return { prompter, sources, answers };
}
