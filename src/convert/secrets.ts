import { isMapping, listIn } from '../json.ts';

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

export const NOT_COPIED = {
  why: 'it looks like a secret, and `convert` copies no secrets',
  instead:
    'Set the variable of the hub (OPENAI_API_KEY, HF_TOKEN …). In headers of hub: http, write "${NAME}".',
};

/**
 * Returns a copy without secrets at any depth, in addresses and in texts. `onSecret` gets the path
 * of each.
 */
export function dropSecrets<T>(value: T, onSecret: (path: string) => void, path?: string): T;
export function dropSecrets(value: unknown, onSecret: (path: string) => void, path = ''): unknown {
  if (Array.isArray(value)) return listIn(value).map((entry) => dropSecrets(entry, onSecret, path));
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
export function hideSecrets(text: string): string {
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
