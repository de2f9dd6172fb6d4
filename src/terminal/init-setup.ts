import { isFileSource } from '../data/files.ts';
import { readFoundRows } from '../data/rows.ts';
import { HUB_NAMES, HUBS, keyIn } from '../models/hubs/addresses.ts';
import { refuseTaken } from '../path-safety.ts';
import { gitLine, type GitPlace } from '../trust/git.ts';
import { openAsk } from './ask.ts';
import { findSources, NONE, readFoundPrompt } from './init-find.ts';
import { WORKFLOW_FILE, type Options } from './options.ts';
import { usageError, type Terminal } from './terminal.ts';

export type Walk = Awaited<ReturnType<typeof openWalk>>;

/** @throws ConfigError for a folder in which nothing can be written */
export async function openWalk(options: Options, terminal: Terminal) {
  const { host, files } = terminal;
  const place = { cwd: host.cwd(), env: host.env };
  const up = await gitLine(place, ['rev-parse', '--show-cdup']).catch(() => '');
  if (up)
    throw usageError(
      'the root of the repository is above',
      `GitHub reads .github/ there: cd ${up}`,
    );
  const names = [options.config, WORKFLOW_FILE];
  if (!options.force) refuseTaken(names, await files.read(names));
  const isAsked = !options.yes && host.stdin.isTTY && host.stdout.isTTY;
  const ask = isAsked ? await openAsk(host) : undefined;
  return { options, terminal, place, files, ask, ...(await findSources(files)) };
}

/** Where pull requests go to: the branch of the remote, the local `main`, the current one. */
async function defaultBranch(place: GitPlace): Promise<string> {
  for (const command of [
    'symbolic-ref --short refs/remotes/origin/HEAD',
    'for-each-ref --count=1 --format=%(refname:short) refs/heads/main refs/heads/master',
    'branch --show-current',
  ]) {
    const name = await gitLine(place, command.split(' ')).catch(() => '');
    if (name !== '') return name.replace(/^origin\//, '');
  }
  return 'main';
}

/** The options, and what is answered or found. @throws ConfigError without a terminal */
async function answersOf({ options, ask, place, prompts, rows }: Walk): Promise<Options> {
  const hub = HUB_NAMES.find((name) => keyIn(name, place.env)) ?? 'openai';
  const questions = [
    ['hub', 'Who runs the model?', [hub, ...HUB_NAMES]],
    ['model', 'Name of the model', ['YOUR-MODEL']],
    ['prompt', 'The prompt that you ship, or none', prompts],
    ['data', 'Rows of your own, or none for built-in ones', rows],
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

/** What the files are made of; `rules`: a file that `draft` wrote. */
export type Setup = Awaited<ReturnType<typeof readSetup>> & { rules?: string };

export async function readSetup(walk: Walk) {
  const { files, place } = walk;
  const answers = await answersOf(walk);
  const { config, hub = 'openai', model = '', prompt = NONE, data = NONE } = answers;
  const { baseURL, isLocal, keyVariables } = HUBS[hub];
  const usual = baseURL === undefined && !isLocal ? 'https://YOUR-HOST/v1' : undefined;
  const { baseUrl = usual, allowedHosts } = answers;
  const { host, protocol } = URL.parse(baseUrl ?? '') ?? {};
  const ofHub = protocol === 'http:' ? undefined : keyVariables[0];
  const isOwn = host !== undefined && place.env.SENSITIVITY_API_KEY !== undefined;
  const keyVariable = isOwn ? 'SENSITIVITY_API_KEY' : ofHub;
  const source = data === NONE ? 'builtin:multiple-choice' : data;
  const found = await readFoundPrompt(prompt, files);
  const rows = isFileSource(source) ? await readFoundRows(source, files, found.text) : undefined;
  // A prompt may call the text as its column is called.
  const own = found.own.filter((name) => name !== rows?.text);
  const isTemplate = found.isTemplate || own.length < found.own.length;
  return {
    config,
    hub,
    model,
    baseUrl,
    /** The variable with the key; none for a model that needs none. */
    keyVariable,
    hasKey: isOwn || keyVariable === undefined || keyIn(hub, place.env) !== undefined,
    /** The grant for an address of its user: `models.example.com OPENAI_API_KEY`. */
    allowedHost: allowedHosts ?? (host && `${host} ${keyVariable ?? ''}`.trim()),
    branch: await defaultBranch(place),
    /** Undefined for none. */
    prompt: prompt === NONE ? undefined : { ...found, own, isTemplate },
    /** Of the rows that stand in no file. */
    source,
    rows,
    documents: walk.documents,
  };
}
