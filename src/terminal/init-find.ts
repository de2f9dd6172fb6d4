// Finds in a repository what `init` proposes, and asks what to take.

import { isFileSource } from '../data/files.ts';
import { guessRoles } from '../data/guess-roles.ts';
import { tryStep } from '../shared/errors.ts';
import type { Files } from '../shared/files.ts';
import {
  HUB_NAMES,
  hubOfAddress,
  HUBS,
  keyFromEnv,
  usualAddress,
} from '../models/hubs/addresses.ts';
import { visible } from '../report/blocks.ts';
import { refuseOverwrite } from '../shared/path-safety.ts';
import { isLoopback } from '../shared/way-out.ts';
import { RULES_FILE, WORKFLOW_FILE, type Options } from './options.ts';
import { yamlScalar, usageError, type Host, type Terminal } from './terminal.ts';

// The answer for no prompt, for the built-in rows, and for the public address of a hub.
const NONE = 'none';
// The address that its user has to replace.
const YOUR_ADDRESS = 'https://YOUR-HOST/v1';

// Files that `init` does not propose: in folders of tools, builds and tests; about the repository
// itself; locks.
const SKIPPED =
  /(?:^|\/)(?:(?:\.[^/]+|node_modules|vendor|dist|build|coverage|fixtures?|testdata|__\w+__)\/|(?:readme|changelog|contributing|licen[cs]e|security|code_of_conduct|agents|claude|requirements|robots|[^/]*lock)\b[^/]*$)/i;
const DOCUMENT =
  /^(?:.*\/)?(?:help|docs?|documents?|kb|knowledge[\w-]*|faqs?|articles?|manuals?|polic(?:y|ies)|content|pages)\/(?=[^/]+\.(?:mdx?|markdown|txt|rst|adoc|html?|pdf|docx?)$)/i;
// Documents that no run reads.
const UNREADABLE = /\.(?:html?|pdf|docx?)$/i;

// Most files of each kind that are opened to see what they are.
const MAX_OPENED = 300;

async function findSources({ files, git, print }: Terminal) {
  const names = (await files.list()).filter((name) => !SKIPPED.test(name));
  // A glob for each document: `help/*.md`.
  const globs = names
    .filter((name) => DOCUMENT.test(name))
    .map((name) => name.replace(/(?<=\/)[^/]+(?=\.\w+$)/, '*'));
  const code = `${await git(FIND_SETTINGS + CODE)}\n${await git(FIND_CLIENT + CODE)}`;
  // Finds the values of a setting in the code, and prints where each was found.
  const valuesOf = (setting: RegExp) => {
    const found = new Map(
      Array.from(code.matchAll(setting), ([line, value = '']) => [value, line]),
    );
    for (const line of found.values()) print(`Found in your code: ${line}\n`);
    return [...found.keys()];
  };
  // A line that sets an address which cannot be read, such as that of a variable.
  const unread = (await git(FIND_ADDRESSES + CODE))
    .split('\n')
    .find((line) => SETS_ADDRESS.test(line) && !READS_ADDRESS.test(line));
  if (unread)
    print(
      `Found in your code: ${unread}\ninit cannot read the address there. Where it writes ${YOUR_ADDRESS}, write the address, and its host in allowed-hosts of the workflow; or start init with --base-url.\n`,
    );
  // The likely files come first, the likeliest at the start; then `none`; then all files of the
  // kind.
  const ofKind = async (kind: RegExp, likenessOf: typeof scorePromptFile) => {
    const all = names.filter((name) => kind.test(name));
    const likely: string[] = [];
    const likeliest: string[] = [];
    for (const name of all.slice(0, MAX_OPENED)) {
      const likeness = await likenessOf(name, files);
      if (likeness > 1) likeliest.push(name);
      else if (likeness) likely.push(name);
    }
    return [...likeliest, ...likely, NONE, ...all];
  };
  return {
    models: valuesOf(MODEL),
    temperatures: valuesOf(TEMPERATURE),
    limits: valuesOf(LIMIT),
    addresses: valuesOf(ADDRESS),
    keyVariables: valuesOf(KEY),
    unread,
    prompts: await ofKind(
      /\.(?:txt|md|prompt|prompty|j2|jinja2?|tmpl|mustache)$|\.prompt\.ya?ml$/i,
      scorePromptFile,
    ),
    sources: await ofKind(/\.(?:jsonl|ndjson|csv|tsv|json)$/i, scoreRowsFile),
    documents: globs.filter((glob) => !UNREADABLE.test(glob)),
    unreadable: globs.find((glob) => UNREADABLE.test(glob)),
  };
}

// Files of code, but for tests, examples and what is built.
const CODE =
  ' -- *.py *.[jt]s *.[jt]sx *.[cm][jt]s *.go *.rb *.java *.kt *.cs *.php :!*tests*/* :!*test_* :!*_test.* :!*.test.* :!*.spec.* :!*examples/* :!*fixtures/* :!dist/* :!build/* :!vendor/*';
// A command of git that prints lines with settings, and their places. Comments are left out.
const FIND_SETTINGS =
  'grep --no-color --no-column -nIiE ^[^#/*]*(model.*["\'`]|temperature|max_?[a-z_]*tokens)';
// A command of git that prints addresses and keys in files that name a model. The client in another
// file may ask something else.
const FIND_CLIENT =
  'grep --no-color --no-column --all-match -nIiE -e ^([^#/*]|/[^/*])*(base_?url|env.*(key|token)|(openai|anthropic|llm|gateway).*[({]$) -e ^[^#/*]*model[^"\'`]*["\'`)]*[:=,(|]+[^"\'`]*["\'`][^"\'`]*[0-9-]';
// A command of git that prints addresses in files that speak of a model.
const FIND_ADDRESSES =
  'grep --no-color --no-column -nIiE --all-match -e ^([^#/*]|/[^/*])*(base_?ur[il]|uri_?base|api_?base|endpoint|(llm|openai|anthropic|gateway|model)[a-z_]*(ur[il]|host)) -e openai|anthropic|llm|claude|gpt|gemini|mistral|groq|ollama|cohere|completion|langchain|model[^"\'`]*["\'`]';
// `base_url=`, `WithBaseURL(`, `uri_base:`, `LLM_URL`, `azure_endpoint=`, `.endpoint(`.
const SETS_ADDRESS =
  /^[^:]{1,300}:\d{1,9}:.{0,300}?(?<!(?:judge|grader|eval|embeddings?)_?)(?:base_?ur[il]|uri_?base|api_?base|(?:llm|openai|anthropic|gateway|model)\w{0,20}(?:ur[il]|host|endpoint)\b|(?:\b|azure_?)endpoint["']?\s?[=:(])/i;
// An address that is a whole text, and no part of one; or none: `base_url=None`, `baseURL: "/api"`.
const READS_ADDRESS =
  /(?:ur[il]|base|host|endpoint)\b(?:[^{}]{0,99}?["'`]https?:\/\/[^\s"'`{}$<>]{1,300}["'`](?!\s?[+%.])|["'?]{0,2}(?::[\w |.]{1,30})?\s?[=:]\s?(?:none|null|undefined|nil|["'`]\/))/i;
// `MODEL = getenv("MODEL", "gpt-4o")`, `model: openai('gpt-4o')`. Models of judges and of
// embeddings are left out.
const MODEL =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?(?<!-|(?:judge|grader|eval|embeddings?)_?)model(?:_?(?:name|id))?["'\])]{0,2}(?::\s?\w{1,20})?\s{0,9}(?:or|[=:,(?|]{1,2})\s{0,9}(?:[\w.]{1,40}\()?["'`](?![\w./-]{0,40}(?:embed|whisper|tts|dall|rerank|moderation|image|bge))(?=[^"'`\s]{0,99}[\d-])([\w.:/@-]{2,100})["'`]/gim;
const TEMPERATURE =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?temperature["']?(?::\s?\w{1,20})?\s{0,9}[=:(]\s{0,9}([0-2](?:\.\d{0,2}[1-9])?)\.?0{0,3}(?![\w.])/gim;
// `max_tokens=60`, `maxOutputTokens: 60`. Limits of judges and of pieces of documents are left out.
const LIMIT =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?(?<!(?:judge|grader|eval|chunk|split|context)_?)max_?(?:completion_?|output_?|new_?)?tokens["']?(?::\s?\w{1,20})?\s{0,9}[=:(]\s{0,9}([1-9]\d{0,5})(?![\w.])/gim;
// `baseURL: env.LLM_URL ?? "http://…"`.
const ADDRESS =
  /^[^:\n]{1,300}:\d{1,9}:.{0,300}?(?<!(?:judge|grader|eval|embeddings?)_?)base_?url\b.{0,100}?["'`](https?:\/\/[^\s"'`{}$<>]{1,300})["'`](?!\s?[+%.])/gim;
// `OpenAI(api_key=os.environ["LLM_API_KEY"])`. The line of a key, or the line before, speaks of a
// client or a header, since a vector store has a key, too. Keys that a hub reads by itself are left
// out.
const KEY =
  /(?:(?<=(?:[Bb]earer|[Aa]uthorization|[Oo]pen_?A[Ii]|openai|[Aa]nthropic|L?[Ll][Ll][Mm]|[Gg]ateway|[Bb]ase_?[Uu](?:rl|RL)).{0,200}[({,]\n)^[^:\n]{1,300}:\d{1,9}:|^[^:\n]{1,300}:\d{1,9}:(?=.{0,300}?(?:[Bb]earer|[Aa]uthorization|[Oo]pen_?A[Ii]|openai|OPENAI|[Aa]nthropic|ANTHROPIC|L?[Ll][Ll][Mm]|LLM|[Gg]ateway|GATEWAY|[Bb]ase_?[Uu](?:rl|RL)|BASE_URL))).{0,300}?(?:[Ee]nv|ENV)\w{0,30}[.[(](?:(?:get|fetch)\()?["'`]?(?!JUDGE|GRADER|EVAL|EMBED|(?:AZURE_OPENAI|OPENAI|ANTHROPIC|GEMINI|GOOGLE|AWS|HF|HUGGINGFACE)_)([A-Z][A-Z\d_]{0,80}(?:KEY|TOKEN))\b["'`\])]{0,3}/gm;

// A line of a prompt speaks to its model.
const PROMPT_START =
  /^\W{0,5}(?:you(?:'re| are) (?:an?|the)|you (?:answer|help|work|write|classify|sort|reply)|your (?:task|role|job) is|act as|classify|du bist|sie sind|vous êtes|tu es|eres)\b/im;
// A placeholder for the text of each row, by one of its usual names.
const ASKED = /\{\s{0,9}(?:text|question)\s{0,9}\}/;

async function scorePromptFile(name: string, files: Files) {
  const isNamed = /prompt|system|instruction|persona/i.test(name);
  if (DOCUMENT.test(name) && !isNamed) return 0;
  const [bytes = ''] = (await tryStep(() => files.read([name]))) ?? [];
  const text = String(bytes);
  return Number(isNamed) + Number(PROMPT_START.test(text));
}

async function scoreRowsFile(name: string, files: Files) {
  const found = await tryStep(() => guessRoles(name, files));
  if (!found?.text) return 0;
  return found.answer ? 2 : 1;
}

// The branch that pull requests go to: the default branch of the remote, else the local `main` or
// `master`, else the current branch.
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

const IN_CODE = `If it is in code, there are two ways:
- Move its text to a file that your code reads, such as prompts/system.md, and start
  init again. A run then names the line at fault, but does not test the code around it.
- Let the gate ask your app: init --hub http. That also tests your code, but names no line.
docs/your-product.md shows both: "A prompt that your code assembles".`;

type Walk = Awaited<ReturnType<typeof openWalk>>;

// @throws ConfigError for a folder in which nothing can be written, and for a file of code
export async function openWalk(options: Options, terminal: Terminal) {
  const { host, files } = terminal;
  const { prompt = NONE } = options;
  await terminal.refuseBelowRoot();
  const names = [options.config, WORKFLOW_FILE];
  const there = await files.read([...names, prompt]);
  if (!options.force)
    refuseOverwrite(
      names,
      there,
      ' For a second gate, move the workflow aside, run init with another --config, and copy the step of the new workflow into yours.',
    );
  // Files that hold no prompt, or other things beside it.
  if (
    prompt !== NONE &&
    (!there[2]?.length ||
      /\.(?:jsonl|csv|tsv|toml|[cm]?[jt]sx?|py|ipynb|rb|go|java|kt|cs|php|html?|pdf|docx?)$/i.test(
        prompt,
      ))
  )
    throw usageError(`${prompt} is not a text file with only the prompt`, IN_CODE);
  const ask = !options.yes && host.stdin.isTTY && host.stdout.isTTY && (await createPrompter(host));
  const found = await findSources(terminal);
  if (!options.prompt && options.hub !== 'http' && found.prompts[0] === NONE)
    terminal.print(
      `No file with a prompt was found: the model would get each text alone.\n${IN_CODE}\n\n`,
    );
  return { options, terminal, ask, ...found };
}

// The options, completed by answers of the user, or by what is found. @throws ConfigError without a
// terminal
async function answersOf(walk: Walk) {
  const { options, ask, models, addresses } = walk;
  const answers = { ...options };
  // The usual address of a hub names the hub. Any other one is of its user.
  if (!options.hub) answers.baseUrl ??= addresses.find((address) => !hubOfAddress(address));
  const take = async (key: keyof Options, message: string, choices: string[]) => {
    if (answers[key]) return;
    if (!options.yes && !ask)
      throw usageError(
        'init asks questions, but there is no terminal to answer them',
        'Use --yes to accept what is found, or set all of --hub, --model, --prompt and --data.',
      );
    Object.assign(answers, {
      [key]: ask ? await ask.answer(message, choices, key !== 'hub') : choices[0],
    });
  };
  // No key is proposed for the public host of a hub if the code sets an address that is unknown.
  if (walk.unread && HUBS[options.hub ?? 'openai'].baseURL)
    await take('baseUrl', 'Address of your model, or none for the public one', [
      YOUR_ADDRESS,
      NONE,
    ]);
  if (answers.baseUrl === NONE) delete answers.baseUrl;
  // A custom address means the hub `openai`, so nothing is asked.
  if (!answers.baseUrl)
    await take('hub', 'Who runs the model?', [
      // Hubs that the code names come first, then those whose key is in the environment.
      ...addresses.flatMap((address) => hubOfAddress(address) ?? []),
      ...HUB_NAMES.filter((name) => keyFromEnv(name, walk.terminal.host.env)),
      ...HUB_NAMES,
    ]);
  // An app brings its own model and prompt, so nothing is asked.
  if (answers.hub !== 'http') {
    // If the code names several models, only its author knows which one ships: without a question,
    // none is taken.
    await take('model', 'Name of the model in your code', ask || !models[1] ? models : []);
    await take('prompt', 'The prompt that you ship, or none', walk.prompts);
  }
  await take('data', 'Your own rows, or none for built-in ones', walk.sources);
  return answers;
}

// The facts that the files are made of.
export type Setup = Awaited<ReturnType<typeof readSetup>>;

export async function readSetup(walk: Walk) {
  const {
    files,
    host: { env },
  } = walk.terminal;
  const answers = await answersOf(walk);
  const { config, hub = 'openai', prompt = NONE, data = NONE } = answers;
  const { baseURL, isLocal, isFreeForm: isApp } = HUBS[hub];
  const example = isApp ? 'http://127.0.0.1:8080/ask' : YOUR_ADDRESS;
  const baseUrl = answers.baseUrl ?? (baseURL || isLocal ? undefined : example);
  // The key that the code names belongs to the address that the code names. With --hub, the address
  // is not taken, and so the key is not.
  const inCode = walk.options.hub && !isApp ? undefined : walk.keyVariables[0];
  const address = URL.parse(baseUrl ?? (inCode && usualAddress(hub)) ?? '');
  const host = address?.host;
  // `model.base_url` refuses it, too.
  if (baseUrl && !(host && /^https?:\/\/[^/]/i.test(baseUrl)))
    throw usageError(
      `${baseUrl} is not the address of a model`,
      'Write the whole URL, such as --base-url http://127.0.0.1:8080/v1.',
    );
  // A server on this machine: on a runner, only a step of the workflow can start it.
  const localServer = !isApp && address && isLoopback(address) && host;
  // An app sends the key on to its model, which is taken to be one of `openai`.
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
    // The variable with the key; undefined where no key is needed.
    secret,
    hasKey: Boolean(!secret || env[secret] || keyFromEnv(keyHub, env)),
    // The variable that an app may get in a header.
    headerVariables: isApp ? `${secret} ${host}` : undefined,
    // The grant for an address of its user: `models.example.com OPENAI_API_KEY`.
    allowedHosts: answers.allowedHosts ?? (host && `${host} ${(!isApp && secret) || ''}`.trim()),
    localServer,
    branch: await defaultBranch(walk.terminal),
    // Undefined if there is no prompt, or if an app brings its own.
    prompt: prompt !== NONE && !isApp ? { file: prompt, text } : undefined,
    // The file of the rows, or the built-in set.
    source,
    rows,
    // Undefined until there is a file of rules.
    rules: rules && RULES_FILE,
  };
}

// A prompt that asks for a label and nothing else.
const LABEL_ALONE =
  /^(?![^]*\bjson\b)[^]*\b(?:(?:one|single) word|nothing else|exactly one|only (?:the|one|with|by)|(?:label|category|class|intent|name|word)s? (?:only|alone))\b/i;

// A placeholder that is neither the text of a row nor its options, in single or double braces.
const PLACEHOLDER = /\{\s{0,9}((?!(?:text|question|options)\s{0,9}\})[A-Za-z_]\w{0,99})\s{0,9}\}/g;
const ABOUT_DOCUMENTS =
  /\b(?:documents?|documentation|context|passages?|sources?|pages? (?:below|above|of)|help (?:texts?|pages?|cent(?:er|re)s?|articles?)|faqs?|manuals?|handbooks?|knowledge bases?|articles?|(?:provided|given) (?:texts?|facts|information))\b/i;
// Names of placeholders that documents fill.
const FOR_DOCUMENTS = /help|doc|context|passage|knowledge|faq|source|page|article|manual|polic|kb/i;
// Names of placeholders for a value that all rows share, which do not stand for the text of a row
// either.
const FOR_ALL_ROWS =
  /tone|style|date|day|time|year|name|company|brand|shop|lang|locale|country|role|persona|label|categor|class|example|history|schema|format/i;
// Names of placeholders for the text of a row.
const FOR_TEXTS =
  /ask|query|question|request|message|msg|mail|input|prompt|ticket|user|text|comment|review|sentence|post|chat|claim|complaint|content/i;

// The values that fill the prompt: the text and columns of each row, documents, or a text.
export function describePrompt({ prompt, rows, documents }: Setup) {
  const { file = '', text = '' } = prompt ?? {};
  const { columns = [], text: asked = 'YOUR-COLUMN' } = rows ?? {};
  // Rows of built-in sets, and of plain text, have no columns: their text is `text`.
  const column = columns[0] ? asked : 'text';
  // If any name stands in double braces, a name in single braces is text.
  const isDouble = /\{\{\s{0,9}[A-Za-z_]\w{0,99}\s{0,9}\}\}/.test(text);
  const template = isDouble
    ? text.replaceAll(/(?<!\{)\{\s{0,9}[A-Za-z_]\w{0,99}\s{0,9}\}(?!\})/g, '')
    : text;
  const names = [...new Set(Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name))];
  const unknown = names.filter(
    (name) => !columns.includes(name) && !FOR_DOCUMENTS.test(name) && !FOR_ALL_ROWS.test(name),
  );
  // A placeholder that stands for the text of a row under a name of the product: the name of its
  // column, the only name, or a name for texts of customers.
  const ofTexts = names[1] ? unknown.find((name) => FOR_TEXTS.test(name)) : unknown[0];
  const sample = ASKED.test(text) ? undefined : (names.find((name) => name === column) ?? ofTexts);
  // A file without a place for the text of a row is a system prompt.
  // Files whose messages are a system prompt and a prompt.
  const isTemplate = /\.(?:prompty|ya?ml)$/i.test(file) || ASKED.test(text) || sample !== undefined;
  const lines = text.split('\n');
  // The first line that speaks of documents.
  const line = lines.findIndex((candidate) => ABOUT_DOCUMENTS.test(candidate));
  const promise = lines[line];
  // The prompt speaks of documents and has no place for them, so the app puts them behind it.
  const isBare = promise && documents[0] && !isTemplate && !names[0];
  const filled = isBare ? ['help'] : names.filter((name) => name !== sample);
  const fill = sample && sample !== column ? [`${sample}: ${yamlScalar(column)}`] : [];
  const values = isBare ? [`instructions: { file: ${yamlScalar(file)} }`] : [];
  for (const name of filled) {
    // A column of the same name fills it. The column `passage` of drafted rows fills the only name
    // there is.
    const ofRow = columns.find((known) => known === name || (!filled[1] && known === 'passage'));
    const files = documents.find((glob) => glob.startsWith(`${name}/`)) ?? documents[0];
    if (ofRow) fill.push(`${name}: ${yamlScalar(ofRow)}`);
    // The documents fill it, too, for built-in rows, which have no such column.
    if (files && FOR_DOCUMENTS.test(name)) values.push(`${name}: { files: ${yamlScalar(files)} }`);
    else if (!ofRow) values.push(`${name}: YOUR-VALUE`);
  }
  return {
    column,
    sample,
    isTemplate,
    promise,
    place: `${file}:${line + 1}`,
    isBare,
    // True if documents have a place in what is sent.
    sends: filled.some((name) => FOR_DOCUMENTS.test(name)),
    fill,
    values,
  };
}

// Asks questions in a terminal.
async function createPrompter({ stdin: input, stdout: output }: Host) {
  const { autocomplete, confirm } = await import('@clack/prompts');
  const cancelled = usageError(
    'init was cancelled',
    'Start it again, with --force if it has written files. Options can answer its questions.',
  );
  return {
    // The usual answer comes first. An open question takes any other answer, too.
    async answer(message: string, choices: string[], isOpen: boolean) {
      const found = Array.from(new Set(choices), (value) => ({ value, label: visible(value) }));
      const answer = await autocomplete<string>({
        input,
        output,
        message,
        validate: (written: unknown) =>
          written ? undefined : 'Choose one of the list, or type another.',
        options() {
          const { userInput: value } = this;
          return isOpen ? [...found, { value, label: `other: ${value}` }] : found;
        },
      });
      if (typeof answer === 'string') return answer;
      throw cancelled;
    },
    confirm: async (step: string) => {
      const answer = await confirm({ input, output, message: `${visible(step)}. Now?` });
      if (typeof answer === 'boolean') return answer;
      throw cancelled;
    },
  };
}
