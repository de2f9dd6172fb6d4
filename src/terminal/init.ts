import { findDataFiles, isFileSource } from '../data/files.ts';
import { list } from '../data/printable.ts';
import type { Files } from '../files.ts';
import { HUB_NAMES, HUBS, keyIn } from '../models/hubs/addresses.ts';
import { code, textBlock } from '../report/blocks.ts';
import { gitLine, type GitPlace } from '../trust/git.ts';
import { workTreeFiles } from '../trust/work-tree.ts';
import { openAsk, type Ask } from './ask.ts';
import { draft } from './draft.ts';
import { configText, WORKFLOW_FILE, workflowText, type Setup } from './init-files.ts';
import { FILLED, findSources, readFoundPrompt, readFoundRows } from './init-find.ts';
import type { Found, FoundRows } from './init-find.ts';
import { CONFIG_FILE, type Options } from './options.ts';
import { ACTION } from './publisher.ts';
import { suggest } from './suggest.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

type Answers = Required<Pick<Options, 'hub' | 'model' | 'prompt' | 'data'>>;
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
  const { config, force, yes = false } = options;
  const place = { cwd: host.cwd(), env: host.env };
  const up = await gitLine(place, ['rev-parse', '--show-cdup']).catch(() => '');
  if (up)
    throw usageError(
      'the root of the repository is above',
      `GitHub reads .github/ there: cd ${up}`,
    );
  const files = workTreeFiles(place.cwd, place);
  const names = [config, WORKFLOW_FILE];
  const there = await files.read(names);
  const taken = names.filter((_name, i) => there[i]);
  if (!force && taken.length > 0)
    throw usageError(`${list(taken)} is there already`, 'Overwrite it with --force.');
  const isAsked = !yes && host.stdin.isTTY && host.stdout.isTTY;
  const ask = isAsked ? await openAsk(host) : undefined;
  const walk: Walk = { options, terminal, files, ask, found: await findSources(files) };
  const setup = await readSetup(walk, await answersOf(walk), await defaultBranch(place));
  terminal.printBlocks(findings(setup, walk.found).map(textBlock));
  await terminal.write(config, configText(setup));
  await terminal.write(WORKFLOW_FILE, workflowText(setup));
  terminal.print(`\nWrote ${config} and\n${WORKFLOW_FILE}.\n`);
  return takeSteps(setup, walk);
}

/** Each step is a command, which can be left out here and run later. */
async function takeSteps(setup: Setup, walk: Walk): Promise<number> {
  const { ask, options, terminal } = walk;
  const { config, allowedHost } = setup;
  const own = { config, allowedHosts: allowedHost ? [allowedHost] : undefined };
  const statuses: number[] = [EXIT.pass];
  const step = async (more: Partial<Options>, run: typeof draft, names: readonly string[] = []) => {
    statuses.push(await terminal.statusOf(() => run({ ...own, ...more }, terminal, names)));
  };
  const isOpen = configText(setup).includes('YOUR-');
  const isAsked = ask !== undefined && !isOpen;
  if (isAsked) {
    terminal.confirm = ask.confirm;
    const documents = await documentsOf(setup, { ...walk, ask });
    if (documents.length > 0) await step({}, draft, documents);
    if (setup.prompt) await step({ kind: 'rules', out: RULES }, draft, [setup.prompt.file]);
    await terminal.write(config, configText(await withDrafts(setup, walk.files)));
  }
  if (options.measure || isAsked) await step({ write: true }, suggest);
  const status = Math.max(...statuses);
  terminal.print(nextSteps(setup, terminal, { isOpen, isWalked: isAsked && status === EXIT.pass }));
  return status;
}

async function documentsOf({ rows }: Setup, { ask, files, found }: Walk & { ask: Ask }) {
  const usual = rows?.answer === undefined ? found.documents : undefined;
  const message = 'Documents to draft rows from (a glob, or none)';
  const source = await ask.write(message, usual ?? NONE);
  if (source === NONE) return [];
  const names = await findDataFiles(source, files);
  return names.length > 0 ? names : [source];
}

/** The setup with the rules and, where there are no others, the rows that were drafted. */
async function withDrafts(setup: Setup, files: Files): Promise<Setup> {
  const [rows, rules] = await files.read([ROWS, RULES]);
  const drafted = { ...setup, rulesFile: rules && RULES };
  if (!rows || setup.rows) return drafted;
  return { ...drafted, source: ROWS, rows: await readFoundRows(ROWS, files) };
}

async function readSetup(walk: Walk, answers: Answers, branch: string): Promise<Setup> {
  const { options, files } = walk;
  const { hub, model, prompt: file, data } = answers;
  const { baseURL, isLocal, keyVariables } = HUBS[hub];
  const usual = baseURL === undefined && !isLocal ? 'https://YOUR-HOST/v1' : undefined;
  const address = options.baseUrl ?? usual;
  const { host, protocol } = URL.parse(address ?? '') ?? {};
  const keyVariable = protocol === 'http:' ? undefined : keyVariables[0];
  const isOfFile = data !== NONE && isFileSource(data);
  return {
    config: options.config,
    hub,
    model,
    baseUrl: address,
    keyVariable,
    allowedHost: host && `${host} ${keyVariable ?? ''}`.trim(),
    branch,
    prompt: file === NONE ? undefined : await readFoundPrompt(file, files),
    source: data === NONE ? 'builtin:multiple-choice' : data,
    rows: isOfFile ? await readRows(data, walk) : undefined,
  };
}

const COLUMNS = {
  text: 'The column with the question, or none',
  answer: 'The column with the right answer, or none',
};

/** Columns that no name tells are asked for. */
async function readRows(source: string, { files, ask }: Walk): Promise<FoundRows> {
  const rows = await readFoundRows(source, files);
  for (const role of ['text', 'answer'] as const)
    if (ask && rows.columns.length > 0 && rows[role] === undefined) {
      const chosen = await ask.choose(COLUMNS[role], [NONE, ...rows.columns], NONE);
      if (chosen !== NONE) rows[role] = chosen;
    }
  return rows;
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

const QUESTIONS = {
  hub: 'Who runs the model?',
  model: 'Name of the model',
  prompt: 'The prompt that you ship, or none',
  data: 'Rows of your own, or none for built-in ones',
};

/** Options, else what is found or answered. @throws ConfigError without a terminal */
async function answersOf({ options, files, found, ask, terminal }: Walk): Promise<Answers> {
  const { prompts, rows } = found;
  const answers: Answers = {
    hub: HUB_NAMES.find((hub) => keyIn(hub, terminal.host.env)) ?? 'openai',
    model: 'YOUR-MODEL',
    prompt: prompts[0] ?? NONE,
    data: rows[0] ?? NONE,
    ...options,
  };
  const open = (['hub', 'model', 'prompt', 'data'] as const).filter((key) => !(key in options));
  if (options.yes || open.length === 0) return answers;
  if (!ask)
    throw usageError(
      'init asks questions, and there is no terminal to answer them',
      `Write --yes to take what is found, or: ${open.map((key) => `--${key}`).join(', ')}.`,
    );
  const names = await files.list();
  const choices = {
    hub: HUB_NAMES,
    prompt: [...new Set([...prompts, NONE, ...names])],
    data: [...new Set([...rows, NONE, ...names])],
  };
  for (const key of open) {
    const { [key]: message } = QUESTIONS;
    const { [key]: usual } = answers;
    const answer =
      key === 'model'
        ? await ask.write(message, usual)
        : await ask.choose(message, choices[key], usual);
    Object.assign(answers, { [key]: answer });
  }
  return answers;
}

/** What the files are made of, and what the configuration lacks. */
function findings({ prompt, rows, source }: Setup, { documents, page }: Found): string[] {
  const lines = [
    prompt
      ? `Prompt: ${code(prompt.file)}`
      : 'No prompt was found. Name its file with --prompt. Where code builds it, ask your app: `--hub http`.',
    rows
      ? `Rows: ${code(source)}, ${rows.count}; question in the column ${code(rows.text ?? '?')}, right answer in ${code(rows.answer ?? '?')}`
      : 'Rows: built-in ones',
  ];
  // Another placeholder may bring them.
  if (prompt?.promise && prompt.names.isSubsetOf(FILLED))
    lines.push(
      `⚠️ ${code(`${prompt.file}:${prompt.promise.line}`)} says “${code(prompt.promise.words)}” No document is sent with it. Write {help} into the prompt, where they belong. Then, under \`model\`:\n  variables: { help: { files: "${documents ?? 'help/*.md'}" } }\nOr, if each row has its own in a column \`help\`, under \`data.columns\`:\n  fill: [help]`,
    );
  const { text = '' } = rows ?? {};
  if (prompt?.names.has(text) && !FILLED.has(text))
    lines.push(
      `⚠️ ${code(prompt.file)}: write {text} in place of {${text}}. The gate fills {text} or {question} with the question.`,
    );
  if (!rows && !documents && page)
    lines.push(`${code(page)}: save it as Markdown, so that \`draft\` can read it.`);
  return lines;
}

/** Commands of this program, as it was started. */
function nextSteps(
  setup: Setup,
  { host }: Terminal,
  { isOpen, isWalked }: { isOpen: boolean; isWalked: boolean },
): string {
  const { config, branch, keyVariable, allowedHost, prompt } = setup;
  const npx = `npx github:${ACTION.replace(/@.*/, '')}`;
  const called = host.env.npm_command === 'exec' ? npx : 'sensitivity';
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const options = allowedHost ? `${named} --allowed-hosts "${allowedHost}"` : named;
  const lines = [
    '\nNext',
    isOpen && `- Replace each YOUR-… in ${config}.`,
    `- See what a run sends:\n  ${called} check --offline${options}`,
    !isWalked &&
      prompt &&
      `- Draft the rules that your prompt promises:\n  ${called} draft ${prompt.file} --kind rules${options}`,
    !isWalked && `- Set minimums that your model passes:\n  ${called} suggest --write${options}`,
    keyVariable && `- Add the key:\n  gh secret set ${keyVariable}`,
    '- Protect .github/ by CODEOWNERS: a pull request runs\n  the workflow that it brings.',
    `- Commit the files and merge them to ${branch}:\n  the base decides about a pull request.\n`,
  ];
  return lines.filter(Boolean).join('\n');
}
