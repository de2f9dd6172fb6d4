// Finds in a repository what `init` proposes.

import { guessRoles } from '../data/guess-roles.ts';
import { HUB_NAMES, keyFromEnv } from '../models/hubs/addresses.ts';
import { tryStep } from '../shared/errors.ts';
import type { Files } from '../shared/files.ts';
import commands from './git-commands.json' with { type: 'json' };
import type { Terminal } from './terminal.ts';

/** The choice of no prompt, and of the built-in rows. */
export const NONE = 'none';

/**
 * Matches files that `init` does not propose: in folders of tools, builds and tests; about the
 * repository itself; locks.
 */
const SKIPPED =
  /(?:^|\/)(?:(?:\.[^/]+|node_modules|vendor|dist|build|coverage|fixtures?|testdata|__\w+__)\/|(?:readme|changelog|contributing|licen[cs]e|security|code_of_conduct|agents|claude|requirements|robots|[^/]*lock)\b[^/]*$)/i;
const PROMPT_FILE = /\.(?:txt|md|prompt|prompty|j2|jinja2?|tmpl|mustache)$|\.prompt\.ya?ml$/i;
const ROWS_FILE = /\.(?:jsonl|ndjson|csv|tsv|json)$/i;
const DOCUMENT =
  /^(?:.*\/)?(?:help|docs?|documents?|kb|knowledge[\w-]*|faqs?|articles?|manuals?|polic(?:y|ies)|content|pages)\/(?=[^/]+\.(?:mdx?|markdown|txt|rst|adoc|html?|pdf|docx?)$)/i;
/** Matches documents that no run reads. */
const UNREADABLE = /\.(?:html?|pdf|docx?)$/i;

/** Most files of a kind that are opened to see what they are. */
const MAX_OPENED = 300;

export type Sources = Awaited<ReturnType<typeof findSources>>;

export async function findSources(terminal: Terminal) {
  const { files, host } = terminal;
  const names = (await files.list()).filter((name) => !SKIPPED.test(name));
  // A glob for each document: `help/*.md`.
  const globs = names
    .filter((name) => DOCUMENT.test(name))
    .map((name) => name.replace(/(?<=\/)[^/]+(?=\.\w+$)/, '*'));
  // Lists the files of a kind: those that score 2, those that score 1, `none`, then all.
  const likeliestFirst = async (kind: RegExp, scoreFile: typeof scorePromptFile) => {
    const all = names.filter((name) => kind.test(name));
    const opened = all.slice(0, MAX_OPENED);
    const scores = await Promise.all(opened.map((name) => tryStep(() => scoreFile(name, files))));
    const withScore = (score: number) => opened.filter((_name, i) => scores[i] === score);
    return [...withScore(2), ...withScore(1), NONE, ...all];
  };
  return {
    // The choices for each option. The likeliest one comes first.
    choices: {
      hub: [...HUB_NAMES.filter((hub) => keyFromEnv(hub, host.env)), ...HUB_NAMES],
      model: await findModelNames(terminal),
      prompt: await likeliestFirst(PROMPT_FILE, scorePromptFile),
      data: await likeliestFirst(ROWS_FILE, scoreRowsFile),
    },
    documents: globs.filter((glob) => !UNREADABLE.test(glob)),
    unreadable: globs.find((glob) => UNREADABLE.test(glob)),
    branch: await findDefaultBranch(terminal),
  };
}

/** Matches a line that speaks to a model. */
const PROMPT_START =
  /^\W{0,5}(?:you(?:'re| are) (?:an?|the)|you (?:answer|help|work|write|classify|sort|reply)|your (?:task|role|job) is|act as|classify|du bist|sie sind|vous êtes|tu es|eres)\b/im;

async function scorePromptFile(name: string, files: Files) {
  const isNamed = /prompt|system|instruction|persona/i.test(name);
  if (DOCUMENT.test(name) && !isNamed) return 0;
  const [bytes] = await files.read([name]);
  return Number(isNamed) + Number(PROMPT_START.test(String(bytes)));
}

async function scoreRowsFile(name: string, files: Files) {
  const { text, answer } = await guessRoles(name, files);
  if (!text) return 0;
  return answer ? 2 : 1;
}

/**
 * Matches a setting of a model, and the name in quotes behind it, with a digit or a hyphen in it:
 * `model="gpt-4o"`, `"model" => "gpt-4o"`, `model: openai('gpt-4o')`, `model: str = "gpt-4o"`,
 * `getenv("MODEL") or "gpt-4o"`. A condition has two names: `model: isLong ? "gpt-4o" : "gpt-4.1"`,
 * `model = "gpt-4o" if is_long else "gpt-4.1"`.
 */
const MODEL_SETTING =
  /^.{1,400}?(?<![\w-])(\w{0,40}model\w{0,5})(?:[\s"'\])=>:,(?|]|\b(?:or|str|string|[a-z][\w.]{0,40}\()){1,9}(?:[^"'`,;{}\n]{1,80}\?\s{0,9})?["'`](?=[^"'`]{0,99}[\d-])(\w[\w.:/@-]{1,100})["'`](?:\s{0,9}(?::|\bif\b[^"'`,;{}\n]{1,80}\belse\b)\s{0,9}["'`](?=[^"'`]{0,99}[\d-])(\w[\w.:/@-]{1,100})["'`])?/gim;
/** Matches settings and names of models that do not answer: they judge, embed, speak or paint. */
const OTHER_MODEL = /judge|grader|eval|embed|whisper|tts|dall|rerank|moderation|image|bge/i;

/** Finds the names of models in code, and prints where each was found. */
async function findModelNames({ git, print }: Terminal) {
  const places = new Map<string, string>();
  for (const [place, setting = '', ...names] of (await git(commands.models)).matchAll(
    MODEL_SETTING,
  ))
    for (const name of names)
      if (name && !OTHER_MODEL.test(setting + name)) places.set(name, place);
  for (const place of new Set(places.values())) print(`Found in your code: ${place}\n`);
  return [...places.keys()];
}

/** Finds the branch to which pull requests go. */
async function findDefaultBranch({ git }: Terminal) {
  for (const command of commands.branch) {
    const branch = await git(command);
    if (branch) return branch.replace(/^origin\//, '');
  }
  return 'main';
}
