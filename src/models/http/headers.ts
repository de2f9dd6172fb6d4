import { ConfigError } from '../../errors.js';
import { quoted } from '../../json.js';
import type { Section, Variables } from '../settings.js';
import type { Clean } from './server-words.js';
import type { Refusal } from './endpoint.js';

/** Headers that the configuration of `hub: http` names. A secret in one is a variable of the job that the workflow lists. */

export interface OwnHeader {
  name: string;
  value: string;
  /** Holds the value of a variable: it goes where a key may go, and nowhere else. */
  isSecret: boolean;
  /** The missing variable. Like a missing key it fails the first request, so that `plan` needs none. */
  missing?: string;
}

const TOKEN = /^[\w!#$%&'*+.^`|~-]+$/;
const VISIBLE = /^[\x20-\x7e]*$/;
/** They say where a message ends, or whom it is for: the connection's own business. */
const CONNECTION = new Set(
  'accept accept-encoding connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade'.split(' '),
);
const VARIABLE = /\$\{(\w+)\}/g;

/** The headers with each `${NAME}` replaced by the variable's value. Throws ConfigError for what no header can carry. */
export function ownHeaders(headers: Readonly<Record<string, string>>, section: Section, variables: Variables = {}): OwnHeader[] {
  return Object.entries(headers).map(([name, template]) => {
    const where = `${section}.headers.${name}`;
    const lower = name.toLowerCase();
    if (!TOKEN.test(name) || CONNECTION.has(lower) || lower.startsWith('proxy-')) {
      const remedy = 'Names are letters, digits and dashes; what belongs to the connection (host, content-type …) is set by itself.';
      throw new ConfigError(`${quoted(name)} is no header that can be set.`, { where, remedy });
    }
    let missing: string | undefined;
    const value = template.replace(VARIABLE, (_, variable: string) => {
      const found = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
      if (!found) missing ??= variable;
      return found ?? '';
    });
    if (!VISIBLE.test(value)) {
      throw new ConfigError(`The value of the header ${quoted(name)} holds a line break or a letter that no header has.`, {
        where,
        remedy: 'Use printable ASCII; store a secret again, without line breaks.',
      });
    }
    return { name: lower, value, isSecret: value !== template, ...(missing !== undefined && { missing }) };
  });
}

export function variableRemedy(variable: string): string {
  return (
    `List ${quoted(variable)} in \`header-variables\` under \`with:\`, and set it under \`env:\` of the step; in a terminal, ` +
    'set it, and list it in SENSITIVITY_HEADER_VARIABLES.'
  );
}

export interface Trust {
  /** Why an address may not be asked; `undefined` if it may. */
  refusal(url: URL): Refusal | undefined;
  /** Whether the key may not go to an address that may be asked. */
  withholds?(url: URL): boolean;
  clean: Clean;
  headers?: readonly OwnHeader[];
}

const KEY_HEADERS = ['api-key', 'authorization'];

/** Whether a request may be sent, and its headers. Only the headers listed here leave: SDKs add some about the machine. */
export function destinationAt(url: URL, given: RequestInit['headers'], trust: Trust) {
  const withheld = trust.withholds?.(url) ?? false;
  const all = given instanceof Headers ? given : new Headers(given);
  const headers: Record<string, string> = { 'user-agent': 'sensitivity-action', accept: '*/*', 'accept-encoding': 'identity' };
  for (const name of ['accept', 'content-type', ...(withheld ? [] : KEY_HEADERS)]) {
    const value = all.get(name);
    if (value !== null) headers[name] = value;
  }
  const own = (trust.headers ?? []).filter(({ isSecret }) => !(isSecret && withheld));
  for (const { name, value } of own) headers[name] = value;
  const secrets = own.flatMap(({ isSecret, value }) => (isSecret ? [value] : []));
  return {
    url,
    /** Without its query, fit for a message. */
    where: trust.clean(`${url.origin}${url.pathname}`),
    refused: trust.refusal(url),
    withheld,
    headers,
    key: [...KEY_HEADERS.map((name) => headers[name]), ...secrets].find((value) => value !== undefined),
  };
}
