import { UNNAMED_MODEL } from '../config/resolve.js';
import type { Config } from '../config/config.js';
import { configOf, readRules } from '../config/rules.js';
import { promptsBelow } from '../config/prompts.js';
import { probeRoom, ROOM_TO_REASON } from '../run/answer-room.js';
import { missingKeys } from '../run/connect-models.js';
import { connectionOf, type EvaluateOptions } from '../run/options.js';
import { plan } from '../run/plan.js';
import { replaceFile } from '../run/safe-files.js';
import { validate } from '../run/validate.js';
import { hubInEnvironment, HUBS } from '../models/hubs/registry.js';
import type { Plan } from '../report/formats/plan.js';
import { counted } from '../report/story/words.js';
import { checkOption, dataProblem, hubProblem } from './command-line.js';
import { type CommandLine, type Terminal, attemptStep } from './command.js';
import { withOptionNames } from './option-names.js';
import { defaultBranch } from '../trust/local-git.js';
import { evaluateOptions } from './evaluate-options.js';
import {
  ACTION,
  dataFiles,
  firstFiles,
  promptFiles,
  promptIn,
  type First,
  type Prompt,
  type FirstFile,
  inputsOf,
  QUESTIONS_FILE,
} from './first-files.js';
import { costs, stepsAfterInit } from './init-steps.js';
import { isInteractive, questionsAsker, type Question } from './questions.js';
import { ownGate } from './own-gate.js';
import { documentsIn, findMaterial, problemOfRows } from './own-material.js';
import { usageError, type Options } from './options.js';
import { writeFiles } from './output-files.js';
import { inWords, measured, writeMinima } from './suggest.js';
import { DataError, mergeErrors } from '../errors.js';
import { existsSync } from 'node:fs';
import path from 'node:path';

const NO_PROMPT = 'none';

interface Answers extends First {
  config: string;
  isAsked: boolean;
  /** The rows were named, by an option or in answer to a question. */
  isDataNamed: boolean;
}

export async function runInit({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { root, print, layout } = terminal;
  const first = await withOwnGate(await answersOf(options, terminal), root);
  const files = firstFiles(first);
  const named = optionsOfFiles(first, options);
  await refuseUnfitRows(first, { files, named, terminal });
  await writeFiles(files, {
    root,
    force: options.force,
    command: 'init',
    otherwise: 'name another configuration with --config',
  });
  // A user of npx has no command `sensitivity`.
  const called =
    terminal.process.env.npm_command === 'exec'
      ? `npx github:${ACTION.replace(/@.*/, '')}`
      : 'sensitivity';
  for (const { name } of files) print(`wrote ${name}\n`);
  // The files are written: a problem in them is the user's next step.
  const drafts = draftsLeft(first, root);
  const asked = withoutDrafts(await evaluateOptions(named, terminal), drafts);
  const { problems } = await validate(asked);
  // The next steps name the placeholders of the files.
  const others = problems.filter(({ isPlaceholder }) => !isPlaceholder);
  const canPlan = others.length === 0 && hasTests(asked);
  const planned = canPlan ? await attemptStep(() => plan(asked), terminal) : undefined;
  if (planned) print(`\n${costs(planned, { called, drafts }, layout)}`);
  const isMeasured =
    planned !== undefined &&
    problems.length + drafts.length === 0 &&
    (await measure(first, { options, named, asked, planned }, terminal));
  const needs = others.map(({ where = first.config, message, remedy }) =>
    withOptionNames(`${where}: ${message.replace(/\.$/, '')}. ${remedy}`),
  );
  const ownRows = (await dataFiles(root)).find(
    (file) => file !== QUESTIONS_FILE && file !== first.data,
  );
  const unread = ownRows === undefined ? undefined : await problemOfRows(root, ownRows);
  const written = { first, files, called, needs, isMeasured, ownRows, unread, drafts };
  print(`\n${stepsAfterInit({ ...written, documents: await documentsIn(root) }, layout)}\n`);
  return 0;
}

/** Adds the gate of the product itself, unless built-in rows were asked for. */
async function withOwnGate(first: Answers, root: string): Promise<Answers> {
  const { data, isDataNamed, prompt } = first;
  const isFile = !/^(?:builtin|hf):/.test(data) && existsSync(path.resolve(root, data));
  if (isDataNamed && !isFile) return first;
  const file = isFile ? data : undefined;
  const gate = ownGate(await findMaterial(root, { file, prompt: prompt?.text }));
  return gate ? { ...first, data: gate.file, gate } : first;
}

/** Files that the configuration names and `draft` still has to write. */
function draftsLeft({ gate }: Answers, root: string): string[] {
  return (gate?.drafts ?? []).filter((file) => !existsSync(path.resolve(root, file)));
}

/** The configuration without the tests whose rows are still to be drafted. */
function withoutDrafts(asked: EvaluateOptions, drafts: readonly string[]): EvaluateOptions {
  const { rules } = asked.config;
  if (!('config' in rules) || drafts.length === 0) return asked;
  const tests = rules.config.tests.filter(({ data }) => !drafts.includes(data.source));
  return { ...asked, config: { ...asked.config, rules: { config: { ...rules.config, tests } } } };
}

function hasTests({ config: { rules } }: EvaluateOptions): boolean {
  return 'config' in rules && rules.config.tests.length > 0;
}

/** @throws DataError for rows of the team's own that a test cannot read */
async function refuseUnfitRows(
  first: Answers,
  { files, named, terminal }: { files: readonly FirstFile[]; named: Options; terminal: Terminal },
): Promise<void> {
  const { root } = terminal;
  const [configuration] = files;
  if (first.gate === undefined || configuration === undefined) return;
  const { name: file, text } = configuration;
  const onDisk = promptsBelow(root);
  const rules = await readRules({
    read: () => Promise.resolve(text),
    readPrompt: async (...asked) => {
      const proposed = files.find((one) => one.name === asked[0]);
      return proposed ? proposed.text : onDisk(...asked);
    },
    file,
    overrides: named,
  });
  const asked = await evaluateOptions(named, terminal);
  const proposed = { ...asked, config: { ...asked.config, rules } };
  const { problems } = await validate(withoutDrafts(proposed, draftsLeft(first, root)));
  const [worst, ...others] = problems
    .filter(({ name }) => name === 'DataError')
    .map(({ message, where, remedy }) => new DataError(message, { where, remedy }));
  if (worst) throw mergeErrors([worst, ...others], DataError);
}

/** Returns the options of a command that reads the written files. */
function optionsOfFiles(first: Answers, options: Options): Options {
  const inputs = inputsOf(first);
  const hosts = inputs['allowed-hosts'];
  return {
    ...options,
    hub: undefined,
    data: undefined,
    // The cost of a run does not depend on the name.
    model: first.model === UNNAMED_MODEL ? 'model' : undefined,
    baseUrl: inputs['base-url'],
    allowedHosts: hosts === undefined ? [] : [hosts],
  };
}

async function answersOf(options: Options, terminal: Terminal): Promise<Answers> {
  const { process, root } = terminal;
  const { baseUrl, config, release } = options;
  checkOption('hub', options.hub, hubProblem);
  checkOption('data', options.data, dataProblem);
  const usualHub = hubInEnvironment(terminal.process.env) ?? HUBS[0];
  const prompts = await promptFiles(root);
  const common = { baseUrl, config, release, branch: await defaultBranch(root) };
  const promptOf = (file = NO_PROMPT) => (file === NO_PROMPT ? undefined : promptIn(root, file));
  const isAsked = !options.yes && [options.hub, options.model, options.data].includes(undefined);
  if (!isAsked) {
    const { hub = usualHub, model = hub === 'reference' ? 'attentive' : UNNAMED_MODEL } = options;
    const prompt = await promptOf(options.prompt ?? prompts[0]);
    const own = hub === 'reference' ? undefined : await ownFile(root, prompt);
    const data = options.data ?? own ?? usualData(hub, prompt);
    return {
      ...common,
      hub,
      model,
      prompt,
      data,
      isAsked,
      isDataNamed: options.data !== undefined,
    };
  }
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
      otherwise: usualHub,
      problem: hubProblem,
    });
    model ??= await answer({ ask: 'Model, as the hub names it' });
    file ??= await answer({
      ask: `Prompt that you ship (a file, or ${NO_PROMPT})`,
      otherwise: prompts[0] ?? NO_PROMPT,
    });
    const prompt = await promptOf(file);
    const [own = usualData(hub, prompt)] = await dataFiles(root);
    data ??= await answer({
      ask: `Rows (a file of your own, builtin:multiple-choice, builtin:statements, or ${QUESTIONS_FILE} for samples)`,
      otherwise: own,
      problem: dataProblem,
    });
    return { ...common, hub, model, prompt, data, isAsked, isDataNamed: true };
  } finally {
    close();
  }
}

/** The first file of the team whose rows say what is right, or serve the promises of the prompt. */
async function ownFile(root: string, prompt: Prompt | undefined): Promise<string | undefined> {
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
function usualData(hub: string, prompt: First['prompt']): string {
  if (prompt?.showsOptions === false) return 'builtin:statements';
  return hub === 'reference' ? 'builtin:multiple-choice' : QUESTIONS_FILE;
}

interface Measurable {
  options: Options;
  named: Options;
  asked: EvaluateOptions;
  planned: Plan;
}

async function measure(
  first: Answers,
  { options, named, asked, planned }: Measurable,
  terminal: Terminal,
): Promise<boolean> {
  const { model, isAsked } = first;
  const config = configOf(asked.config.rules, asked.config.path);
  const isReady =
    model !== UNNAMED_MODEL && missingKeys(config, connectionOf(asked, config)).length === 0;
  if (!isReady || !(options.suggest || (isAsked && (await wantsMinima(planned, terminal)))))
    return false;
  const done = await attemptStep(async () => {
    await makeRoom(first, { config, asked }, terminal);
    const found = await measured(named, terminal);
    terminal.print(`\n${inWords(found, terminal.layout).join('\n')}\n`);
    return writeMinima(found, named, terminal);
  }, terminal);
  return done ?? false;
}

/** Writes a higher limit of tokens for a model that reasons, which one request shows. */
async function makeRoom(
  first: Answers,
  { config, asked }: { config: Config; asked: EvaluateOptions },
  { root, print }: Terminal,
): Promise<void> {
  const room = await probeRoom(config, asked);
  if (!room?.reasons || room.limit === undefined || room.limit >= ROOM_TO_REASON) return;
  const [file] = firstFiles({ ...first, maxTokens: ROOM_TO_REASON });
  if (file === undefined) return;
  await replaceFile(path.resolve(root, file.name), file.text);
  print(
    `\nThe model reasons before it answers: ${file.name} now gives it ${ROOM_TO_REASON} tokens for both.\n`,
  );
}

async function wantsMinima({ requests }: Plan, { process }: Terminal): Promise<boolean> {
  const { answer, close } = questionsAsker(process);
  const question: Question = {
    ask: `Measure the model now and set minima that it passes, with up to ${counted(requests.total, 'request')} (yes, no)`,
    otherwise: 'no',
    problem: (said) => (['yes', 'no'].includes(said) ? undefined : 'Answer yes or no.'),
  };
  return answer(question)
    .then((said) => said === 'yes')
    .finally(close);
}
