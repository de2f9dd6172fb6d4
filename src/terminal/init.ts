import path from 'node:path';
import { existsSync } from 'node:fs';
import { ConfigError, GateError } from '../errors.ts';
import { quoted } from '../json.ts';
import { namesIn } from '../data/columns.ts';
import { isFileSource } from '../data/files.ts';
import { list } from '../data/printable.ts';
import { readerFor } from '../data/records.ts';
import { decodeText } from '../data/text.ts';
import { replaceText } from '../draft/rows-file.ts';
import type { Files } from '../files.ts';
import { HUB_NAMES, HUBS, keyIn, type HubName } from '../models/hubs/addresses.ts';
import { git } from '../trust/git.ts';
import { workTreeFiles } from '../trust/work-tree.ts';
import { check } from './check.ts';
import {
  allowedHostOf,
  configText,
  keyVariableOf,
  WORKFLOW_FILE,
  workflowText,
  type Setup,
} from './init-files.ts';
import { CONFIG_FILE, type SubjectOptions } from './options.ts';
import { suggest } from './suggest.ts';
import { EXIT, usageError, type Terminal } from './terminal.ts';

export interface InitCommand extends SubjectOptions {
  prompt?: string;
  yes?: boolean;
  measure?: boolean;
  force?: boolean;
}

/** `none` for no prompt, and for the built-in rows. */
type Answers = Record<'model' | 'prompt' | 'data', string> & { hub: HubName };
const NONE = 'none';

/** Writes a configuration and a workflow. Sends nothing unless `--measure` is given. */
export async function init(options: InitCommand, terminal: Terminal): Promise<number> {
  const { config, force = false, measure } = options;
  const root = terminal.host.cwd();
  const setup = await readSetup(options, terminal);
  const texts = { [config]: configText(setup), [WORKFLOW_FILE]: workflowText(setup) };
  const there = Object.keys(texts).filter((name) => existsSync(path.join(root, name)));
  if (there.length > 0 && !force)
    throw new ConfigError(`${list(there)}: there already`, {
      where: 'init',
      remedy: 'Overwrite with --force, or name another configuration with --config.',
    });
  for (const [name, text] of Object.entries(texts)) {
    await replaceText(path.join(root, name), text);
    terminal.print(`wrote ${name}\n`);
  }
  terminal.print('\n');
  const host = allowedHostOf(setup);
  const written = { config, allowedHosts: host === undefined ? undefined : [host] };
  try {
    await check({ ...written, offline: true }, terminal);
    if (measure) return await suggest({ ...written, write: true }, terminal);
  } catch (error) {
    // The files are written: what is wrong in them is a next step.
    if (measure || !(error instanceof GateError)) throw error;
    terminal.complain(error);
  }
  terminal.print(nextSteps(setup));
  return EXIT.pass;
}

async function readSetup(options: InitCommand, terminal: Terminal): Promise<Setup> {
  const { env, cwd } = terminal.host;
  const place = { cwd: cwd(), env };
  const ask = async (...args: string[]) =>
    git(place, args).then(
      (output) => output.toString().trim(),
      () => '',
    );
  const isTracked = existsSync(path.join(cwd(), '.git'));
  const files = workTreeFiles(cwd(), isTracked ? place : undefined);
  const { hub, model, prompt, data } = await answersOf(options, files, terminal);
  const { baseURL, isLocal } = HUBS[hub];
  const address = baseURL === undefined && !isLocal ? 'https://YOUR-HOST/v1' : undefined;
  const remote = await ask('symbolic-ref', '--short', 'refs/remotes/origin/HEAD');
  const main = await ask('for-each-ref', '--format=%(refname:short)', 'refs/heads/main');
  const branch = remote.replace('origin/', '') || main || (await ask('branch', '--show-current'));
  const setup: Setup = {
    config: options.config,
    hub,
    model,
    baseUrl: options.baseUrl ?? address,
    branch: branch || 'main',
  };
  if (prompt !== NONE) setup.prompt = promptOf(prompt, await readNamed(prompt, files));
  if (!isFileSource(data)) setup.source = data;
  else if (data !== NONE) setup.rows = rowsOf(data, await readNamed(data, files));
  return setup;
}

const PROMPTS = /(?:^|\/)prompts?\/[^/]+\.(?:txt|md|prompt|j2|jinja2?|tmpl)$/i;
const ROWS = /(?:^|\/)(?:evals?|data)\/[^/]+\.(?:jsonl|csv|tsv)$/i;

/** Options, else what is found or answered. @throws ConfigError without a terminal */
async function answersOf(options: InitCommand, files: Files, { host }: Terminal): Promise<Answers> {
  const names = await files.list();
  const answers: Answers = {
    hub: options.hub ?? HUB_NAMES.find((hub) => keyIn(hub, { ...host.env })) ?? 'openai',
    model: options.model ?? 'YOUR-MODEL',
    prompt: options.prompt ?? names.find((name) => PROMPTS.test(name)) ?? NONE,
    data: options.data ?? names.find((name) => ROWS.test(name)) ?? NONE,
  };
  const open = QUESTIONS.filter(([key]) => options[key] === undefined);
  if (options.yes || open.length === 0) return answers;
  if (!host.stdin.isTTY || !host.stdout.isTTY)
    throw usageError(
      'init asks questions, and there is no terminal to answer them',
      `Write --yes to take what is found, or: ${open.map(([key]) => `--${key}`).join(', ')}.`,
    );
  const { isCancel, select, text } = await import('@clack/prompts');
  for (const [key, message] of open) {
    const { [key]: usual } = answers;
    const choices = HUB_NAMES.map((value) => ({ value }));
    const answer =
      key === 'hub'
        ? await select({ message, options: choices, initialValue: answers.hub })
        : await text({ message, placeholder: usual, defaultValue: usual });
    if (isCancel(answer)) throw usageError('nothing was written', 'Give the answers as options.');
    Object.assign(answers, { [key]: answer });
  }
  return answers;
}

const QUESTIONS: readonly [key: keyof Answers, message: string][] = [
  ['hub', 'Who runs the model?'],
  ['model', 'Name of the model'],
  ['prompt', 'File of the prompt that you ship, or none'],
  ['data', 'File with rows of your own, or none for built-in ones'],
];

/** Most placeholders of a prompt that get a value. */
const MAX_PLACEHOLDERS = 50;

async function readNamed(file: string, files: Files): Promise<string> {
  const bytes = await files.read(file);
  if (bytes) return decodeText(bytes, file);
  throw usageError(`there is no file ${quoted(file)}`, 'Name one of this folder, or `none`.');
}

function promptOf(file: string, text: string): Setup['prompt'] {
  const found = [...text.matchAll(/\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g)];
  const names = new Set(found.map(([, name = '']) => name));
  const isTemplate = names.has('text') || names.has('question');
  for (const name of ['text', 'question', 'options']) names.delete(name);
  return { file, isTemplate, placeholders: [...names].slice(0, MAX_PLACEHOLDERS) };
}

function rowsOf(file: string, text: string): Setup['rows'] {
  const [row] = readerFor(file, '--data')(text, file, ['text', 'question']);
  return { file, columns: row ? namesIn(row) : [] };
}

function nextSteps(setup: Setup): string {
  const { config, branch } = setup;
  const variable = keyVariableOf(setup);
  const host = allowedHostOf(setup);
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const options = host === undefined ? named : `${named} --allowed-hosts "${host}"`;
  const secret = variable === undefined ? '' : `\n- Add the key: gh secret set ${variable}`;
  const open = configText(setup).includes('YOUR-') ? `\n- Replace each YOUR-… in ${config}.` : '';
  return `
Next${open}
- Set minima that your model passes: sensitivity suggest --write${options}${secret}
- Protect .github/ by CODEOWNERS: a pull request runs the workflow that it brings.
- Commit both files and merge them to ${branch}: the rules of the base decide.
`;
}
