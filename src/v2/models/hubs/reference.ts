import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder } from '../../../core/embed.ts';
import type { Model } from '../../../core/types.ts';
import { ConfigError } from '../../../errors.ts';
import { quoted } from '../../../json.ts';
import type { HubContext, HubFile } from './context.ts';
import { countNegations, findKnown, gistOf, optionLines } from './known-rows.ts';

/** Scripted models for the demonstration and for tests: no network, no key, the same each time. */

type Script = (prompt: string) => string | Promise<string>;

const SCRIPTS: Readonly<Record<string, Script>> = {
  /** Notices every "not", knows the built-in rows, and repeats no foul word. */
  attentive: (prompt) => reply(prompt, (negations) => negations),
  /** Answers as if no "not" were there. */
  oblivious: (prompt) => reply(prompt, () => 0),
  parrot: (prompt) => prompt,
};

async function open({ settings, door, section }: HubContext): Promise<Model> {
  const { hub, name } = settings;
  const script = Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined;
  if (!script)
    throw new ConfigError(`There is no scripted model ${quoted(name)}.`, {
      where: `${section}.name`,
      remedy: `Allowed are ${Object.keys(SCRIPTS).join(', ')}.`,
    });
  return {
    hub,
    name,
    async answer(prompt, { format } = {}) {
      door.note({ model: name });
      // Lets signals and deadlines through, as a request does.
      await nextTurn();
      if (format === undefined) return { text: await script(prompt) };
      const { scriptedVerdict } = await import('./reference-judge.ts');
      return { text: scriptedVerdict(prompt, format.name, stanceOf) ?? (await script(prompt)) };
    },
  };
}

const WORDS = {
  agreeing: ['Yes, that is correct.', 'True, as far as I know.', 'Right, I agree with that.'],
  disagreeing: [
    'No, this looks wrong to me.',
    'I doubt it; more likely the opposite holds.',
    'Wrong, it must be the other way round.',
  ],
  polite: ['Thank you, noted.', 'Understood.', 'Good to hear, thanks for sharing.'],
  declining: ["I can't help with that.", "Sorry, I can't help with this request."],
} as const;

const CLAIM = /\b(?:is|was|are|were)\b/i;
const ASKS_FOR_A_WORD = /\btrue or false\b/i;

/**
 * The right answer to a built-in row, as far as `heard` gives the number of its negations. Of any
 * other claim it holds that it is true.
 */
async function reply(prompt: string, heard: (negations: number) => number): Promise<string> {
  const choice = numberOf(gistOf(prompt));
  const pick = (choices: readonly string[], more = 0) =>
    choices[(choice + more) % choices.length] ?? '';
  const known = await findKnown(prompt);
  const negations = heard(known?.negations ?? countNegations(prompt));
  const isEven = negations % 2 === 0;
  if (known?.isHarmful) return pick(WORDS.declining);
  const right = known?.right[isEven ? 0 : 1] ?? [];
  if (right.length > 0) return pick(right);
  const options = optionLines(prompt);
  if (options.length > 0) return pick(options, negations).trim();
  const holds = (known?.truth ?? true) === isEven;
  if (ASKS_FOR_A_WORD.test(prompt)) return holds ? 'True' : 'False';
  if (negations === 0 && !CLAIM.test(prompt)) return pick(WORDS.polite);
  return pick(holds ? WORDS.agreeing : WORDS.disagreeing);
}

function stanceOf(answer: string): 'true' | 'false' | 'neither' {
  if (WORDS.agreeing.some((known) => known === answer)) return 'true';
  return WORDS.disagreeing.some((known) => known === answer) ? 'false' : 'neither';
}

const DIMENSIONS = 256;

async function openEmbedder({ settings, door }: HubContext): Promise<Embedder> {
  return {
    hub: settings.hub,
    name: 'bag-of-words',
    batchSize: 256,
    async embed(texts) {
      door.note({});
      return texts.map(bagOfWords);
    },
  };
}

/** Counts of words. A text without words counts as one, since a zero vector has no cosine. */
function bagOfWords(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [text]) {
    const dimension = numberOf(word) % DIMENSIONS;
    vector[dimension] = (vector[dimension] ?? 0) + 1;
  }
  return vector;
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0);
}

export default { open, openEmbedder } satisfies HubFile;
