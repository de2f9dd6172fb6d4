import { existsSync } from 'node:fs';
import path from 'node:path';
import { namedFilesBelow } from '../../config/named-files.ts';
import { UNNAMED_MODEL } from '../../config/resolve.ts';
import { readRules } from '../../config/rules.ts';
import { DataError, mergeErrors } from '../../errors.ts';
import type { EvaluateOptions } from '../../run/options.ts';
import { plan } from '../../run/plan.ts';
import { validate } from '../../run/validate.ts';
import { defaultBranch } from '../../trust/local-git.ts';
import { attemptStep, type CommandLine, type Terminal } from '../command.ts';
import { evaluateOptions } from '../evaluate-options.ts';
import { nameOptions } from '../option-names.ts';
import type { Options } from '../options.ts';
import { writeFiles } from '../write-files.ts';
import { readAnswers } from './answers.ts';
import { initialFiles, QUESTIONS_FILE, type InitialFile } from './files.ts';
import { offerMinima } from './measured-minima.ts';
import { costParagraph, stepsAfterInit } from './next-steps.ts';
import { proposeGate, type ProductGate } from './product-gate.ts';
import { ACTION } from './publisher.ts';
import { usualFiles } from './repository.ts';
import { addressInputs, type Setup } from './setup.ts';
import { problemOfRows } from './team-rows.ts';

export async function runInit({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { root, print, layout } = terminal;
  const setup = await readSetup(options, terminal);
  const files = initialFiles(setup);
  const fileOptions = optionsForFiles(setup, options);
  if (setup.gate && !setup.gate.unnamed)
    await refuseUnreadableRows(files, { gate: setup.gate, fileOptions, terminal });
  await writeFiles(files, {
    root,
    force: options.force,
    command: 'init',
    alternative: 'name another configuration with --config',
  });
  for (const { name } of files) print(`wrote ${name}\n`);

  // The files are written: a problem in them is the user's next step.
  const drafts = filesToDraft(setup.gate, root);
  const workingOptions = withoutDrafts(await evaluateOptions(fileOptions, terminal), drafts);
  const { problems } = await validate(workingOptions);
  // The next steps name the placeholders of the files.
  const problemsToCorrect = problems.filter(
    ({ name, isPlaceholder }) => !isPlaceholder && !(setup.gate?.unnamed && name === 'DataError'),
  );
  const canPlan =
    problemsToCorrect.length === 0 && !setup.gate?.unnamed && hasTests(workingOptions);
  const planOfRun = canPlan ? await attemptStep(() => plan(workingOptions), terminal) : undefined;
  const commandName = commandNameIn(terminal);
  if (planOfRun) print(`\n${costParagraph(planOfRun, { commandName, drafts }, layout)}`);
  const canMeasure = planOfRun !== undefined && problems.length + drafts.length === 0;
  const isMeasured =
    canMeasure &&
    (await offerMinima({ setup, options, fileOptions, workingOptions, plan: planOfRun }, terminal));
  const steps = stepsAfterInit(
    {
      setup,
      files,
      commandName,
      corrections: problemsToCorrect.map(({ where = setup.config, message, remedy }) =>
        nameOptions(`${where}: ${message.replace(/\.$/, '')}. ${remedy}`),
      ),
      isMeasured,
      unusedRows: await unusedRows(setup, root),
      drafts,
      documents: await usualFiles(root, 'documents'),
    },
    layout,
  );
  print(`\n${steps}\n`);
  return 0;
}

async function readSetup(options: Options, terminal: Terminal): Promise<Setup> {
  const { root } = terminal;
  const { env } = terminal.process;
  const { hub, model, prompt, data, isDataNamed } = await readAnswers(options, terminal);
  const { baseUrl, config } = options;
  const repository = { root, env, where: 'init' };
  const branch = (await defaultBranch(repository)) ?? 'main';
  const setup: Setup = { hub, model, prompt, data, baseUrl, config, branch };
  const isFile = !/^(?:builtin|hf):/.test(data) && existsSync(path.resolve(root, data));
  // Built-in rows that the user names are no rows of the product.
  if (isDataNamed && !isFile) return setup;
  const file = isFile ? data : undefined;
  const gate = await proposeGate(root, { file, prompt: prompt?.text });
  return gate ? { ...setup, data: gate.rowsFile, gate } : setup;
}

/** The options of a command that reads the written files. */
function optionsForFiles(setup: Setup, options: Options): Options {
  const inputs = addressInputs(setup);
  const hosts = inputs['allowed-hosts'];
  return {
    ...options,
    hub: undefined,
    data: undefined,
    // The cost of a run does not depend on the name.
    model: setup.model === UNNAMED_MODEL ? 'model' : undefined,
    baseUrl: inputs['base-url'],
    allowedHosts: hosts === undefined ? [] : [hosts],
  };
}

interface ProposedFiles {
  gate: ProductGate;
  fileOptions: Options;
  terminal: Terminal;
}

/** @throws DataError for rows of the team's own that a test cannot read */
async function refuseUnreadableRows(
  files: readonly [InitialFile, ...InitialFile[]],
  { gate, fileOptions, terminal }: ProposedFiles,
): Promise<void> {
  const { root } = terminal;
  const [configuration] = files;
  const readFromDisk = namedFilesBelow(root);
  const rules = await readRules({
    readConfig: async () => configuration.text,
    readNamedFile: async (...request) => {
      const proposed = files.find(({ name }) => name === request[0]);
      return proposed ? proposed.text : readFromDisk(...request);
    },
    file: configuration.name,
    overrides: fileOptions,
  });
  const onDisk = await evaluateOptions(fileOptions, terminal);
  const proposed = { ...onDisk, config: { ...onDisk.config, rules } };
  const { problems } = await validate(withoutDrafts(proposed, filesToDraft(gate, root)));
  const [worst, ...furtherErrors] = problems
    .filter(({ name }) => name === 'DataError')
    .map(({ message, where, remedy }) => new DataError(message, { where, remedy }));
  if (worst) throw mergeErrors([worst, ...furtherErrors], DataError);
}

/** Files that the configuration names and `draft` still has to write. */
function filesToDraft(gate: ProductGate | undefined, root: string): string[] {
  return (gate?.draftFiles ?? []).filter((file) => !existsSync(path.resolve(root, file)));
}

/** The configuration without the tests whose rows are still to be drafted. */
function withoutDrafts(options: EvaluateOptions, drafts: readonly string[]): EvaluateOptions {
  const { rules } = options.config;
  if (!('config' in rules)) return options;
  const tests = rules.config.tests.filter(({ data }) => !drafts.includes(data.source));
  return {
    ...options,
    config: { ...options.config, rules: { config: { ...rules.config, tests } } },
  };
}

function hasTests({ config: { rules } }: EvaluateOptions): boolean {
  return 'config' in rules && rules.config.tests.length > 0;
}

/** The command as the user can call it: npx installs no `sensitivity`. */
function commandNameIn({ process: { env } }: Terminal): string {
  if (env.npm_command !== 'exec') return 'sensitivity';
  return `npx github:${ACTION.replace(/@.*/, '')}`;
}

/** The first file that may hold rows of the team's own and is not used; why it cannot be read. */
async function unusedRows({ data }: Setup, root: string) {
  const files = await usualFiles(root, 'rows');
  const file = files.find((name) => name !== QUESTIONS_FILE && name !== data);
  return file === undefined ? undefined : { file, problem: await problemOfRows(root, file) };
}
