import { textOf, type Notes, type Said } from '../converted.js';
import { isSecret, NOT_COPIED } from '../secrets.js';
import type { Provider } from './provider.js';
import { isMapping, jsonIn } from '../../../json.js';

const TAKEN = new Set('url method headers body queryParams transformResponse responseParser'.split(' '));
const METHODS = ['POST', 'PUT', 'PATCH', 'GET'];
/** What the connection sets by itself. */
const CONNECTION =
  /^(?:accept|accept-encoding|connection|content-length|content-type|expect|host|keep-alive|te|trailer|transfer-encoding|upgrade)$/i;
const NO_FORM = {
  why: 'its body is more than a mapping with {{prompt}} in it: raw text, other variables, or code',
  instead: 'Write model.body: { … "{prompt}" } by hand (hub: http).',
};

const NO_VARIABLE = { why: 'it holds a variable of the rows', instead: 'Write the text itself there.' };

/** A service of its own: where it is posted to, how, and where the answer stands. */
export function httpModel(provider: Provider, notes: Notes): Record<string, unknown> | undefined {
  const { id, config, where, placeOf } = provider;
  const url = textOf(config.url) ?? (/^https?:\/\//.test(id) ? id : undefined);
  const leave = (said: Said, key?: string): Record<string, unknown> | undefined => {
    notes.add(`provider ${id.slice(0, 80)}`, key === undefined ? where : placeOf(key), said);
    return undefined;
  };
  if (config.request !== undefined) return leave({ ...NO_FORM, why: 'a raw request is not taken apart' }, 'request');
  if (url === undefined || url.includes('{{') || !URL.canParse(url)) {
    return leave({ why: 'its address holds variables, or there is none', instead: 'Write model.url by hand (hub: http).' });
  }
  const method = (textOf(config.method) ?? 'POST').toUpperCase();
  if (!METHODS.includes(method))
    return leave({ why: `${method.slice(0, 20)} sends no question`, instead: `Allowed: ${METHODS.join(', ')}.` }, 'method');
  const headers = headersOf(provider, notes);
  const body = bodyOf(method === 'GET' ? config.queryParams : (config.body ?? { prompt: '{{prompt}}' }));
  if (body === undefined) return leave(NO_FORM, method === 'GET' ? 'queryParams' : 'body');
  if (method !== 'GET' && config.queryParams !== undefined) {
    notes.add('config.queryParams', placeOf('queryParams'), {
      why: 'beside a body there is no query here',
      instead: 'Write it into model.url.',
    });
  }
  for (const key of Object.keys(config)) {
    if (!TAKEN.has(key)) {
      notes.add(`config.${key.slice(0, 60)}`, placeOf(key), {
        why: 'hub: http has nothing like it',
        instead: 'Put a small service before yours, or leave it out.',
      });
    }
  }
  return {
    hub: 'http',
    name: new URL(url).hostname,
    url,
    ...(method !== 'POST' && { method }),
    ...(body.format === 'form' && { format: 'form' }),
    ...(Object.keys(headers).length > 0 && { headers }),
    body: body.value,
    ...answerOf(provider, notes),
  };
}

/** Secrets stay in variables: `{{env.NAME}}` becomes `${NAME}`. */
function headersOf({ config, placeOf }: Provider, notes: Notes): Record<string, string> {
  const given = isMapping(config.headers) ? Object.entries(config.headers) : [];
  return Object.fromEntries(
    given.flatMap(([name, value]) => {
      if (CONNECTION.test(name)) return [];
      const text = textOf(value)?.replace(/\{\{\s*env\.(\w{1,100})\s*\}\}/g, (_, variable: string) => `\${${variable}}`);
      const leave = (said: Said) => notes.add(`header ${name.slice(0, 60)}`, placeOf('headers'), said);
      if (text === undefined || text.includes('{{')) return leave(NO_VARIABLE);
      return isSecret(name, text) ? leave(NOT_COPIED) : [[name, text]];
    }),
  );
}

interface Body {
  value: Record<string, unknown>;
  format: 'json' | 'form';
}

function bodyOf(given: unknown): Body | undefined {
  if (isMapping(given)) return ours(given, 'json');
  if (typeof given !== 'string') return undefined;
  const json = jsonIn(given);
  if (json !== undefined) return ours(json, 'json');
  return /^[^\s=&{}]+=/.test(given) ? ours(Object.fromEntries(new URLSearchParams(given)), 'form') : undefined;
}

function ours(given: unknown, format: Body['format']): Body | undefined {
  if (!isMapping(given)) return undefined;
  const text = JSON.stringify(given);
  const isJustPrompt = !text.replace(/\{\{\s*prompt\s*\}\}/g, '').includes('{{') && text.includes('{{');
  if (!isJustPrompt || /\{(?:prompt|system_prompt|name)\}(?!\})/.test(text.replace(/\{\{\s*prompt\s*\}\}/g, ''))) return undefined;
  return { value: JSON.parse(text.replace(/\{\{\s*prompt\s*\}\}/g, '{prompt}')) as Record<string, unknown>, format };
}

const STEPS = /^json((?:\.[A-Za-z_$][\w$]*|\[\d{1,6}\]|\[["'][^"'\]]{1,100}["']\])+)$/;

/** `json.choices[0].message.content` is `/choices/0/message/content`; other code is not run. */
function answerOf({ config, placeOf }: Provider, notes: Notes): { answer?: string } {
  const key = config.transformResponse === undefined ? 'responseParser' : 'transformResponse';
  const code = textOf(config[key])?.trim().replaceAll('?.', '.');
  const steps = code === undefined ? undefined : STEPS.exec(code)?.[1];
  if (steps !== undefined) {
    const names = [...steps.matchAll(/\.([\w$]+)|\[["']?([^"'[\]]+)["']?\]/g)].map(([, dotted, inBrackets]) => dotted ?? inBrackets ?? '');
    return { answer: names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('') };
  }
  notes.add(code === undefined ? 'transformResponse' : `config.${key}`, placeOf(code === undefined ? 'url' : key), {
    why: code === undefined ? 'where the answer stands in the reply is not said' : 'no code is run',
    instead: 'Write the way to the answer as model.answer, a JSON Pointer such as /choices/0/message/content.',
  });
  return {};
}
