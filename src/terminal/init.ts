import { UNNAMED_MODEL } from '../config/resolve.js';
import { configOf } from '../config/rules.js';
import { missingKeys } from '../run/connect-models.js';
import { connectionOf, type EvaluateOptions } from '../run/options.js';
import { plan } from '../run/plan.js';
import { validate } from '../run/validate.js';
import { HUBS } from '../models/hubs/registry.js';
import { paint, say } from '../report/formats/layout.js';
import type { Plan } from '../report/formats/plan.js';
import { counted, number } from '../report/story/words.js';
import { checkOption, dataProblem, hubProblem } from './command-line.js';
import {
  type CommandLine,
  type Terminal,
  attemptStep,
  paragraph,
  type Process,
} from './command.js';
import { withOptionNames } from './option-names.js';
import { defaultBranch, evaluateOptions } from './evaluate-options.js';
import {
  ACTION,
  CONFIG_FILE,
  dataFiles,
  firstFiles,
  promptFiles,
  promptIn,
  type First,
  type FirstFile,
  inputsOf,
  IS_PLACEHOLDER,
  QUESTIONS_FILE,
  secretOf,
  WORKFLOW_FILE,
} from './first-files.js';
import { usageError, type Options } from './options.js';
import { writeFiles } from './output-files.js';
import { inWords, measured, writeMinima } from './suggest.js';
import { createInterface } from 'node:readline/promises';
import { ModelError } from '../errors.js';

const NO_PROMPT = 'none';

interface Answers extends First {
  config: string;
  isAsked: boolean;
}

export async function runInit({ options }: CommandLine, terminal: Terminal): Promise<number> {
  const { root, print, layout } = terminal;
  const first = await answersOf(options, terminal);
  const files = firstFiles(first);
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
  const named = optionsOfFiles(first, options);
  // The files are written: a problem in them is the user's next step.
  const asked = await evaluateOptions(named, terminal);
  const { problems } = await validate(asked);
  // The next steps name the placeholders of the files.
  const others = problems.filter(({ isPlaceholder }) => !isPlaceholder);
  const planned = others.length > 0 ? undefined : await attemptStep(() => plan(asked), terminal);
  if (planned) print(`\n${costs(planned, called, layout)}`);
  const isMeasured =
    planned !== undefined &&
    problems.length === 0 &&
    (await measure(first, { options, named, asked, planned }, terminal));
  const needs = others.map(({ where = first.config, message, remedy }) =>
    withOptionNames(`${where}: ${message.replace(/\.$/, '')}. ${remedy}`),
  );
  const ownRows = (await dataFiles(root)).find(
    (file) => file !== QUESTIONS_FILE && file !== first.data,
  );
  print(`\n${nextSteps({ first, files, called, needs, isMeasured, ownRows }, layout)}\n`);
  return 0;
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

async function answersOf(options: Options, { process, root }: Terminal): Promise<Answers> {
  const { baseUrl, config, release } = options;
  checkOption('hub', options.hub, hubProblem);
  checkOption('data', options.data, dataProblem);
  const prompts = await promptFiles(root);
  const common = { baseUrl, config, release, branch: await defaultBranch(root) };
  const promptOf = (file = NO_PROMPT) => (file === NO_PROMPT ? undefined : promptIn(root, file));
  const isAsked = !options.yes && [options.hub, options.model, options.data].includes(undefined);
  if (!isAsked) {
    const { hub = HUBS[0], model = hub === 'reference' ? 'attentive' : UNNAMED_MODEL } = options;
    const prompt = await promptOf(options.prompt ?? prompts[0]);
    return { ...common, hub, model, prompt, data: options.data ?? usualData(hub, prompt), isAsked };
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
      otherwise: HUBS[0],
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
    return { ...common, hub, model, prompt, data, isAsked };
  } finally {
    close();
  }
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
  { model, isAsked }: Answers,
  { options, named, asked, planned }: Measurable,
  terminal: Terminal,
): Promise<boolean> {
  const config = configOf(asked.config.rules, asked.config.path);
  const isReady =
    model !== UNNAMED_MODEL && missingKeys(config, connectionOf(asked, config)).length === 0;
  if (!isReady || !(options.suggest || (isAsked && (await wantsMinima(planned, terminal)))))
    return false;
  const done = await attemptStep(async () => {
    const found = await measured(named, terminal);
    terminal.print(`\n${inWords(found, terminal.layout).join('\n')}\n`);
    return writeMinima(found, named, terminal);
  }, terminal);
  return done ?? false;
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

function costs({ tests, requests }: Plan, called: string, layout: Terminal['layout']): string {
  const sequential = tests.flatMap((test) => test.sequential ?? []);
  const sum = (of: 'perfect' | 'at_minimum' | 'deaf') =>
    number(Math.round(sequential.reduce((all, one) => all + one[of].requests, 0)));
  const models = `${sum('perfect')} requests for a perfect model, ${sum('at_minimum')} for one at the minima, ${sum('deaf')} for one that fails all`;
  const { judge = 0, calibration = 0 } = requests;
  const mostJudged = judge + calibration;
  const judged = mostJudged > 0 ? ` The judge gets at most ${number(mostJudged)} more.` : '';
  return paragraph(
    `One run sends about ${models}.${judged} \`${called} plan\` has the details; nothing was sent.`,
    layout,
  );
}

interface Written {
  first: Answers;
  files: readonly FirstFile[];
  called: string;
  needs: readonly string[];
  isMeasured: boolean;
  /** A file that may hold rows of the team's own, and is not used. */
  ownRows: string | undefined;
}

function nextSteps(
  { first, files, called, needs, isMeasured, ownRows }: Written,
  layout: Terminal['layout'],
): string {
  const secret = secretOf(first);
  const more = optionsFor(first);
  const open = files.flatMap(({ name, placeholders }) =>
    placeholders.map((placeholder) => `${placeholder} (${name})`),
  );
  const account = `\`${ACTION}\` in ${WORKFLOW_FILE} names a placeholder. Write the account of your own fork there, since the owner of that name would get your key.`;
  const steps: string[] = [];
  if (open.length > 0)
    steps.push(`Replace the placeholders ${open.join(', ')}: the files need these values.`);
  steps.push(...needs.map((need) => `Correct ${need}`));
  if (IS_PLACEHOLDER) steps.push(account);
  if (secret !== undefined)
    steps.push(
      `Add the secret ${secret} to the repository (Settings, Secrets and variables, Actions), or: gh secret set ${secret}`,
      `Set ${secret} here as well, and check the access: ${called} doctor${more}`,
    );
  if (ownRows !== undefined)
    steps.push(
      `Use rows of your own: ${ownRows} may hold some. Name the file under \`data.source\` in ${first.config}.`,
    );
  if (!isMeasured)
    steps.push(`Set minima that your model passes: ${called} suggest --write${more}`);
  steps.push(
    `Try it here: ${called} run${more}`,
    `Commit the ${number(files.length)} files and merge them to \`${first.branch ?? 'main'}\`, since the base is judged by its own configuration. Then open a pull request that changes the prompt.`,
  );
  return [
    paint('bold', 'Next', layout),
    ...steps.flatMap((step, i) =>
      say(step, layout, 5).map((line, at) => (at === 0 ? `  ${i + 1}. ${line.slice(5)}` : line)),
    ),
  ].join('\n');
}

/** Returns the options with which a command reads what `init` has written, each after a space. */
function optionsFor(first: Answers): string {
  const said = Object.entries(inputsOf(first));
  if (first.config !== CONFIG_FILE) said.unshift(['config', first.config]);
  const options = said.map(([name, value]) => {
    const isPlain = /^[\w.:/-]+$/.test(value);
    const inShell = isPlain ? value : `'${value.replaceAll("'", "'\\''")}'`;
    return ` --${name} ${inShell}`;
  });
  return options.join('');
}

type Streams = Pick<Process, 'stdin' | 'stdout'>;

interface Question {
  ask: string;
  /** Default for an empty line; without one an answer is required. */
  otherwise?: string;
  problem?: (answer: string) => string | undefined;
}

function isInteractive({ stdin, stdout }: Streams): boolean {
  return stdin.isTTY === true && stdout.isTTY;
}

/**
 * Asks one question after the other. @throws ModelError after Ctrl-C, and at the end of the input
 */
export function questionsAsker({ stdin, stdout }: Streams) {
  const lines = createInterface({ input: stdin, output: stdout });
  const left = new AbortController();
  for (const end of ['SIGINT', 'close']) {
    lines.on(end, () => {
      left.abort();
    });
  }
  return {
    answer: async ({ ask, otherwise, problem }: Question): Promise<string> => {
      for (;;) {
        const said = await lines
          .question(`${ask}${otherwise === undefined ? '' : ` [${otherwise}]`}: `, {
            signal: left.signal,
          })
          .catch((): never => {
            stdout.write('\n');
            throw new ModelError('Nothing was written: the questions were not answered.', {
              kind: 'interrupted',
              remedy: 'Give the answers as options: `sensitivity init --help` lists them.',
            });
          });
        const answer = said.trim() || (otherwise ?? '');
        const wrong = answer === '' ? 'An answer is required.' : problem?.(answer);
        if (wrong === undefined) return answer;
        stdout.write(`  ${wrong}\n`);
      }
    },
    close: () => {
      lines.close();
    },
  };
}
