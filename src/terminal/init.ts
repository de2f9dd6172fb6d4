import { UNNAMED_MODEL } from '../config/resolve.js';
import type { Config } from '../config/config.js';
import { configOf, readRules } from '../config/rules.js';
import { promptsBelow } from '../config/named-files.js';
import { probeRoom, ROOM_TO_REASON } from '../run/answer-room.js';
import { connectionOf } from '../run/connect-models.js';
import { missingKeys } from '../run/missing-keys.js';
import type { EvaluateOptions } from '../run/options.js';
import { plan } from '../run/plan.js';
import { replaceFile } from '../run/safe-files.js';
import { validate } from '../run/validate.js';
import { hubInEnvironment, HUBS } from '../models/hubs/registry.js';
import type { Plan } from '../report/formats/plan.js';
import { quantity } from '../report/story/words.js';
import { checkOption, dataProblem, hubProblem } from './command-line.js';
import { type CommandLine, type Terminal, attemptStep } from './command.js';
import { nameOptions } from './option-names.js';
import { defaultBranch } from '../trust/local-git.js';
import { evaluateOptions } from './evaluate-options.js';
import {
  ACTION,
  dataFiles,
  firstFiles,
  promptFiles,
  readShippedPrompt,
  type FirstSetup,
  type Prompt,
  type FirstFile,
  actionInputs,
  QUESTIONS_FILE,
} from './first-files.js';
import { costParagraph, type InitOutcome, stepsAfterInit } from './init-steps.js';
import { isInteractive, questionsAsker, type Question } from './questions.js';
import { ownGate } from './own-gate.js';
import { documentsIn, findMaterial, problemOfRows } from './own-material.js';
import { usageError, type Options } from './options.js';
import { writeFiles } from './output-files.js';
import { suggestionLines, measureSuggestion, writeMinima } from './suggest.js';
import { DataError, mergeErrors } from '../errors.js';
import { existsSync } from 'node:fs';
import path from 'node:path';

const NO_PROMPT = 'none';

interface Answers extends FirstSetup {
  config: string;
  isAsked: boolean;
  /** True if an option or an answer of the user names the rows. */
  isDataNamed: boolean;
}

export async function runInit({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { root, print, layout } = terminal;
  const answers = await addOwnGate(await readAnswers(options, terminal), root);
  const files = firstFiles(answers);
  const fileOptions = optionsOfFiles(answers, options);
  await refuseUnfitRows(answers, { files, fileOptions, terminal });
  await writeFiles(files, {
    root,
    force: options.force,
    command: 'init',
    otherwise: 'name another configuration with --config',
  });
  // A user of npx has no command `sensitivity`.
  const commandName =
    terminal.process.env.npm_command === 'exec'
      ? `npx github:${ACTION.replace(/@.*/, '')}`
      : 'sensitivity';
  for (const { name } of files) print(`wrote ${name}\n`);
  // The files are written: a problem in them is the user's next step.
  const drafts = draftsLeft(answers, root);
  const workingOptions = leaveDraftsOut(await evaluateOptions(fileOptions, terminal), drafts);
  const { problems } = await validate(workingOptions);
  // The next steps name the placeholders of the files.
  const problemsToCorrect = problems.filter(({ isPlaceholder }) => !isPlaceholder);
  const canPlan = problemsToCorrect.length === 0 && hasTests(workingOptions);
  const planned = canPlan ? await attemptStep(() => plan(workingOptions), terminal) : undefined;
  if (planned) print(`\n${costParagraph(planned, { commandName, drafts }, layout)}`);
  const isMeasured =
    planned !== undefined &&
    problems.length + drafts.length === 0 &&
    (await measureMinima(answers, { options, fileOptions, workingOptions, planned }, terminal));
  const needs = problemsToCorrect.map(({ where = answers.config, message, remedy }) =>
    nameOptions(`${where}: ${message.replace(/\.$/, '')}. ${remedy}`),
  );
  const ownRows = (await dataFiles(root)).find(
    (file) => file !== QUESTIONS_FILE && file !== answers.data,
  );
  const unread = ownRows === undefined ? undefined : await problemOfRows(root, ownRows);
  const outcome: InitOutcome = {
    setup: answers,
    files,
    commandName,
    needs,
    isMeasured,
    ownRows,
    unread,
    drafts,
    documents: await documentsIn(root),
  };
  print(`\n${stepsAfterInit(outcome, layout)}\n`);
  return 0;
}

/** Adds the gate of the product itself, unless built-in rows were asked for. */
async function addOwnGate(answers: Answers, root: string): Promise<Answers> {
  const { data, isDataNamed, prompt } = answers;
  const isFile = !/^(?:builtin|hf):/.test(data) && existsSync(path.resolve(root, data));
  if (isDataNamed && !isFile) return answers;
  const file = isFile ? data : undefined;
  const gate = ownGate(await findMaterial(root, { file, prompt: prompt?.text }));
  return gate ? { ...answers, data: gate.file, gate } : answers;
}

/** Files that the configuration names and `draft` still has to write. */
function draftsLeft({ gate }: Answers, root: string): string[] {
  return (gate?.drafts ?? []).filter((file) => !existsSync(path.resolve(root, file)));
}

/** The configuration without the tests whose rows are still to be drafted. */
function leaveDraftsOut(options: EvaluateOptions, drafts: readonly string[]): EvaluateOptions {
  const { rules } = options.config;
  if (!('config' in rules) || drafts.length === 0) return options;
  const tests = rules.config.tests.filter(({ data }) => !drafts.includes(data.source));
  return {
    ...options,
    config: { ...options.config, rules: { config: { ...rules.config, tests } } },
  };
}

function hasTests({ config: { rules } }: EvaluateOptions): boolean {
  return 'config' in rules && rules.config.tests.length > 0;
}

/** @throws DataError for rows of the team's own that a test cannot read */
async function refuseUnfitRows(
  answers: Answers,
  {
    files,
    fileOptions,
    terminal,
  }: { files: readonly FirstFile[]; fileOptions: Options; terminal: Terminal },
): Promise<void> {
  const { root } = terminal;
  const [configuration] = files;
  if (answers.gate === undefined || configuration === undefined) return;
  const { name: file, text } = configuration;
  const onDisk = promptsBelow(root);
  const rules = await readRules({
    readConfig: () => Promise.resolve(text),
    readPrompt: async (...request) => {
      const proposed = files.find((candidate) => candidate.name === request[0]);
      return proposed ? proposed.text : onDisk(...request);
    },
    file,
    overrides: fileOptions,
  });
  const workingOptions = await evaluateOptions(fileOptions, terminal);
  const proposed = { ...workingOptions, config: { ...workingOptions.config, rules } };
  const { problems } = await validate(leaveDraftsOut(proposed, draftsLeft(answers, root)));
  const [worst, ...furtherErrors] = problems
    .filter(({ name }) => name === 'DataError')
    .map(({ message, where, remedy }) => new DataError(message, { where, remedy }));
  if (worst) throw mergeErrors([worst, ...furtherErrors], DataError);
}

/** Returns the options of a command that reads the written files. */
function optionsOfFiles(answers: Answers, options: Options): Options {
  const inputs = actionInputs(answers);
  const hosts = inputs['allowed-hosts'];
  return {
    ...options,
    hub: undefined,
    data: undefined,
    // The cost of a run does not depend on the name.
    model: answers.model === UNNAMED_MODEL ? 'model' : undefined,
    baseUrl: inputs['base-url'],
    allowedHosts: hosts === undefined ? [] : [hosts],
  };
}

async function readAnswers(options: Options, terminal: Terminal): Promise<Answers> {
  checkOption('hub', options.hub, hubProblem);
  checkOption('data', options.data, dataProblem);
  const isAsked = !options.yes && [options.hub, options.model, options.data].includes(undefined);
  const chosen = await (isAsked ? askUser : chooseDefaults)(options, terminal);
  const { baseUrl, config, release } = options;
  const branch = await defaultBranch(terminal.root);
  return { ...chosen, baseUrl, config, release, branch, isAsked };
}

type ChosenAnswers = Pick<Answers, 'hub' | 'model' | 'prompt' | 'data' | 'isDataNamed'>;

async function chooseDefaults(
  options: Options,
  { process, root }: Terminal,
): Promise<ChosenAnswers> {
  const { hub = usualHub(process) } = options;
  const { model = hub === 'reference' ? 'attentive' : UNNAMED_MODEL } = options;
  const [firstPrompt] = await promptFiles(root);
  const prompt = await promptFrom(options.prompt ?? firstPrompt ?? NO_PROMPT, root);
  const ownRows = hub === 'reference' ? undefined : await findOwnRows(root, prompt);
  const data = options.data ?? ownRows ?? usualSource(hub, prompt);
  return { hub, model, prompt, data, isDataNamed: options.data !== undefined };
}

/** Asks for the values that no option gives. @throws ConfigError if this is no terminal */
async function askUser(options: Options, { process, root }: Terminal): Promise<ChosenAnswers> {
  if (!isInteractive(process)) {
    throw usageError(
      'this is no terminal, so init cannot ask for hub, model and data',
      'Give them as options (--hub, --model, --data), and --yes to take the defaults for the rest.',
    );
  }
  const { answer, close } = questionsAsker(process);
  try {
    let { hub, model, prompt: file, data } = options;
    hub ??= await answer({
      ask: `Hub (${HUBS.join(', ')})`,
      otherwise: usualHub(process),
      problem: hubProblem,
    });
    model ??= await answer({ ask: 'Model, as the hub names it' });
    const [usualPrompt = NO_PROMPT] = await promptFiles(root);
    file ??= await answer({
      ask: `Prompt that you ship (a file, or ${NO_PROMPT})`,
      otherwise: usualPrompt,
    });
    const prompt = await promptFrom(file, root);
    const [usualRows = usualSource(hub, prompt)] = await dataFiles(root);
    data ??= await answer({
      ask: `Rows (a file of your own, builtin:multiple-choice, builtin:statements, or ${QUESTIONS_FILE} for samples)`,
      otherwise: usualRows,
      problem: dataProblem,
    });
    return { hub, model, prompt, data, isDataNamed: true };
  } finally {
    close();
  }
}

function usualHub({ env }: Terminal['process']): string {
  return hubInEnvironment(env) ?? HUBS[0];
}

async function promptFrom(file: string, root: string): Promise<Prompt | undefined> {
  return file === NO_PROMPT ? undefined : readShippedPrompt(root, file);
}

/**
 * Returns the team's first file of rows that have right answers, or that test promises of the
 * prompt.
 */
async function findOwnRows(root: string, prompt: Prompt | undefined): Promise<string | undefined> {
  for (const file of await dataFiles(root)) {
    const material = await findMaterial(root, { file, prompt: prompt?.text });
    const isUseful = material.rows?.answer !== undefined || material.promises.length > 0;
    if (isUseful && ownGate(material)?.file === file) return file;
  }
  return undefined;
}

/**
 * The sample rows have options, which a prompt without {options} cannot show; scripted models know
 * the built-in rows alone.
 */
function usualSource(hub: string, prompt: FirstSetup['prompt']): string {
  if (prompt?.showsOptions === false) return 'builtin:statements';
  return hub === 'reference' ? 'builtin:multiple-choice' : QUESTIONS_FILE;
}

interface MeasurableSetup {
  options: Options;
  fileOptions: Options;
  workingOptions: EvaluateOptions;
  planned: Plan;
}

async function measureMinima(
  answers: Answers,
  { options, fileOptions, workingOptions, planned }: MeasurableSetup,
  terminal: Terminal,
): Promise<boolean> {
  const { model, isAsked } = answers;
  const config = configOf(workingOptions.config.rules, workingOptions.config.path);
  const isReady =
    model !== UNNAMED_MODEL &&
    missingKeys(config, connectionOf(workingOptions, config)).length === 0;
  if (!isReady || !(options.suggest || (isAsked && (await wantsMinima(planned, terminal)))))
    return false;
  const areWritten = await attemptStep(async () => {
    await raiseTokenLimit(answers, { config, workingOptions }, terminal);
    const suggestion = await measureSuggestion(fileOptions, terminal);
    terminal.print(`\n${suggestionLines(suggestion, terminal.layout).join('\n')}\n`);
    return writeMinima(suggestion, fileOptions, terminal);
  }, terminal);
  return areWritten ?? false;
}

/** Writes a higher limit of tokens for a model that reasons, which one request shows. */
async function raiseTokenLimit(
  answers: Answers,
  { config, workingOptions }: { config: Config; workingOptions: EvaluateOptions },
  { root, print }: Terminal,
): Promise<void> {
  const room = await probeRoom(config, workingOptions);
  if (!room?.reasons || room.limit === undefined || room.limit >= ROOM_TO_REASON) return;
  const [file] = firstFiles({ ...answers, maxTokens: ROOM_TO_REASON });
  if (file === undefined) return;
  await replaceFile(path.resolve(root, file.name), file.text);
  print(
    `\nThe model reasons before it answers: ${file.name} now gives it ${ROOM_TO_REASON} tokens for both.\n`,
  );
}

async function wantsMinima({ requests }: Plan, { process }: Terminal): Promise<boolean> {
  const { answer, close } = questionsAsker(process);
  const question: Question = {
    ask: `Measure the model now and set minima that it passes, with up to ${quantity(requests.total, 'request')} (yes, no)`,
    otherwise: 'no',
    problem: (answerText) => (['yes', 'no'].includes(answerText) ? undefined : 'Answer yes or no.'),
  };
  return answer(question)
    .then((answerText) => answerText === 'yes')
    .finally(close);
}
