// Finds in a repository what `init` proposes, and asks what to take.

import { isFileSource } from '../data/files.ts';
import { readFoundRows } from '../data/rows.ts';
import { orTell } from '../errors.ts';
import type { Files } from '../files.ts';
import { HUB_NAMES, HUBS, keyIn } from '../models/hubs/addresses.ts';
import { refuseTaken } from '../path-safety.ts';
import { RULES_FILE, WORKFLOW_FILE, type Options } from './options.ts';
import { usageError, type Host, type Terminal } from './terminal.ts';

/** For no prompt, for the built-in rows, and for no document. */
const NONE = 'none';

/** Folders of tools, of what is built, and of tests; what a repository says about itself; locks. */
const SKIPPED =
  /(?:^|\/)(?:(?:\.[^/]+|node_modules|vendor|dist|build|coverage|fixtures?|testdata|__\w+__)\/|(?:readme|changelog|contributing|licen[cs]e|security|code_of_conduct|agents|claude|requirements|robots|[^/]*lock)\b[^/]*$)/i;
const PROMPT_FILE = /\.(?:txt|md|prompt|prompty|j2|jinja2?|tmpl|mustache)$|\.prompt\.ya?ml$/i;
const ROWS_FILE = /\.(?:jsonl|ndjson|csv|tsv|json)$/i;
const DOCUMENT =
  /^(?:.*\/)?(?:help|docs?|documents?|kb|knowledge[\w-]*|faqs?|articles?|manuals?|polic(?:y|ies)|content|pages)\/(?=[^/]+\.(?:md|txt)$)/i;

/** Files that are opened to see what they are, of each kind. */
const MAX_OPENED = 300;

async function findSources(files: Files) {
  const names = (await files.list()).filter((name) => !SKIPPED.test(name));
  const documents = names.filter((name) => DOCUMENT.test(name));
  /** Those first that are likely, then `none`, then all. */
  const ofKind = async (kind: RegExp, likenessOf: typeof likenessOfRows) => {
    const all = names.filter((name) => kind.test(name));
    const likeness = new Map<string, number>();
    for (const name of all.slice(0, MAX_OPENED)) likeness.set(name, await likenessOf(name, files));
    const likely = [...likeness].filter(([, count]) => count > 0).toSorted(([, a], [, b]) => b - a);
    return [...likely.map(([name]) => name), NONE, ...all];
  };
  return {
    prompts: await ofKind(PROMPT_FILE, likenessOfPrompt),
    rows: await ofKind(ROWS_FILE, likenessOfRows),
    /** A glob of each folder with documents: `help/*.md`. */
    documents: [...new Set(documents.map((name) => name.replace(/(?<=\/)[^/]+(?=\.\w+$)/, '*')))],
  };
}

const PROMPT_NAME = /prompt|system|instruction|persona/i;
/** A line near the start of a prompt speaks to its model. */
const PROMPT_START =
  /^\W{0,5}(?:you(?:'re| are) (?:an?|the)|you (?:answer|help|work|write|classify|sort|reply)|your (?:task|role|job) is|act as|classify|du bist|sie sind|vous êtes|tu es|eres)\b/im;
const START_LENGTH = 1_000;

async function likenessOfPrompt(name: string, files: Files): Promise<number> {
  const isNamed = PROMPT_NAME.test(name);
  if (DOCUMENT.test(name) && !isNamed) return 0;
  const { text, isTemplate } = await readFoundPrompt(name, files);
  const speaks = PROMPT_START.test(text.slice(0, START_LENGTH));
  return Number(isNamed) + Number(speaks) + Number(isTemplate);
}

const PLACEHOLDER = /\{\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}\}/g;
/** Placeholders that every row fills. */
const FILLED: ReadonlySet<string> = new Set(['text', 'question', 'options']);
/** Files whose messages are a system prompt and a prompt. */
const WITH_ROLES = /\.(?:prompty|ya?ml)$/i;
const ABOUT_DOCUMENTS =
  /\b(?:documents?|documentation|context|passages?|sources?|pages? (?:below|above|of)|help (?:texts?|pages?|cent(?:er|re)s?|articles?)|faqs?|manuals?|handbooks?|knowledge bases?|articles?|(?:provided|given) (?:texts?|facts|information))\b/i;

/** Placeholders for documents, and for what all rows share. */
const NO_SAMPLE =
  /help|doc|context|passage|knowledge|faq|source|page|article|manual|polic|kb|tone|style|date|day|time|year|name|company|brand|shop|lang|locale|country|role|persona|label|categor|class|example|history|schema|format/i;

/** @param rows - columns that may fill its placeholders, that of the text among them */
async function readFoundPrompt(
  file: string,
  files: Files,
  rows?: { text?: string; columns: readonly string[] },
) {
  const [bytes] = (await orTell(() => files.read([file]))) ?? [];
  const text = bytes?.toString() ?? '';
  const names = new Set(Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name));
  const others = [...names.difference(FILLED)];
  const open = others.filter(
    (name) => rows?.columns.includes(name) === false && !NO_SAMPLE.test(name),
  );
  const only = open[1] ? undefined : open[0];
  const hasText = names.has('text') || names.has('question');
  /** Stands for the text under a name of the product: of its column, or the only one. */
  const sample = hasText ? undefined : (others.find((name) => name === rows?.text) ?? only);
  const lines = text.split('\n');
  const line = lines.findIndex((one) => ABOUT_DOCUMENTS.test(one));
  return {
    file,
    text,
    sample,
    /** Placeholders that not every row fills. */
    own: others.filter((name) => name !== sample),
    /** Any other file is a system prompt. */
    isTemplate: WITH_ROLES.test(file) || sample !== undefined || !names.isDisjointFrom(FILLED),
    /** The first line that speaks of documents. */
    promise: lines[line]?.trim(),
    place: `${file}:${line + 1}`,
  };
}

const ROWS_NAME = /eval|golden|ticket|question|qa\b|test|faq|rows|example|dataset/i;

async function likenessOfRows(name: string, files: Files): Promise<number> {
  const { text, answer } = (await orTell(() => readFoundRows(name, files))) ?? {};
  if (text === undefined) return 0;
  return Number(answer !== undefined) * 2 + Number(ROWS_NAME.test(name)) + 1;
}

const NO_PROMPT = `No file with a prompt was found: the model would get each text alone.
If it stands in code, move its text into a file that your code reads, too,
such as prompts/system.md, and start init again. Or let the gate ask your app:
init --hub http. docs/your-product.md shows both: "A prompt that your code assembles".

`;

export type Walk = Awaited<ReturnType<typeof openWalk>>;

/** @throws ConfigError for a folder in which nothing can be written */
export async function openWalk(options: Options, terminal: Terminal) {
  const { host, files } = terminal;
  await terminal.refuseBelowRoot();
  const names = [options.config, WORKFLOW_FILE];
  if (!options.force) refuseTaken(names, await files.read(names));
  const isAsked = !options.yes && host.stdin.isTTY && host.stdout.isTTY;
  const ask = isAsked ? await openAsk(host) : undefined;
  const found = await findSources(files);
  if (options.prompt === undefined && options.hub !== 'http' && found.prompts[0] === NONE)
    terminal.print(NO_PROMPT);
  return { options, terminal, files, ask, ...found };
}

/** The branch that pull requests go to: that of the remote, the local `main`, the current one. */
async function defaultBranch({ git }: Terminal): Promise<string> {
  for (const command of [
    'symbolic-ref --short refs/remotes/origin/HEAD',
    'for-each-ref --count=1 --format=%(refname:short) refs/heads/main refs/heads/master',
    'branch --show-current',
  ]) {
    const name = await git(command);
    if (name !== '') return name.replace(/^origin\//, '');
  }
  return 'main';
}

/** The options, and what is answered or found. @throws ConfigError without a terminal */
async function answersOf({ options, ask, terminal, prompts, rows }: Walk): Promise<Options> {
  const hub = HUB_NAMES.find((name) => keyIn(name, terminal.host.env)) ?? 'openai';
  const questions = [
    ['hub', 'Who runs the model?', [hub, ...HUB_NAMES]],
    ['model', 'Name of the model, as your code sends it', []],
    ['prompt', 'The prompt that you ship, or none', prompts],
    ['data', 'Rows of your own, or none for built-in ones', rows],
  ] as const;
  const open = questions.filter(([key]) => options[key] === undefined);
  if (!options.yes && !ask && open.length > 0)
    throw usageError(
      'init asks questions, and there is no terminal to answer them',
      'Write --yes to take what is found, or all of --hub, --model, --prompt and --data.',
    );
  const answers = { ...options };
  for (const [key, message, choices] of open) {
    // An app has its own.
    if (key !== 'data' && answers.hub === 'http') continue;
    const answer = ask ? await ask.answer(message, choices) : choices[0];
    Object.assign(answers, { [key]: answer });
  }
  return answers;
}

/** All that the files are made of. */
export type Setup = Awaited<ReturnType<typeof readSetup>>;

export async function readSetup(walk: Walk) {
  const { files, terminal } = walk;
  const { env } = terminal.host;
  const answers = await answersOf(walk);
  const { config, hub = 'openai', prompt = NONE, data = NONE } = answers;
  const { baseURL, isLocal, keyVariables, isFreeForm: isApp = false } = HUBS[hub];
  const { model = isApp ? 'app' : 'YOUR-MODEL' } = answers;
  const open = isApp ? 'http://127.0.0.1:8080/ask' : 'https://YOUR-HOST/v1';
  const usual = baseURL === undefined && !isLocal ? open : undefined;
  const { baseUrl = usual, allowedHosts } = answers;
  const { host, protocol } = URL.parse(baseUrl ?? '') ?? {};
  const ofHub = protocol === 'http:' ? undefined : keyVariables[0];
  const isOwn = host !== undefined && env.SENSITIVITY_API_KEY !== undefined;
  const keyVariable = isOwn ? 'SENSITIVITY_API_KEY' : ofHub;
  const source = data === NONE ? 'builtin:multiple-choice' : data;
  const [rules] = await files.read([RULES_FILE]);
  const { text } = await readFoundPrompt(prompt, files);
  const rows = isFileSource(source) ? await readFoundRows(source, files, text) : undefined;
  const found = await readFoundPrompt(prompt, files, rows ?? { columns: [] });
  return {
    config,
    hub,
    model,
    baseUrl,
    isApp,
    /** The variables with the keys of the model and of the judge of an app. */
    secrets: [keyVariable ?? [], isApp ? HUBS.openai.keyVariables : []].flat(),
    hasKey: isOwn || keyVariable === undefined || keyIn(hub, env) !== undefined,
    /** The grant for an address of its user: `models.example.com OPENAI_API_KEY`. */
    allowedHost: allowedHosts ?? (host && `${host} ${keyVariable ?? ''}`.trim()),
    branch: await defaultBranch(terminal),
    /** Undefined for none. */
    prompt: prompt === NONE || isApp ? undefined : found,
    /** The source of rows that stand in no file. */
    source,
    rows,
    /** Undefined until there are any. */
    rules: rules && RULES_FILE,
    documents: walk.documents,
  };
}

/** Asks in a terminal. */
async function openAsk({ stdin: input, stdout: output }: Host) {
  const { autocomplete, confirm, text } = await import('@clack/prompts');
  const answered = async <Answer>(asked: Promise<Answer | symbol>): Promise<Answer> => {
    const answer = await asked;
    if (typeof answer !== 'symbol') return answer;
    throw usageError('init was left', 'Start it again: it asks anew. Options answer it, too.');
  };
  return {
    /** The usual answer comes first. Without any, it is a text that is not blank. */
    answer(message: string, choices: readonly string[]) {
      const form = { message, input, output };
      const options = Array.from(new Set(choices), (value) => ({ value }));
      if (options.length > 0) return answered<string>(autocomplete({ ...form, options }));
      return answered<string>(
        text({
          ...form,
          validate: (typed) => (typed ? undefined : 'Write a name, such as gpt-4.1-mini.'),
        }),
      );
    },
    confirm: (step: string) =>
      answered<boolean>(confirm({ message: `${step}. Now?`, input, output })),
  };
}
