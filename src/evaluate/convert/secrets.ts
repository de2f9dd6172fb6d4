import type { Path } from '../../config/positions.js';
import { isMapping } from '../../json.js';
import type { Notes, Said } from './converted.js';

/** Names of keys, headers and query parameters that stand for a secret; `max_tokens` counts tokens, and is none. */
const SECRET = /auth|cookie|credential|key|passw|secret|session|token(?!s)/i;

export const NOT_COPIED: Said = {
  why: 'it is named like a secret, and none is copied into a configuration',
  instead:
    'Set the variable of the hub (OPENAI_API_KEY, AZURE_OPENAI_API_KEY, HF_TOKEN), or SENSITIVITY_API_KEY. A service with hub: http takes it as a ' +
    'header: write "${NAME}" there, and list NAME in header-variables (terminal: SENSITIVITY_HEADER_VARIABLES).',
};

/** Whether a text stands there under the name of a secret, and not the name of a variable in its place. */
export function isSecret(name: string, value: unknown): boolean {
  return SECRET.test(name) && [value].flat().some((text) => typeof text === 'string' && !/\$\{\w/.test(text));
}

/** Takes out every text that is named like a secret, at any depth and in the addresses too, and names it. */
export function withoutSecrets<Value>(value: Value, notes: Notes, where: (path: Path) => string): Value {
  const leave = (path: Path, part = '') => notes.add(`${path.join('.')}${part}`.slice(0, 120), where(path), NOT_COPIED);
  const walk = (one: unknown, path: Path): unknown => {
    if (Array.isArray(one)) return one.map((entry: unknown, i) => walk(entry, [...path, i]));
    if (typeof one === 'string') return bareAddress(one, (part) => leave(path, part));
    if (!isMapping(one)) return one;
    const kept = Object.entries(one).filter(([name, inner]) => {
      if (isSecret(name, inner)) leave([...path, name]);
      return !isSecret(name, inner);
    });
    return Object.fromEntries(kept.map(([name, inner]) => [name, walk(inner, [...path, name])]));
  };
  return walk(value, []) as Value;
}

/** An address without user, password and query parameters that are named like a secret. */
function bareAddress(text: string, leave: (part: string) => void): string {
  const url = /^https?:/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const names = [...(url?.searchParams.keys() ?? [])].filter((name) => SECRET.test(name));
  if (url === undefined || (names.length === 0 && url.username === '' && url.password === '')) return text;
  if (url.username !== '' || url.password !== '') leave(' (user and password)');
  [url.username, url.password] = ['', ''];
  for (const name of names) {
    leave(`?${name}`);
    url.searchParams.delete(name);
  }
  return url.href;
}
