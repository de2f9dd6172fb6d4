import { quoted } from '../json.ts';
import { namesIn } from '../data/columns.ts';
import { isFileSource, readDataFiles } from '../data/files.ts';
import { rowsOfFiles } from '../data/rows.ts';
import { readDocuments } from '../draft/documents.ts';
import type { Files } from '../files.ts';
import { HUB_NAMES, HUBS, keyIn } from '../models/hubs/addresses.ts';
import { gitLine, type GitPlace } from '../trust/git.ts';
import { workTreeFiles } from '../trust/work-tree.ts';
import { configText, WORKFLOW_FILE, workflowText, type Setup } from './init-files.ts';
import { CONFIG_FILE, type Options } from './options.ts';
import { suggest } from './suggest.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

type Answers = Required<Pick<Options, 'hub' | 'model' | 'prompt' | 'data'>>;
/** For no prompt, and for the built-in rows. */
const NONE = 'none';

/** Writes a configuration and a workflow. Sends nothing unless `--measure` is given. */
export async function init(options: Options, terminal: Terminal): Promise<number> {
  const { config, force, measure } = options;
  const place = { cwd: terminal.host.cwd(), env: terminal.host.env };
  const up = await gitLine(place, ['rev-parse', '--show-cdup']).catch(() => '');
  if (up)
    throw usageError(
      'the root of the repository is above',
      `GitHub reads .github/ there: cd ${up}`,
    );
  const files = workTreeFiles(place.cwd, place);
  const answers = await answersOf(options, files, terminal);
  const setup = await readSetup({ ...options, ...answers }, files, await defaultBranch(place));
  const text = configText(setup);
  const texts = Object.entries({ [config]: text, [WORKFLOW_FILE]: workflowText(setup) });
  for (const [name] of texts)
    if (!force && (await files.read([name]))[0])
      throw usageError(`${quoted(name)} is there already`, 'Overwrite it with --force.');
  for (const [name, content] of texts) {
    await terminal.write(name, content);
    terminal.print(`wrote ${name}\n`);
  }
  terminal.print(nextSteps(setup, text.includes('YOUR-')));
  if (!measure) return EXIT.pass;
  const { allowedHost } = setup;
  const allowedHosts = allowedHost ? [allowedHost] : undefined;
  return suggest({ config, allowedHosts, write: true }, terminal);
}

async function readSetup(
  { config, baseUrl, hub, model, prompt, data }: Options & Answers,
  files: Files,
  branch: string,
): Promise<Setup> {
  const { baseURL, isLocal, keyVariables } = HUBS[hub];
  const usual = baseURL === undefined && !isLocal ? 'https://YOUR-HOST/v1' : undefined;
  const address = baseUrl ?? usual;
  const { host, protocol } = URL.parse(address ?? '') ?? {};
  const keyVariable = protocol === 'http:' ? undefined : keyVariables[0];
  return {
    config,
    hub,
    model,
    baseUrl: address,
    keyVariable,
    allowedHost: host && `${host} ${keyVariable ?? ''}`.trim(),
    branch,
    prompt: prompt === NONE ? undefined : await readPrompt(prompt, files),
    source: data === NONE ? 'builtin:multiple-choice' : data,
    columns: data !== NONE && isFileSource(data) ? await readColumns(data, files) : [],
  };
}

/** Where pull requests go to: the branch of the remote, the local `main`, the current one. */
const BRANCHES = [
  ['symbolic-ref', '--short', 'refs/remotes/origin/HEAD'],
  ['for-each-ref', '--format=%(refname:short)', 'refs/heads/main'],
  ['branch', '--show-current'],
];

async function defaultBranch(place: GitPlace): Promise<string> {
  for (const args of BRANCHES) {
    const name = await gitLine(place, args).catch(() => '');
    if (name !== '') return name.replace(/^origin\//, '');
  }
  return 'main';
}

const PROMPTS = /(?:^|\/)prompts?\/[^/]+\.(?:txt|md|prompt|j2|jinja2?|tmpl)$/i;
const ROWS = /(?:^|\/)(?:evals?|data)\/[^/]+\.(?:jsonl|csv|tsv)$/i;

const QUESTIONS = {
  hub: 'Who runs the model?',
  model: 'Name of the model',
  prompt: 'The prompt that you ship',
  data: 'Rows of your own, or none for built-in ones',
};

/** Options, else what is found or answered. @throws ConfigError without a terminal */
async function answersOf(options: Options, files: Files, { host }: Terminal): Promise<Answers> {
  const names = await files.list();
  const answers: Answers = {
    hub: HUB_NAMES.find((hub) => keyIn(hub, host.env)) ?? 'openai',
    model: 'YOUR-MODEL',
    prompt: names.find((name) => PROMPTS.test(name)) ?? NONE,
    data: names.find((name) => ROWS.test(name)) ?? NONE,
    ...options,
  };
  const open = (['hub', 'model', 'prompt', 'data'] as const).filter((key) => !(key in options));
  if (options.yes || open.length === 0) return answers;
  if (!host.stdin.isTTY || !host.stdout.isTTY)
    throw usageError(
      'init asks questions, and there is no terminal to answer them',
      `Write --yes to take what is found, or: ${open.map((key) => `--${key}`).join(', ')}.`,
    );
  const { autocomplete, isCancel, text } = await import('@clack/prompts');
  const choices = { hub: HUB_NAMES, prompt: [NONE, ...names], data: [NONE, ...names] };
  for (const key of open) {
    const { [key]: message } = QUESTIONS;
    const { [key]: usual } = answers;
    const answer =
      key === 'model'
        ? await text({ message, placeholder: usual, defaultValue: usual })
        : await autocomplete({
            message,
            options: choices[key].map((value) => ({ value })),
            initialValue: usual,
          });
    if (isCancel(answer)) throw usageError('nothing was written', 'Give the answers as options.');
    Object.assign(answers, { [key]: answer });
  }
  return answers;
}

async function readPrompt(file: string, files: Files): Promise<Setup['prompt']> {
  const [document] = await readDocuments([file], files);
  const found = document?.text.matchAll(/\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g) ?? [];
  return { file, names: new Set(Array.from(found, ([, name = '']) => name)) };
}

async function readColumns(source: string, files: Files): Promise<string[]> {
  const found = await readDataFiles(source, '--data', files);
  const [row] = rowsOfFiles(found, {}, '--data');
  return row ? namesIn(row) : [];
}

function nextSteps(setup: Setup, isOpen: boolean): string {
  const { config, branch, keyVariable, allowedHost } = setup;
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const options = allowedHost ? `${named} --allowed-hosts "${allowedHost}"` : named;
  const lines = [
    '\nNext',
    isOpen && `- Replace each YOUR-… in ${config}.`,
    `- See what a run sends: sensitivity check --offline${options}`,
    `- Set minima that your model passes: sensitivity suggest --write${options}`,
    keyVariable && `- Add the key: gh secret set ${keyVariable}`,
    '- Protect .github/ by CODEOWNERS: a pull request runs the workflow that it brings.',
    `- Commit both files and merge them to ${branch}: the rules of the base decide.\n`,
  ];
  return lines.filter(Boolean).join('\n');
}
