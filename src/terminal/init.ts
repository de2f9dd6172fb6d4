import { isFileSource } from '../data/files.ts';
import type { Files } from '../files.ts';
import { refuseTaken } from '../path-safety.ts';
import { HUB_NAMES, HUBS, keyIn } from '../models/hubs/addresses.ts';
import { code, textBlock } from '../report/blocks.ts';
import { gitLine, type GitPlace } from '../trust/git.ts';
import { workTreeFiles } from '../trust/work-tree.ts';
import { openAsk, type Ask } from './ask.ts';
import { draft } from './draft.ts';
import { configText, linesOf, WORKFLOW_FILE, workflowText, type Setup } from './init-files.ts';
import { FILLED, findSources, readFoundPrompt, readFoundRows, type Found } from './init-find.ts';
import { CONFIG_FILE, type Options } from './options.ts';
import { COMMAND } from './publisher.ts';
import { suggest } from './suggest.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

/** For no prompt, for the built-in rows, and for no document. */
const NONE = 'none';
/** What the walk drafts. */
const ROWS = 'evals/questions.csv';
const RULES = 'evals/rules.yml';

interface Walk {
  options: Options;
  terminal: Terminal;
  files: Files;
  found: Found;
  /** Absent with `--yes`, and without a terminal. */
  ask?: Ask;
}

/** Writes a configuration and a workflow, then offers what `draft` and `suggest` do. */
export async function init(options: Options, terminal: Terminal): Promise<number> {
  const { host } = terminal;
  const { config, force, yes } = options;
  const place = { cwd: host.cwd(), env: host.env };
  const up = await gitLine(place, ['rev-parse', '--show-cdup']).catch(() => '');
  if (up)
    throw usageError(
      'the root of the repository is above',
      `GitHub reads .github/ there: cd ${up}`,
    );
  const files = workTreeFiles(place.cwd, place);
  const names = [config, WORKFLOW_FILE];
  if (!force) refuseTaken(names, await files.read(names));
  const isAsked = !yes && host.stdin.isTTY && host.stdout.isTTY;
  const ask = isAsked ? await openAsk(host) : undefined;
  const walk: Walk = { options, terminal, files, ask, found: await findSources(files) };
  const setup = await readSetup(walk, await defaultBranch(place));
  terminal.printBlocks(findings(setup, walk.found).map(textBlock));
  await terminal.write(config, configText(setup));
  await terminal.write(WORKFLOW_FILE, workflowText(setup));
  terminal.print(`\nWrote ${config} and\n${WORKFLOW_FILE}.\n`);
  return takeSteps(setup, walk);
}

/** Each step is a command, which can be left out here and run later. */
async function takeSteps(setup: Setup, walk: Walk): Promise<number> {
  const { ask, options, terminal, files, found } = walk;
  const { config, allowedHost, prompt } = setup;
  const own = { config, allowedHosts: allowedHost };
  let worst = EXIT.pass;
  const step = async (run: typeof draft, more: Partial<Options>, source = '') => {
    const status = await terminal.statusOf(() => run({ ...own, ...more }, terminal, [source]));
    worst = Math.max(worst, status);
  };
  const isOpen = configText(setup).includes('YOUR-');
  const isWalked = ask !== undefined && !isOpen;
  if (isWalked) {
    terminal.confirm = ask.confirm;
    const usual = setup.rows?.answer === undefined ? found.documents : undefined;
    const message = 'Documents to draft rows from (a glob, or none)';
    const documents = await ask.answer(message, [usual ?? NONE]);
    if (documents !== NONE) await step(draft, {}, documents);
    if (prompt) await step(draft, { kind: 'rules', out: RULES }, prompt.file);
    const [rows, rules] = await files.read([ROWS, RULES]);
    if (rows) setup.rows ??= await readFoundRows(ROWS, files);
    if (rules) setup.rulesFile = RULES;
    await terminal.write(config, configText(setup));
  }
  if (isWalked || options.measure) await step(suggest, { write: true });
  terminal.print(nextSteps(setup, isOpen, isWalked && worst === EXIT.pass));
  return worst;
}

/** Where pull requests go to: the branch of the remote, the local `main`, the current one. */
const BRANCHES = [
  'symbolic-ref --short refs/remotes/origin/HEAD',
  'for-each-ref --count=1 --format=%(refname:short) refs/heads/main refs/heads/master',
  'branch --show-current',
];

async function defaultBranch(place: GitPlace): Promise<string> {
  for (const command of BRANCHES) {
    const name = await gitLine(place, command.split(' ')).catch(() => '');
    if (name !== '') return name.replace(/^origin\//, '');
  }
  return 'main';
}

/** The options, and what is answered or found. @throws ConfigError without a terminal */
async function answersOf({ options, files, found, ask, terminal }: Walk): Promise<Options> {
  const names = await files.list();
  const hub = HUB_NAMES.find((name) => keyIn(name, terminal.host.env)) ?? 'openai';
  const { prompts, rows } = found;
  const questions = [
    ['hub', 'Who runs the model?', [hub, ...HUB_NAMES]],
    ['model', 'Name of the model', ['YOUR-MODEL']],
    ['prompt', 'The prompt that you ship, or none', [...prompts, NONE, ...names]],
    ['data', 'Rows of your own, or none for built-in ones', [...rows, NONE, ...names]],
  ] as const;
  const open = questions.filter(([key]) => options[key] === undefined);
  if (!options.yes && !ask && open.length > 0)
    throw usageError(
      'init asks questions, and there is no terminal to answer them',
      `Write --yes to take what is found, or: ${open.map(([key]) => `--${key}`).join(', ')}.`,
    );
  const answers = { ...options };
  for (const [key, message, choices] of open) {
    const answer = ask ? await ask.answer(message, choices) : choices[0];
    Object.assign(answers, { [key]: answer });
  }
  return answers;
}

async function readSetup(walk: Walk, branch: string): Promise<Setup> {
  const { files } = walk;
  const answers = await answersOf(walk);
  const { config, hub = 'openai', model = '', prompt = NONE, data = NONE } = answers;
  const { baseURL, isLocal, keyVariables } = HUBS[hub];
  const usual = baseURL === undefined && !isLocal ? 'https://YOUR-HOST/v1' : undefined;
  const { baseUrl = usual } = answers;
  const { host, protocol } = URL.parse(baseUrl ?? '') ?? {};
  const keyVariable = protocol === 'http:' ? undefined : keyVariables[0];
  const source = data === NONE ? 'builtin:multiple-choice' : data;
  return {
    config,
    hub,
    model,
    baseUrl,
    keyVariable,
    allowedHost: host && `${host} ${keyVariable ?? ''}`.trim(),
    branch,
    prompt: prompt === NONE ? undefined : await readFoundPrompt(prompt, files),
    source,
    rows: isFileSource(source) ? await readFoundRows(source, files) : undefined,
  };
}

/** What the files are made of, and what the configuration lacks. */
function findings({ prompt, rows }: Setup, { documents, page }: Found): string[] {
  const { source = '', count, text = '?', answer = '?' } = rows ?? {};
  const lines = [
    prompt ? `Prompt: ${code(prompt.file)}` : 'No prompt was found. Name its file with --prompt.',
    rows
      ? `Rows: ${code(source)}, ${count}; question in the column ${code(text)}, right answer in ${code(answer)}`
      : 'Rows: built-in ones',
  ];
  // Another placeholder may bring them.
  if (prompt?.promise && prompt.names.isSubsetOf(FILLED))
    lines.push(
      `⚠️ ${code(prompt.place)} says “${code(prompt.promise)}” No document is sent with it. Write {help} into the prompt, where they belong. Then, under \`model\`:\n  variables: { help: { files: "${documents ?? 'help/*.md'}" } }\nOr, if each row has its own in a column \`help\`, under \`data.columns\`:\n  fill: [help]`,
    );
  if (!rows && !documents && page)
    lines.push(`${code(page)}: save it as Markdown, so that \`draft\` can read it.`);
  return lines;
}

/** @param isDone - rules are drafted, and minimums set */
function nextSteps(setup: Setup, isOpen: boolean, isDone: boolean): string {
  const { config, branch, keyVariable, allowedHost, prompt } = setup;
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const options = allowedHost ? `${named} --allowed-hosts "${allowedHost}"` : named;
  const lines = [
    '\nNext',
    isOpen && `- Replace each YOUR-… in ${config}.`,
    `- See what a run sends:\n  ${COMMAND} check --offline${options}`,
    !isDone &&
      prompt &&
      `- Draft the rules that your prompt promises:\n  ${COMMAND} draft ${prompt.file} --kind rules${options}`,
    !isDone && `- Set minimums that your model passes:\n  ${COMMAND} suggest --write${options}`,
    keyVariable && `- Add the key:\n  gh secret set ${keyVariable}`,
    '- Protect .github/ by CODEOWNERS: a pull request runs\n  the workflow that it brings.',
    `- Commit the files and merge them to ${branch}:\n  the base decides about a pull request.\n`,
  ];
  return linesOf(lines, '');
}
