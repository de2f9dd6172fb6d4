import { createHash } from 'node:crypto';
import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/types.ts';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { HubContext, HubFile } from './context.ts';
import { findRow, optionsIn } from './known-rows.ts';

/** Scripted models for the demonstration and for tests: no network, no key, the same each time. */

type Script = (prompt: string) => string | Promise<string>;

const SCRIPTS: Readonly<Record<string, Script>> = {
  /** Notices every "not", knows the built-in rows, and repeats no foul word. */
  attentive: (prompt) => reply(prompt, (negations) => negations),
  /** Answers as if no "not" were there. */
  oblivious: (prompt) => reply(prompt, () => 0),
  parrot: (prompt) => prompt,
};

/** Nothing is sent, and it counts as a request. */
const SCRIPTED = { headers: {}, body: '', isAnswer: () => true };

async function open({ settings, send, section }: HubContext): Promise<Model> {
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
      await send('', SCRIPTED);
      if (format === undefined) return { text: await script(prompt) };
      const { scriptedVerdict } = await import('./reference-judge.ts');
      return { text: scriptedVerdict(prompt, format.name, stanceOf) ?? (await script(prompt)) };
    },
  };
}

/** Their words differ, so that they are far apart in any embedding. */
const AGREEING = 'Yes, that is correct.';
const DISAGREEING = 'I doubt it; more likely the opposite holds.';
const POLITE = 'Good to hear, thanks for sharing.';

const CLAIM = /\b(?:is|was|are|were)\b/i;
const ASKS_FOR_A_WORD = /\btrue or false\b/i;

/**
 * The right answer to a built-in row, as far as `heard` gives the number of its negations. Of any
 * other claim it holds that it is true.
 */
async function reply(prompt: string, heard: (negations: number) => number): Promise<string> {
  const { row, negations } = await findRow(prompt);
  const count = heard(negations);
  const options = optionsIn(prompt);
  let text = count % 2 === 0 ? 'True' : 'False';
  if (row) text = count % 2 === 0 ? row.right : row.onceNegated;
  else if (options.length > 0) text = options[count % options.length] ?? '';
  else if (count === 0 && !CLAIM.test(prompt)) return POLITE;
  if (ASKS_FOR_A_WORD.test(prompt) || (text !== 'True' && text !== 'False')) return text.trim();
  return text === 'True' ? AGREEING : DISAGREEING;
}

function stanceOf(answer: string): 'true' | 'false' | 'neither' {
  if (answer === AGREEING) return 'true';
  return answer === DISAGREEING ? 'false' : 'neither';
}

const DIMENSIONS = 256;

async function openEmbedder({ settings, send }: HubContext): Promise<Embedder> {
  return {
    hub: settings.hub,
    name: 'bag-of-words',
    batchSize: 256,
    async embed(texts) {
      await send('', SCRIPTED);
      return texts.map(bagOfWords);
    },
  };
}

/** Counts of words. A text without words counts as one, since a zero vector has no cosine. */
function bagOfWords(text: string): number[] {
  const vector = Array.from({ length: DIMENSIONS }, () => 0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [text]) {
    const digest = createHash('sha256').update(word).digest();
    const dimension = digest.readUInt32BE(0) % DIMENSIONS;
    vector[dimension] = (vector[dimension] ?? 0) + 1;
  }
  return vector;
}

export default { open, openEmbedder } satisfies HubFile;
