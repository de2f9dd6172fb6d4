import path from 'node:path';
import { existsSync } from 'node:fs';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import { namesIn } from '../../rows/columns.ts';
import { isFileSource } from '../../rows/files.ts';
import { list } from '../../rows/printable.ts';
import { readerFor } from '../../rows/records.ts';
import { decodeText } from '../../rows/text.ts';
import { replaceText } from '../draft/rows-file.ts';
import type { Files } from '../files.ts';
import { HUB_NAMES, HUBS, keyIn, type HubName } from '../models/hubs/addresses.ts';
import { git } from '../trust/git.ts';
import { workTreeFiles } from '../trust/work-tree.ts';
import { check } from './check.ts';
import {
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
type Answers = Record<'hub' | 'model' | 'prompt' | 'data', string>;
const NONE = 'none';

/** Writes a configuration and a workflow. Sends nothing unless `--measure` is given. */
export async function init(options: InitCommand, terminal: Terminal): Promise<number> {
  const { config, force = false, measure, baseUrl } = options;
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
  const written = { config, baseUrl, allowedHosts: options.allowedHosts };
  const isReady = (await check({ ...written, offline: true }, terminal)) === EXIT.pass;
  terminal.print(`\n${nextSteps(setup).join('\n')}\n`);
  if (measure && isReady) return suggest({ ...written, write: true }, terminal);
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
  const isTracked = (await ask('rev-parse', '--is-inside-work-tree')) === 'true';
  const files = workTreeFiles(cwd(), isTracked ? place : undefined);
  const { hub, model, prompt, data } = await answersOf(options, files, terminal);
  const { config, baseUrl } = options;
  const remote = await ask('symbolic-ref', '--short', 'refs/remotes/origin/HEAD');
  const main = await ask('for-each-ref', '--format=%(refname:short)', 'refs/heads/main');
  const branch = remote.replace('origin/', '') || main || (await ask('branch', '--show-current'));
  const setup: Setup = {
    config,
    hub: hubNamed(hub, baseUrl),
    model,
    baseUrl,
    region: env.AWS_REGION ?? 'us-east-1',
    branch: branch || 'main',
  };
  if (prompt !== NONE) setup.prompt = await readPrompt(prompt, files);
  if (isFileSource(data) && data !== NONE) setup.rows = await readColumns(data, files);
  return setup;
}

function hubNamed(name: string, baseUrl: string | undefined): HubName {
  const hub = HUB_NAMES.find((one) => one === name);
  if (hub === undefined)
    throw usageError(`there is no hub ${quoted(name)}`, `Allowed: ${HUB_NAMES.join(', ')}.`);
  const { baseURL, isLocal } = HUBS[hub];
  if (baseURL === undefined && !isLocal && baseUrl === undefined)
    throw usageError(`the hub ${hub} has no usual address`, 'Name it with --base-url.');
  return hub;
}

const PROMPTS = /(?:^|\/)prompts?\/[^/]+\.(?:txt|md|prompt|j2|jinja2?|tmpl)$/i;
const ROWS = /(?:^|\/)(?:evals?|data)\/[^/]+\.(?:jsonl|csv|tsv)$/i;

/** Options, what is found, and what its user answers. @throws ConfigError without a terminal */
async function answersOf(options: InitCommand, files: Files, { host }: Terminal): Promise<Answers> {
  const names = await files.list();
  const withKey = HUB_NAMES.find((hub) => keyIn(hub, { ...host.env }) !== undefined);
  const found: Answers = {
    hub: withKey ?? 'openai',
    model: 'YOUR-MODEL',
    prompt: names.find((name) => PROMPTS.test(name)) ?? NONE,
    data: names.find((name) => ROWS.test(name)) ?? NONE,
  };
  const open = QUESTIONS.filter(([key]) => options[key] === undefined);
  const isInteractive = host.stdin.isTTY === true && host.stdout.isTTY === true;
  if (open.length > 0 && !options.yes && !isInteractive)
    throw usageError(
      'init asks questions, and there is no terminal to answer them',
      `Write --yes to take what is found, or: ${open.map(([key]) => `--${key}`).join(', ')}.`,
    );
  const { hub, model, prompt, data } = options;
  const answers = {
    hub: hub ?? found.hub,
    model: model ?? found.model,
    prompt: prompt ?? found.prompt,
    data: data ?? found.data,
  };
  if (!options.yes)
    for (const [key, message] of open) answers[key] = await ask(message, found[key]);
  return answers;
}

const QUESTIONS: readonly [key: keyof Answers, message: string][] = [
  ['hub', `Hub: ${HUB_NAMES.join(', ')}`],
  ['model', 'Name of the model'],
  ['prompt', 'File of the prompt that you ship, or none'],
  ['data', 'File with rows of your own, or none for built-in ones'],
];

async function ask(message: string, usual: string): Promise<string> {
  const { isCancel, text } = await import('@clack/prompts');
  const answer = await text({ message, placeholder: usual, defaultValue: usual });
  if (isCancel(answer))
    throw usageError('nothing was written: the questions were not answered', 'Give the options.');
  return answer;
}

/** Most placeholders of a prompt that get a value. */
const MAX_PLACEHOLDERS = 50;

async function readPrompt(file: string, files: Files): Promise<Setup['prompt']> {
  const bytes = await files.read(file);
  if (!bytes) throw usageError(`there is no prompt ${quoted(file)}`, 'Name a file, or `none`.');
  const found = [...decodeText(bytes, file).matchAll(/\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g)];
  const names = new Set(found.map(([, name = '']) => name));
  const isTemplate = names.has('text') || names.has('question');
  for (const name of ['text', 'question', 'options']) names.delete(name);
  return { file, isTemplate, placeholders: [...names].slice(0, MAX_PLACEHOLDERS) };
}

async function readColumns(file: string, files: Files): Promise<Setup['rows']> {
  const bytes = await files.read(file);
  if (!bytes) throw usageError(`there are no rows ${quoted(file)}`, 'Name a file, or `none`.');
  const [row] = readerFor(file, '--data')(decodeText(bytes, file), file, ['text', 'question']);
  return { file, columns: row ? namesIn(row) : [] };
}

function nextSteps(setup: Setup): string[] {
  const { config, baseUrl, branch } = setup;
  const variable = keyVariableOf(setup);
  const named = config === CONFIG_FILE ? '' : ` --config ${config}`;
  const options = baseUrl === undefined ? named : `${named} --base-url ${baseUrl}`;
  const steps = [
    'Next',
    `- Replace each YOUR-… in ${config}.`,
    `- Set minima that your model passes: sensitivity suggest --write${options}`,
    `- Protect .github/ by CODEOWNERS: a pull request runs the workflow that it brings.`,
    `- Commit both files and merge them to ${branch}: the base's rules decide.`,
  ];
  if (variable !== undefined)
    steps.push(`- Add the secret ${variable} to the repository: gh secret set ${variable}`);
  return steps;
}
