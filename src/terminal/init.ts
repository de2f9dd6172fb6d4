import path from 'node:path';
import { existsSync } from 'node:fs';
import { quoted } from '../json.ts';
import { namesIn } from '../data/columns.ts';
import { isFileSource, readDataFiles } from '../data/files.ts';
import { readerFor } from '../data/records.ts';
import { decodeText } from '../data/text.ts';
import { readDocuments } from '../draft/documents.ts';
import { replaceText } from '../draft/rows-file.ts';
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
  const root = terminal.host.cwd();
  const setup = await readSetup(options, terminal);
  const text = configText(setup);
  const texts = { [config]: text, [WORKFLOW_FILE]: workflowText(setup) };
  const there = Object.keys(texts).find((name) => existsSync(path.join(root, name)));
  if (there !== undefined && !force)
    throw usageError(`${quoted(there)} is there already`, 'Overwrite it with --force.');
  for (const [name, content] of Object.entries(texts)) {
    await replaceText(path.join(root, name), content);
    terminal.print(`wrote ${name}\n`);
  }
  const { allowedHost } = setup;
  terminal.print(nextSteps(setup, text.includes('YOUR-')));
  if (!measure) return EXIT.pass;
  const allowedHosts = allowedHost ? [allowedHost] : undefined;
  return suggest({ config, allowedHosts, write: true }, terminal);
}

async function readSetup(options: Options, terminal: Terminal): Promise<Setup> {
  const { env, cwd } = terminal.host;
  const place = { cwd: cwd(), env };
  const up = await gitLine(place, ['rev-parse', '--show-cdup']).catch(() => '');
  if (up)
    throw usageError(
      'the root of the repository is above',
      `GitHub reads .github/ there: cd ${up}`,
    );
  const files = workTreeFiles(cwd(), place);
  const { hub, model, prompt, data } = await answersOf(options, files, terminal);
  const { baseURL, isLocal, keyVariables } = HUBS[hub];
  const usual = baseURL === undefined && !isLocal ? 'https://YOUR-HOST/v1' : undefined;
  const { baseUrl = usual } = options;
  const address = URL.parse(baseUrl ?? '');
  const keyVariable = address?.protocol === 'http:' ? undefined : keyVariables[0];
  const setup: Setup = {
    config: options.config,
    hub,
    model,
    baseUrl,
    keyVariable,
    branch: await defaultBranch(place),
    source: data === NONE ? 'builtin:multiple-choice' : data,
  };
  if (address) setup.allowedHost = `${address.host} ${keyVariable ?? ''}`.trim();
  if (prompt !== NONE) setup.prompt = await readPrompt(prompt, files);
  if (data !== NONE && isFileSource(data)) setup.columns = await readColumns(data, files);
  return setup;
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

/** Options, else what is found or answered. @throws ConfigError without a terminal */
async function answersOf(options: Options, files: Files, { host }: Terminal): Promise<Answers> {
  const names = await files.list();
  const found: Answers = {
    hub: HUB_NAMES.find((hub) => keyIn(hub, { ...host.env })) ?? 'openai',
    model: 'YOUR-MODEL',
    prompt: names.find((name) => PROMPTS.test(name)) ?? NONE,
    data: names.find((name) => ROWS.test(name)) ?? NONE,
  };
  const missing = Object.keys(found).filter((name) => !(name in options));
  if (options.yes || missing.length === 0) return { ...found, ...options };
  if (!host.stdin.isTTY || !host.stdout.isTTY)
    throw usageError(
      'init asks questions, and there is no terminal to answer them',
      `Write --yes to take what is found, or: ${missing.map((name) => `--${name}`).join(', ')}.`,
    );
  return askUser(options, found);
}

async function askUser(options: Options, found: Answers): Promise<Answers> {
  const { group, select, text } = await import('@clack/prompts');
  const ask = (key: 'model' | 'prompt' | 'data', message: string) => async () =>
    options[key] ?? text({ message, placeholder: found[key], defaultValue: found[key] });
  const hubs = HUB_NAMES.map((value) => ({ value }));
  const hub = { message: 'Who runs the model?', options: hubs, initialValue: found.hub };
  return group(
    {
      hub: async () => options.hub ?? select(hub),
      model: ask('model', 'Name of the model'),
      prompt: ask('prompt', 'File of the prompt that you ship, or none'),
      data: ask('data', 'File with rows of your own, or none for built-in ones'),
    },
    {
      onCancel() {
        throw usageError('nothing was written', 'Give the answers as options.');
      },
    },
  );
}

/** Names that every row fills. */
const FILLED = new Set(['text', 'question', 'options']);

async function readPrompt(file: string, files: Files): Promise<Setup['prompt']> {
  const [document] = await readDocuments([file], files);
  const found = document?.text.matchAll(/\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g) ?? [];
  const names = new Set(Array.from(found, ([, name = '']) => name));
  const isTemplate = names.has('text') || names.has('question');
  return { file, isTemplate, placeholders: [...names.difference(FILLED)] };
}

async function readColumns(source: string, files: Files): Promise<string[]> {
  const found = await readDataFiles(source, '--data', files);
  const [row] = found.flatMap(({ name, bytes }) =>
    readerFor(name, '--data')(decodeText(bytes, name), name, ['text', 'question']),
  );
  return row ? namesIn(row) : [];
}

function nextSteps(setup: Setup, isOpen: boolean): string {
  const { config, branch, keyVariable, allowedHost } = setup;
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const options = allowedHost ? `${named} --allowed-hosts "${allowedHost}"` : named;
  const secret = keyVariable ? `\n- Add the key: gh secret set ${keyVariable}` : '';
  const open = isOpen ? `\n- Replace each YOUR-… in ${config}.` : '';
  return `
Next${open}
- See what a run sends: sensitivity check --offline${options}
- Set minima that your model passes: sensitivity suggest --write${options}${secret}
- Protect .github/ by CODEOWNERS: a pull request runs the workflow that it brings.
- Commit both files and merge them to ${branch}: the rules of the base decide.
`;
}
