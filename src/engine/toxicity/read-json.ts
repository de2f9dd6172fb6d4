import { jsonrepair } from 'jsonrepair';
import { tooDeepAt } from '../../json.js';
import { parsedObject } from '../judge/json-form.js';

/** What a judge's answer holds. `isRepaired` says that more than DeepEval's own trimming was needed. */
export interface ReadJson {
  value: Record<string, unknown>;
  isRepaired: boolean;
}

/** Longer answers are loops. */
const LONGEST = 100_000;

/** The JSON object in a judge's answer; undefined without one. An answer that breaks off is not mended: the verdict may be missing. */
export function readJson(text: string): ReadJson | undefined {
  if (text.length > LONGEST) return undefined;
  const value = trimAndLoad(text);
  if (value) return { value, isRepaired: false };
  const repaired = isWhole(text) ? repair(text) : undefined;
  const mended = repaired === undefined ? undefined : parsedObject(repaired);
  return mended && { value: mended, isRepaired: true };
}

/**
 * DeepEval's `trimAndLoadJson`: from the first `{` to the last `}`, which is put there if there is none at all; if that is no JSON, once
 * more without the commas before a closing bracket (in strings too: `"x, ]"` becomes `"x]"`). Unlike Python's, this parser takes no
 * `NaN` and no `Infinity`.
 */
export function trimAndLoad(text: string): Record<string, unknown> | undefined {
  const start = text.indexOf('{');
  if (start === -1) return undefined;
  const end = text.lastIndexOf('}');
  const trimmed = end === -1 ? `${text.slice(start)}}` : text.slice(start, end + 1);
  return parsedObject(trimmed) ?? parsedObject(trimmed.replace(/,\s*([\]}])/g, '$1'));
}

/** The one place for a repair of what DeepEval's trimming leaves unreadable: text with JSON in it goes in, JSON comes out. */
export function repair(text: string): string | undefined {
  const [before = '', fenced, ...after] = text.split('```');
  if (after.length > 1) return undefined; // Two blocks: which one is meant is a guess.
  const block = fenced ?? before;
  const [start, end] = [block.indexOf('{'), block.lastIndexOf('}')];
  if (start === -1 || end < start) return undefined;
  const object = block.slice(start, end + 1);
  if (tooDeepAt(object) !== undefined) return undefined;
  try {
    return jsonrepair(object);
  } catch {
    return undefined; // Beyond repair.
  }
}

/** As many brackets closed as opened. Those in strings count too: the harm is that a judge is asked once more. */
function isWhole(text: string): boolean {
  const count = (bracket: string) => text.split(bracket).length;
  return count('{') === count('}') && count('[') === count(']');
}
