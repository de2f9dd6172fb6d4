import { UNNAMED_MODEL } from '../config/resolve.js';
import { isMapping, listIn } from '../json.js';

/** A part of the source file that is not converted, with the reason and a way out. */
export interface NotConverted {
  what: string;
  /** `file:line:column` of each. */
  places: string[];
  why: string;
  instead: string;
}
export type Reason = Pick<NotConverted, 'why' | 'instead'>;

export interface ConvertedRow {
  /** The name of the row in its data set. */
  id?: string;
  text: string;
  options?: string;
  /** Values that fill placeholders of the prompts beside the text, by column. */
  columns: Readonly<Record<string, string>>;
  /** Right answers, each sufficient: labels, texts of options, true and false, or words. */
  answers: readonly string[];
  should?: 'answer' | 'refuse';
  place: string;
}

export interface Material {
  format: string;
  model: Record<string, unknown>;
  prompts: ConvertedPrompts;
  rows: readonly ConvertedRow[];
  /** Rules that every answer must keep. */
  rules: readonly string[];
}

/** Prompts as this project writes them: placeholders in single braces, other braces doubled. */
export interface ConvertedPrompts {
  /** With `{text}` and `{options}`. */
  prompt?: string;
  /** The file of the prompt, in place of its text. */
  prompt_file?: string;
  system_prompt?: string;
  /** Values that are the same for all rows. */
  variables: Readonly<Record<string, string | { file: string }>>;
  /** Columns of the rows that fill a placeholder of their name. */
  fill: readonly string[];
}

/** Takes the place of the model until the user names one. */
export const NO_MODEL = { hub: 'openai', name: UNNAMED_MODEL };

/**
 * Collects notes on parts that are not converted; equal notes share one entry. `add` returns an
 * empty list, for a caller in `flatMap`.
 */
export class Notes {
  readonly known = new Map<string, NotConverted>();

  add(what: string, place: string, { why, instead }: Reason): never[] {
    const key = JSON.stringify([what, why, instead]);
    const entry = this.known.get(key);
    if (entry) entry.places.push(place);
    else
      this.known.set(key, { what: hideSecrets(what).slice(0, 120), places: [place], why, instead });
    return [];
  }
}

/**
 * The last word of a name that holds a secret: of a key, a header, a variable or a query parameter.
 * `apiKey` ends in the word `key`, and `keyword` does not.
 */
const SECRET_WORDS = new Set(
  'auth authorization cookie cookies credential credentials key keys passwd password passphrase secret secrets session token'.split(
    ' ',
  ),
);

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
  const lastWord = words.at(-1) ?? '';
  return SECRET_WORDS.has(lastWord) || SECRET_WORDS.has(words.join('')) || /apikey$/.test(lastWord);
}

const SECRET_TEXT = /\b(?:sk-|hf_|gh[a-z]_|github_pat_|xox[a-z]-|glpat-|AKIA)[\w-]{12,}/g;

export const NOT_COPIED: Reason = {
  why: 'it looks like a secret, and `convert` copies no secrets',
  instead:
    'Set the variable of the hub (OPENAI_API_KEY, HF_TOKEN …). In headers of hub: http, write "${NAME}".',
};

/**
 * Returns a copy without secrets at any depth, in addresses and in texts. `onSecret` gets the path
 * of each.
 */
export function dropSecrets(value: unknown, onSecret: (path: string) => void, path = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => dropSecrets(entry, onSecret, path));
  if (typeof value === 'string') {
    if (hideSecrets(value) !== value) onSecret(path);
    return hideSecrets(value);
  }
  if (!isMapping(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const innerPath = path === '' ? name : `${path}.${name}`;
    const isSecret = isSecretName(name) && !isVariable(inner);
    if (isSecret) onSecret(innerPath);
    return isSecret ? [] : [[name, dropSecrets(inner, onSecret, innerPath)] as const];
  });
  return Object.fromEntries(entries);
}

/** True for a reference to a variable, such as `Bearer ${TOKEN}`, and for a value without text. */
function isVariable(value: unknown): boolean {
  if (typeof value === 'string') return /^[^$]*\$\{\w+\}$/.test(value);
  if (Array.isArray(value)) return value.every(isVariable);
  return value === null || value === undefined || typeof value === 'boolean';
}

/**
 * Returns a text with `[secret]` in place of keys, and with addresses without user, password and
 * secret query parameters.
 */
function hideSecrets(text: string): string {
  return text
    .replace(/https?:\/\/[^\s"'<>]+/gi, hideAddressSecrets)
    .replace(SECRET_TEXT, '[secret]');
}

function hideAddressSecrets(text: string): string {
  if (!URL.canParse(text)) return text;
  const url = new URL(text);
  const secrets = [...url.searchParams.keys()].filter(isSecretName);
  if (secrets.length === 0 && url.username === '' && url.password === '') return text;
  url.username = '';
  url.password = '';
  for (const name of secrets) url.searchParams.delete(name);
  return url.href;
}

export function scalarText(value: unknown): string | undefined {
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined;
}

export function asList(value: unknown): unknown[] {
  if (Array.isArray(value)) return listIn(value);
  return value === undefined || value === null ? [] : [value];
}

/** Doubles the braces of a text that becomes a prompt. */
export const escaped = (text: string): string => text.replace(/[{}]/g, '$&$&');
