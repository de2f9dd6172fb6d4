// Finds in a repository what `init` proposes, and asks what to take.

import { isFileSource } from '../data/files.ts';
import { guessRoles } from '../data/guess-roles.ts';
import { orTell } from '../shared/errors.ts';
import type { Files } from '../shared/files.ts';
import { HUB_NAMES, hubAt, HUBS, keyIn, usualAddress } from '../models/hubs/addresses.ts';
import { refuseTaken } from '../shared/path-safety.ts';
import { isLoopback } from '../shared/way-out.ts';
import { RULES_FILE, WORKFLOW_FILE, type Options } from './options.ts';
import { scalar, usageError, type Host, type Terminal } from './terminal.ts';

/** For no prompt, and for the built-in rows. */
const NONE = 'none';

/** Folders of tools, of what is built, and of tests; what a repository says about itself; locks. */
const SKIPPED =
  /(?:^|\/)(?:(?:\.[^/]+|node_modules|vendor|dist|build|coverage|fixtures?|testdata|__\w+__)\/|(?:readme|changelog|contributing|licen[cs]e|security|code_of_conduct|agents|claude|requirements|robots|[^/]*lock)\b[^/]*$)/i;
const PROMPT_FILE = /\.(?:txt|md|prompt|prompty|j2|jinja2?|tmpl|mustache)$|\.prompt\.ya?ml$/i;
const ROWS_FILE = /\.(?:jsonl|ndjson|csv|tsv|json)$/i;
const DOCUMENT =
  /^(?:.*\/)?(?:help|docs?|documents?|kb|knowledge[\w-]*|faqs?|articles?|manuals?|polic(?:y|ies)|content|pages)\/(?=[^/]+\.(?:mdx?|markdown|txt|rst|adoc|html?|pdf|docx?)$)/i;
/** Documents that no run reads. */
const UNREADABLE = /\.(?:html?|pdf|docx?)$/i;

/** Files that are opened to see what they are, of each kind. */
const MAX_OPENED = 300;

async function findSources({ files, git, print }: Terminal) {
  const names = (await files.list()).filter((name) => !SKIPPED.test(name));
  // A glob for each document: `help/*.md`.
  const globs = names
    .filter((name) => DOCUMENT.test(name))
    .map((name) => name.replace(/(?<=\/)[^/]+(?=\.\w+$)/, '*'));
  const code = `${await git(FIND_SETTINGS + CODE)}\n${await git(FIND_CLIENT + CODE)}`;
  // The values of a setting. Prints where each was found.
  const valuesOf = (setting: RegExp) => {
    const found = new Map(
      Array.from(code.matchAll(setting), ([line, value = '']) => [value, line]),
    );
    for (const line of found.values()) print(`Found in your code: ${line}\n`);
    return [...found.keys()];
  };
  // Those first that are likely, then `none`, then all.
  const ofKind = async (kind: RegExp, likenessOf: typeof likenessOfRows) => {
    const all = names.filter((name) => kind.test(name));
    const byLikeness: string[][] = [[], [], [], []];
    for (const name of all.slice(0, MAX_OPENED))
      byLikeness[4 - (await likenessOf(name, files))]?.push(name);
    return [...byLikeness.flat(), NONE, ...all];
  };
  return {
    models: valuesOf(MODEL),
    temperatures: valuesOf(TEMPERATURE),
    limits: valuesOf(LIMIT),
    addresses: valuesOf(ADDRESS),
    keyVariables: valuesOf(KEY),
    prompts: await ofKind(PROMPT_FILE, likenessOfPrompt),
    sources: await ofKind(ROWS_FILE, likenessOfRows),
    documents: globs.filter((glob) => !UNREADABLE.test(glob)),
    unreadable: globs.find((glob) => UNREADABLE.test(glob)),
  };
}

/** Files of code, but for tests, examples and what is built. */
const CODE =
  ' -- *.py *.[jt]s *.[jt]sx *.[cm][jt]s *.go *.rb *.java *.kt *.cs *.php :!*tests*/* :!*test_* :!*_test.* :!*.test.* :!*.spec.* :!*examples/* :!*fixtures/* :!dist/* :!build/* :!vendor/*';
/** Prints lines with their places; none of a comment. */
const FIND_SETTINGS =
  'grep --no-color --no-column -nIiE ^[^#/*]*(model.*["\'`]|temperature|max_?[a-z_]*tokens)';
/** Addresses and keys, of files that name a model: another client may ask something else. */
const FIND_CLIENT =
  'grep --no-color --no-column --all-match -nIiE -e ^([^#/*]|/[^/*])*(base_?url|env.*(key|token)|(openai|anthropic|llm|gateway).*[({]$) -e ^[^#/*]*model[^"\'`]*["\'`)]*[:=,(|]+[^"\'`]*["\'`][^"\'`]*[0-9-]';
/** `MODEL = getenv("MODEL", "gpt-4o")`, `model: openai('gpt-4o')`; no judge, no embedding. */
const MODEL =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?(?<!-|(?:judge|grader|eval|embeddings?)_?)model(?:_?(?:name|id))?["'\])]{0,2}(?::\s?\w{1,20})?\s{0,9}(?:or|[=:,(?|]{1,2})\s{0,9}(?:[\w.]{1,40}\()?["'`](?![\w./-]{0,40}(?:embed|whisper|tts|dall|rerank|moderation|image|bge))(?=[^"'`\s]{0,99}[\d-])([\w.:/@-]{2,100})["'`]/gim;
const TEMPERATURE =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?temperature["']?(?::\s?\w{1,20})?\s{0,9}[=:(]\s{0,9}([0-2](?:\.\d{0,2}[1-9])?)\.?0{0,3}(?![\w.])/gim;
/** `max_tokens=60`, `maxOutputTokens: 60`: of an answer, not of a piece of a document. */
const LIMIT =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?(?<!(?:judge|grader|eval|chunk|split|context)_?)max_?(?:completion_?|output_?|new_?)?tokens["']?(?::\s?\w{1,20})?\s{0,9}[=:(]\s{0,9}([1-9]\d{0,5})(?![\w.])/gim;
/** `baseURL: env.LLM_URL ?? "http://…"`. */
const ADDRESS =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?(?<!(?:judge|grader|eval|embeddings?)_?)base_?url\b.{0,100}?["'`](https?:\/\/[^\s"'`{}$<>]{1,300})["'`]/gim;
/**
 * `OpenAI(api_key=os.environ["LLM_API_KEY"])`. Its line, or the one before, speaks of a client
 * or a header: a vector store has a key, too. None that a hub reads by itself.
 */
const KEY =
  /(?:(?<=(?:[Bb]earer|[Aa]uthorization|[Oo]pen_?A[Ii]|openai|[Aa]nthropic|L?[Ll][Ll][Mm]|[Gg]ateway|[Bb]ase_?[Uu](?:rl|RL)).{0,200}[({,]\n)^[^:\n]{1,300}:\d{1,9}:|^[^:\n]{1,300}:\d{1,9}:(?=.{0,300}?(?:[Bb]earer|[Aa]uthorization|[Oo]pen_?A[Ii]|openai|OPENAI|[Aa]nthropic|ANTHROPIC|L?[Ll][Ll][Mm]|LLM|[Gg]ateway|GATEWAY|[Bb]ase_?[Uu](?:rl|RL)|BASE_URL))).{0,300}?(?:[Ee]nv|ENV)\w{0,30}[.[(](?:(?:get|fetch)\()?["'`]?(?!JUDGE|GRADER|EVAL|EMBED|(?:AZURE_OPENAI|OPENAI|ANTHROPIC|GEMINI|GOOGLE|AWS|HF|HUGGINGFACE)_)([A-Z][A-Z\d_]{0,80}(?:KEY|TOKEN))\b["'`\])]{0,3}/gm;

/** A line near the start of a prompt speaks to its model. */
const PROMPT_START =
  /^\W{0,5}(?:you(?:'re| are) (?:an?|the)|you (?:answer|help|work|write|classify|sort|reply)|your (?:task|role|job) is|act as|classify|du bist|sie sind|vous êtes|tu es|eres)\b/im;
const START_LENGTH = 1_000;
/** A placeholder for the text of each row. */
const ASKED = /\{\s{0,9}(?:text|question)\s{0,9}\}/;

async function likenessOfPrompt(name: string, files: Files) {
  const isNamed = /prompt|system|instruction|persona/i.test(name);
  if (DOCUMENT.test(name) && !isNamed) return 0;
  const [bytes = ''] = (await orTell(() => files.read([name]))) ?? [];
  const text = String(bytes);
  return [isNamed, PROMPT_START.test(text.slice(0, START_LENGTH)), ASKED.test(text)].filter(Boolean)
    .length;
}

const ROWS_NAME = /eval|golden|ticket|question|qa\b|test|faq|rows|example|dataset/i;

async function likenessOfRows(name: string, files: Files) {
  const found = await orTell(() => guessRoles(name, files));
  if (!found?.text) return 0;
  return Number(ROWS_NAME.test(name)) + (found.answer ? 3 : 1);
}

/** The branch that pull requests go to: that of the remote, the local `main`, the current one. */
async function defaultBranch({ git }: Terminal) {
  return (
    (await git('symbolic-ref --short refs/remotes/origin/HEAD')).replace(/^origin\//, '') ||
    (await git(
      'for-each-ref --count=1 --format=%(refname:short) refs/heads/main refs/heads/master',
    )) ||
    (await git('branch --show-current')) ||
    'main'
  );
}

const IN_CODE = `If it stands in code, there are two ways:
- Move its text into a file that your code reads, too, such as prompts/system.md, and
  start init again. A run names the line at fault. It does not test the code beside it.
- Let the gate ask your app: init --hub http. It tests your code, too, and names no line.
docs/your-product.md shows both: "A prompt that your code assembles".`;
/** Files that hold a prompt beside other things, or none. */
const NO_PROMPT =
  /\.(?:jsonl|csv|tsv|toml|[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php|html?|pdf|docx?)$/i;

type Walk = Awaited<ReturnType<typeof openWalk>>;

/** @throws ConfigError for a folder in which nothing can be written, and for a file of code */
export async function openWalk(options: Options, terminal: Terminal) {
  const { host, files } = terminal;
  const { prompt = NONE } = options;
  await terminal.refuseBelowRoot();
  const names = [options.config, WORKFLOW_FILE];
  const there = await files.read([...names, prompt]);
  if (!options.force) refuseTaken(names, there);
  if (prompt !== NONE && (!there[2]?.length || NO_PROMPT.test(prompt)))
    throw usageError(`${prompt} is no text file with the prompt alone`, IN_CODE);
  const ask = !options.yes && host.stdin.isTTY && host.stdout.isTTY && (await openAsk(host));
  const found = await findSources(terminal);
  if (!options.prompt && options.hub !== 'http' && found.prompts[0] === NONE)
    terminal.print(
      `No file with a prompt was found: the model would get each text alone.\n${IN_CODE}\n\n`,
    );
  return { options, terminal, ask, ...found };
}

/** The options, and what is answered or found. @throws ConfigError without a terminal */
async function answersOf({ options, ask, terminal, models, addresses, prompts, sources }: Walk) {
  const answers = { ...options };
  // The usual address of a hub names the hub. Any other one is of its user.
  if (!options.hub) answers.baseUrl ??= addresses.find((address) => !hubAt(address));
  const take = async (key: keyof Options, message: string, choices: string[]) => {
    if (answers[key]) return;
    if (!options.yes && !ask)
      throw usageError(
        'init asks questions, and there is no terminal to answer them',
        'Write --yes to take what is found, or all of --hub, --model, --prompt and --data.',
      );
    Object.assign(answers, {
      [key]: ask ? await ask.answer(message, choices, key !== 'hub') : choices[0],
    });
  };
  // An address of its user says it.
  if (!answers.baseUrl)
    await take('hub', 'Who runs the model?', [
      // Those that the code names come first, then those with a key.
      ...addresses.flatMap((address) => hubAt(address) ?? []),
      ...HUB_NAMES.filter((name) => keyIn(name, terminal.host.env)),
      ...HUB_NAMES,
    ]);
  // An app has its own.
  if (answers.hub !== 'http') {
    // If there are several, only their author knows which one ships.
    await take(
      'model',
      'Name of the model, as your code sends it',
      ask || !models[1] ? models : [],
    );
    await take('prompt', 'The prompt that you ship, or none', prompts);
  }
  await take('data', 'Rows of your own, or none for built-in ones', sources);
  return answers;
}

/** All that the files are made of. */
export type Setup = Awaited<ReturnType<typeof readSetup>>;

export async function readSetup(walk: Walk) {
  const {
    files,
    host: { env },
  } = walk.terminal;
  const answers = await answersOf(walk);
  const { config, hub = 'openai', prompt = NONE, data = NONE } = answers;
  const { baseURL, isLocal, isFreeForm: isApp } = HUBS[hub];
  const open = isApp ? 'http://127.0.0.1:8080/ask' : 'https://YOUR-HOST/v1';
  const { baseUrl = baseURL || isLocal ? undefined : open } = answers;
  // That of the code is for its address: with --hub, neither is taken.
  const inCode = walk.options.hub ? undefined : walk.keyVariables[0];
  const address = URL.parse(baseUrl ?? (inCode && usualAddress(hub)) ?? '');
  const host = address?.host;
  // Only a step of the workflow can serve it.
  const localServer = !isApp && address && isLoopback(address) && host;
  // An app sends the key on to its model.
  const keyHub = isApp ? 'openai' : hub;
  const ofHub = localServer ? undefined : HUBS[keyHub].keyVariables[0];
  const secret =
    !isApp && host && env.SENSITIVITY_API_KEY ? 'SENSITIVITY_API_KEY' : ((host && inCode) ?? ofHub);
  const source = data === NONE ? 'builtin:multiple-choice' : data;
  const [rules, bytes = ''] = await files.read([RULES_FILE, prompt]);
  const text = String(bytes);
  const rows = isFileSource(source) ? await guessRoles(source, files, text) : undefined;
  const { labels, template, isObject } = rows ?? {};
  const isSorter = labels && (isApp || template || isObject || LABEL_ALONE.test(text));
  return {
    ...walk,
    config,
    hub,
    model: answers.model ?? (isApp ? 'app' : 'YOUR-MODEL'),
    baseUrl,
    isApp,
    // True for an app that sorts, and for a model that answers with a label or an object alone.
    isSorter,
    // The variable with the key; undefined where none is needed.
    secret,
    hasKey: !secret || env[secret] || keyIn(keyHub, env),
    // The variable that an app may get in a header.
    headerVariables: isApp ? `${secret} ${host}` : undefined,
    // The grant for an address of its user: `models.example.com OPENAI_API_KEY`.
    allowedHosts: answers.allowedHosts ?? (host && `${host} ${(!isApp && secret) || ''}`.trim()),
    localServer,
    branch: await defaultBranch(walk.terminal),
    // Undefined for none.
    prompt: prompt !== NONE && !isApp ? { file: prompt, text } : undefined,
    // The source of rows that stand in no file.
    source,
    rows,
    // Undefined until there are any.
    rules: rules && RULES_FILE,
  };
}

/** A prompt that asks for a label and nothing else. */
const LABEL_ALONE =
  /^(?![^]*\bjson\b)[^]*\b(?:(?:one|single) word|nothing else|exactly one|only (?:the|one|with|by)|(?:label|category|class|intent|name|word)s? (?:only|alone))\b/i;

/** A name that is not the text of a row, nor its options; the same in double braces. */
const PLACEHOLDER = /\{\s{0,9}((?!(?:text|question|options)\s{0,9}\})[A-Za-z_]\w{0,99})\s{0,9}\}/g;
const IN_DOUBLE =
  /\{\{\s{0,9}((?!(?:text|question|options)\s{0,9}\})[A-Za-z_]\w{0,99})\s{0,9}\}\}/g;
const IN_SINGLE = /(?<!\{)\{\s{0,9}[A-Za-z_]\w{0,99}\s{0,9}\}(?!\})/;
/** Files whose messages are a system prompt and a prompt. */
const WITH_ROLES = /\.(?:prompty|ya?ml)$/i;
const ABOUT_DOCUMENTS =
  /\b(?:documents?|documentation|context|passages?|sources?|pages? (?:below|above|of)|help (?:texts?|pages?|cent(?:er|re)s?|articles?)|faqs?|manuals?|handbooks?|knowledge bases?|articles?|(?:provided|given) (?:texts?|facts|information))\b/i;
/** Names of placeholders for documents. */
const FOR_DOCUMENTS = /help|doc|context|passage|knowledge|faq|source|page|article|manual|polic|kb/i;
/** Placeholders for documents, and for what all rows share. */
const NO_SAMPLE =
  /help|doc|context|passage|knowledge|faq|source|page|article|manual|polic|kb|tone|style|date|day|time|year|name|company|brand|shop|lang|locale|country|role|persona|label|categor|class|example|history|schema|format/i;

/** The values that fill the prompt: the text and columns of each row, documents, or a text. */
export function describePrompt({ prompt, rows, documents }: Setup) {
  const { file = '', text = '' } = prompt ?? {};
  const { columns = [], text: asked = 'YOUR-COLUMN' } = rows ?? {};
  // A text without columns has none.
  const column = columns[0] ? asked : 'text';
  // Beside double braces, a name in single ones is text.
  const style = /\{\{\s{0,9}[A-Za-z_]\w{0,99}\s{0,9}\}\}/.test(text) ? IN_DOUBLE : PLACEHOLDER;
  const names = [...new Set(Array.from(text.matchAll(style), ([, name = '']) => name))];
  const open = names.filter((name) => !columns.includes(name) && !NO_SAMPLE.test(name));
  // Stands for the text under a name of the product: of its column, or the only one.
  const sample = ASKED.test(text)
    ? undefined
    : (names.find((name) => name === column) ?? (open[1] ? undefined : open[0]));
  // Any other file is a system prompt.
  const isTemplate = WITH_ROLES.test(file) || ASKED.test(text) || sample !== undefined;
  const lines = text.split('\n');
  // The first line that speaks of documents.
  const line = lines.findIndex((one) => ABOUT_DOCUMENTS.test(one));
  const promise = lines[line];
  // It shows documents no place, which the app puts behind it.
  const isBare = !isTemplate && !names[0] && promise && documents[0];
  const own = isBare ? ['help'] : names.filter((name) => name !== sample);
  const fill = sample && sample !== column ? [`${sample}: ${scalar(column)}`] : [];
  const values = isBare ? [`instructions: { file: ${scalar(file)} }`] : [];
  for (const name of own) {
    // Drafted rows bring their passage to the only one.
    const ofRow = columns.find((one) => one === name || (!own[1] && one === 'passage'));
    const files = documents.find((glob) => glob.startsWith(`${name}/`)) ?? documents[0];
    if (ofRow) fill.push(`${name}: ${scalar(ofRow)}`);
    // Built-in rows have no such column.
    if (files && FOR_DOCUMENTS.test(name)) values.push(`${name}: { files: ${scalar(files)} }`);
    else if (!ofRow) values.push(`${name}: YOUR-VALUE`);
  }
  return {
    column,
    sample,
    // A name that no one fills, beside those in double braces.
    unfilled: style === IN_DOUBLE && IN_SINGLE.exec(text)?.[0],
    isTemplate,
    promise,
    place: `${file}:${line + 1}`,
    isBare,
    // True if documents have a place in what is sent.
    sends: own.some((name) => FOR_DOCUMENTS.test(name)),
    fill,
    values,
  };
}

/** Asks in a terminal. */
async function openAsk({ stdin: input, stdout: output }: Host) {
  const { autocomplete, confirm } = await import('@clack/prompts');
  const left = usageError('init was left', 'Start it again: it asks anew. Options answer it, too.');
  return {
    // The usual answer comes first. An open question takes another one, too.
    async answer(message: string, choices: string[], isOpen: boolean) {
      const found = Array.from(new Set(choices), (value) => ({ value }));
      const answer = await autocomplete<string>({
        input,
        output,
        message,
        validate: (written: unknown) =>
          written ? undefined : 'Take one of the list, or write another one.',
        options() {
          const { userInput: value } = this;
          return isOpen ? [...found, { value, label: `another one: ${value}` }] : found;
        },
      });
      if (typeof answer === 'string') return answer;
      throw left;
    },
    confirm: async (step: string) => {
      const answer = await confirm({ input, output, message: `${step}. Now?` });
      if (typeof answer === 'boolean') return answer;
      throw left;
    },
  };
}
