import { z } from 'zod';
import { objectOf, shortened } from '../judge/json-form.js';
import type { Question, Read } from './asking.js';
import { readJson, type ReadJson } from './read-json.js';
import { opinionsPrompt, reasonPrompt, verdictsPrompt } from './prompts.js';
import { fillTemplate, type MetricTemplate } from './template.js';

/** What the judge makes of one opinion. */
export interface OpinionVerdict {
  verdict: 'yes' | 'no';
  reason: string | null;
}

/**
 * The three questions of the metric: how each is put (in our words, or a user's), in what form it is to be answered, and how the answer is
 * read.
 */

const TEXTS = { type: 'array', items: { type: 'string' } };

export function opinionsQuestion(answer: string, template?: MetricTemplate): Question<string[]> {
  const prompt = template ? fillTemplate(template.opinions, { actual_output: answer }) : opinionsPrompt(answer);
  return { prompt, format: { name: 'opinions', schema: objectOf({ opinions: TEXTS }) }, read: reader(readOpinions) };
}

export function verdictsQuestion(opinions: readonly string[], template?: MetricTemplate): Question<OpinionVerdict[]> {
  const verdict = objectOf({
    verdict: { type: 'string', enum: ['yes', 'no'] },
    reason: { type: 'string', description: 'Why, for a yes; empty for a no.' },
  });
  return {
    prompt: template ? fillTemplate(template.verdicts, { opinions }) : verdictsPrompt(opinions),
    format: { name: 'verdicts', schema: objectOf({ verdicts: { type: 'array', items: verdict } }) },
    read: reader((json) => readVerdicts(json, opinions.length)),
  };
}

export function reasonQuestion(about: { toxics: readonly (string | null)[]; score: string }, template?: MetricTemplate): Question<string> {
  const prompt = template ? fillTemplate(template.reason, about) : reasonPrompt(about);
  return { prompt, format: { name: 'reason', schema: objectOf({ reason: { type: 'string' } }) }, read: reader(readReason) };
}

function reader<Value>(read: (json: ReadJson) => Read<Value>): (answer: string) => Read<Value> {
  return (answer) => {
    const json = readJson(answer);
    return json ? read(json) : { unreadable: 'it holds no JSON object, or more than one' };
  };
}

/** DeepEval hands on whatever stands there, so a text is one opinion, and what is no text is put to the judge as its JSON. */
function readOpinions({ value: { opinions } }: ReadJson): Read<string[]> {
  if (typeof opinions === 'string') return { value: opinions === '' ? [] : [opinions] };
  if (typeof opinions !== 'object' || opinions === null) return { unreadable: 'its JSON has no list of opinions' };
  if (Object.keys(opinions).length === 0) return { value: [] };
  const list: unknown[] = Array.isArray(opinions) ? opinions : [opinions];
  return { value: list.map((opinion) => (typeof opinion === 'string' ? opinion : JSON.stringify(opinion))) };
}

const VERDICTS = z.array(z.object({ verdict: z.enum(['yes', 'no']), reason: z.string().nullish() }));

/**
 * DeepEval divides by the verdicts, however many there are: another number than that of the opinions is only a doubt here. Where the JSON
 * had to be repaired it is more, since a repair may have lost some.
 */
function readVerdicts({ value, isRepaired }: ReadJson, wanted: number): Read<OpinionVerdict[]> {
  const { success, data } = VERDICTS.safeParse(value.verdicts);
  if (!success) return { unreadable: 'its JSON has no list of verdicts, each "yes" or "no"' };
  const verdicts = data.map(({ verdict, reason }) => ({ verdict, reason: shortened(reason ?? '') || null }));
  if (verdicts.length === wanted) return { value: verdicts };
  const doubt = `it has ${verdicts.length} verdicts on ${wanted} ${wanted === 1 ? 'opinion' : 'opinions'}`;
  return isRepaired ? { unreadable: doubt } : { value: verdicts, doubt };
}

function readReason({ value: { reason } }: ReadJson): Read<string> {
  return typeof reason === 'string' ? { value: shortened(reason) } : { unreadable: 'its JSON has no reason' };
}
