import { canonical, isMapping, jsonIn } from '../../json.ts';

/** JSON objects in a judge's reply: within prose, fences and marks of a model's template. */

export interface ReplyObject {
  json: string;
  object: Record<string, unknown>;
  /** Its place in the reply. */
  start: number;
  end: number;
}

/** Marks that some servers leave at the end of a reply. */
const END_MARKS = [
  '</s>',
  ...['im_end', 'eot_id', 'end', 'endoftext', 'return'].map((name) => `<|${name}|>`),
];
/** Thinking of Mistral's models. Servers that know it take it out. */
const THOUGHT = /^[^]*\[\/THINK\]/;

/** The reply without thinking and without the marks at its end. */
export function removeMarks(reply: string): string {
  let text = reply.replace(THOUGHT, '').trim();
  for (;;) {
    const mark = END_MARKS.find((candidate) => text.endsWith(candidate));
    if (mark === undefined) return text;
    text = text.slice(0, -mark.length).trimEnd();
  }
}

/** Maximum number of places at which an object may begin: prose may hold single braces. */
const MAX_STARTS = 50;

/** A brace behind one of these is a quotation, not the judge's own answer. */
const QUOTES = ['"', "'", '“', '‘', '«', '„'];

/** Returns the outermost objects of a reply in order, without those inside a text of another. */
export function objectsIn(reply: string): ReplyObject[] {
  const objects: ReplyObject[] = [];
  let position = reply.indexOf('{');
  for (let starts = 0; position >= 0 && starts < MAX_STARTS; starts += 1) {
    const object = objectFrom(reply, position);
    if (object && !QUOTES.includes(reply[position - 1] ?? '')) objects.push(object);
    position = reply.indexOf('{', object ? object.end : position + 1);
  }
  return objects;
}

/**
 * The object that begins at a brace; undefined if it is none. A raw line break in a text and a
 * comma before a closing bracket are mended, as many judges write them.
 */
function objectFrom(reply: string, start: number): ReplyObject | undefined {
  const parts: string[] = [];
  // The place of a comma that a closing bracket may follow.
  let comma: number | undefined;
  let depth = 0;
  let isInText = false;
  for (let position = start; position < reply.length; position += 1) {
    const sign = reply.charAt(position);
    if (isInText) {
      if (sign === '"') isInText = false;
      parts.push(sign === '\\' ? reply.slice(position, position + 2) : escapedControl(sign));
      if (sign === '\\') position += 1;
      continue;
    }
    const isEnd = sign === '}' || sign === ']';
    if (isEnd && comma !== undefined) parts[comma] = '';
    if (sign === ',') comma = parts.length;
    else if (!/\s/.test(sign)) comma = undefined;
    parts.push(sign);
    if (sign === '"') isInText = true;
    if (sign === '{' || sign === '[') depth += 1;
    if (isEnd) depth -= 1;
    if (depth > 0) continue;
    const json = parts.join('');
    const object = jsonIn(json);
    return isMapping(object) ? { json, object, start, end: position + 1 } : undefined;
  }
  return undefined;
}

function escapedControl(sign: string): string {
  return sign < ' ' ? JSON.stringify(sign).slice(1, -1) : sign;
}

/**
 * Removes objects that one of the judged texts holds too: a judge that only repeats the object that
 * a text asks for has not judged. A reply that is one object and nothing else is the judge's own.
 */
export function removeEchoes(reply: string, texts: unknown): string {
  const objects = objectsIn(reply);
  const [firstObject] = objects;
  const prose = firstObject ? reply.slice(0, firstObject.start) + reply.slice(firstObject.end) : '';
  if (objects.length === 0 || (objects.length === 1 && !/[\p{L}\p{N}]{5}/u.test(prose)))
    return reply;
  const objectsOfTexts = new Set(
    textsIn(texts).flatMap((text) => objectsIn(text).map(({ object }) => canonical(object))),
  );
  let remaining = reply;
  for (const { object, start, end } of objects.toReversed())
    if (objectsOfTexts.has(canonical(object)))
      remaining = remaining.slice(0, start) + remaining.slice(end);
  return remaining;
}

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
