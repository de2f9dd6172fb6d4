// Reads the error in a server's reply: its sentence, its codes, and the wait that it asks for.

import { asRecord, isMapping, jsonIn, listIn } from '../shared/json.ts';
import sentences from './sentences.json' with { type: 'json' };

/** Reads a server's error in any of the usual forms. */
export function readServerError(body: string) {
  const parsed = jsonIn(body);
  if (parsed === undefined) {
    if (!body.trimStart().startsWith('<')) return { words: body, wordsAndCodes: body };
    const title = /<title[^>]{0,200}>([^<]{1,300})/i.exec(body)?.[1] ?? '';
    return { words: title, wordsAndCodes: `PAGE ${title}` };
  }
  const words = sentenceOf(parsed);
  const codes = codesIn(parsed).join(' ');
  // Google states the wait in the details. For a daily limit, the stated wait is wrong.
  const [, seconds] = codes.includes('PerDay') ? [] : (WAIT.exec(codes) ?? []);
  const wait = seconds === undefined ? undefined : Number(seconds) * 1000;
  return { words, wordsAndCodes: `${words} ${codes}`, wait };
}

const WAIT = /(?:^| )(\d{1,9}(?:\.\d{1,9})?)s(?: |$)/;

/** The paths of faults as FastAPI sends them. Each fault has a place and a sentence. */
const FAULTS = ['detail', 'message.detail', 'message'];

/**
 * The message of an error: the first text at a path of `sentences.json`, which lists the closest
 * cause first. OpenRouter nests a raw error in it.
 */
export function sentenceOf(parsed: unknown): string {
  const faults = FAULTS.map((path) => asRecord(firstAt(parsed, path)));
  const placed = faults.flatMap(({ loc, msg }) => (msg ? [...listIn(loc), msg].join(' ') : []));
  const texts = [...sentences.map((path) => firstAt(parsed, path)), ...placed, parsed];
  const text = texts.filter((value) => typeof value === 'string').find(Boolean) ?? '';
  const inner = text === firstAt(parsed, 'error.metadata.raw') ? jsonIn(text) : undefined;
  return isMapping(inner) ? sentenceOf(inner) : text;
}

/** The value at a path. A list stands for its first entry, since Google sends lists of one. */
function firstAt(value: unknown, path: string): unknown {
  const [first] = [value].flat();
  return path.split('.').reduce((at, step) => [asRecord(at)[step]].flat()[0], first);
}

/** Texts of an error that look like codes, not like sentences or a user's text. */
function codesIn(parsed: unknown) {
  const codes: string[] = [];
  const queue: unknown[] = [parsed];
  for (let seen = 0; queue.length > 0 && seen < 500; seen++) {
    const value = queue.shift();
    if (typeof value === 'string' && /^[\w.:/-]{1,80}$/.test(value)) codes.push(value);
    const { flagged_input: flagged, reasons, ...others } = asRecord(value);
    // OpenRouter quotes the text that it flags.
    if (flagged !== undefined || listIn(reasons).length > 0) codes.push('content_filter');
    queue.push(...Object.values(others).slice(0, 100));
  }
  return codes;
}
