import { ConfigError } from '../errors.js';
import { quoted } from '../json.js';
import type { Section } from './section.js';

interface How {
  method: string;
  format: 'json' | 'form';
  endpoint: URL;
  section: Section;
}

/**
 * A filled body as it is sent, and where: JSON, a form, or the query of a GET.
 * @throws ConfigError for a form with values that are no plain ones.
 */
export function written(body: Record<string, unknown>, { method, format, endpoint, section }: How) {
  if (method === 'GET') {
    const url = new URL(endpoint);
    for (const [name, value] of fields(body, section)) url.searchParams.append(name, value);
    return { url, method, headers: {} };
  }
  if (format === 'form') {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    return { url: endpoint, method, headers, body: new URLSearchParams(fields(body, section)).toString() };
  }
  return { url: endpoint, method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** A list is its name once for each of its values, as a browser sends them. */
function fields(body: Record<string, unknown>, section: Section): [string, string][] {
  return Object.entries(body).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).map((one): [string, string] => {
      if (typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean') return [name, String(one)];
      throw new ConfigError(`A form has no place for ${one === null ? 'null' : 'a list or a mapping'} in ${quoted(name)}.`, {
        where: `${section}.body.${name}`,
        remedy: `Write a text, a number, or true or false; or set \`${section}.format: json\` and \`${section}.method: POST\`.`,
      });
    }),
  );
}
