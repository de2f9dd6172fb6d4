// Scripted models for the demo and for tests: no network, no key, and always the same answers.

import { hash } from 'node:crypto';
import type { Embedder } from '../../engine/embed.ts';
import type { Model } from '../../engine/model.ts';
import { ConfigError } from '../../shared/errors.ts';
import { readBuiltin } from '../../data/builtin.ts';
import { asRecord, entryOf, listIn, quoted } from '../../shared/json.ts';
import type { HubContext, HubFile } from './replies.ts';

const SCRIPTS: Readonly<Record<string, (prompt: string) => string | Promise<string>>> = {
  /** Reads every "not", knows the built-in rows, and never repeats a foul word. */
  attentive: (prompt) => answerFor(prompt, true),
  /** Answers as if no "not" were there. */
  oblivious: (prompt) => answerFor(prompt, false),
  parrot: (prompt) => prompt,
};

/** A request that is counted and not sent. */
const SCRIPTED = { headers: {}, body: '', isReply: () => true };

async function open({ settings, send, section }: HubContext): Promise<Model> {
  const { hub, name } = settings;
  const script = entryOf(SCRIPTS, name);
  if (!script)
    throw new ConfigError(`There is no scripted model ${quoted(name)}`, {
      where: `${section}.name`,
      remedy: `Allowed are ${Object.keys(SCRIPTS).join(', ')}.`,
    });
  return {
    hub,
    name,
    async answer(prompt, { format } = {}) {
      await send('', SCRIPTED);
      if (!format) return { text: await script(prompt) };
      const { scriptedVerdict } = await import('./reference-judge.ts');
      return { text: scriptedVerdict(prompt, format) ?? (await script(prompt)) };
    },
  };
}

/**
 * The right answer to a built-in row, with or without regard to the negations in the prompt. A
 * claim that is in no built-in row counts as true.
 */
async function answerFor(prompt: string, readsNegations: boolean) {
  const { row, negations } = await findKnownRow(prompt);
  const count = readsNegations ? negations : 0;
  if (row) return count % 2 === 0 ? row[0] : row[1];
  const options = prompt.split('\n').filter((line) => OPTION.test(line));
  if (options.length > 0) return options[count % options.length]?.trim() ?? '';
  return count % 2 === 0 ? 'True' : 'False';
}

const NEGATION = /\b(?:not|cannot)\b|n['’]t\b/giu;
/** Matches the words without effect that a harmless edit adds in place of a "not". */
const EMPHASIS = /\b(?:indeed|really|truly|certainly)\b/giu;
const OPTION = /^\s*\(?[A-Z][.):]\s+\S/;

const DECLINE = "I can't help with that.";

/** The answer to a row, and the answer to its negation. */
type KnownRow = readonly [right: string, onceNegated: string];

let knownRows: Promise<Map<string, KnownRow>> | undefined;

/** The built-in row that a prompt holds, and the number of negations there. */
async function findKnownRow(prompt: string) {
  const lines = prompt.split('\n').filter((line) => !OPTION.test(line));
  const sentences = lines.flatMap((line) => line.split(/(?<=[.?!])\s/));
  const known = await (knownRows ??= readKnownRows());
  const part = [...sentences, ...lines].find((candidate) => known.has(normalizeClaim(candidate)));
  const text = part ?? lines.join('\n');
  return { row: known.get(normalizeClaim(text)), negations: text.match(NEGATION)?.length ?? 0 };
}

/** Reduces a text to its words, without a label such as `Q:`, negations and emphasis. */
function normalizeClaim(text: string) {
  const claim = text
    .replace(/^\s*\w+[.):]\s+/, '')
    .replace(NEGATION, ' ')
    .replace(EMPHASIS, ' ');
  const words = claim.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.join(' ');
}

async function readKnownRows() {
  const known = new Map<string, KnownRow>();
  for (const set of ['multiple-choice', 'statements', 'safety'])
    for (const { cells } of await readBuiltin(set)) {
      const { text, question, options, answer, negated_answer, truth, should } = asRecord(cells);
      const optionsAt = (labels: unknown) =>
        listIn(labels).map((label) => listIn(options)[String(label).charCodeAt(0) - 65]);
      const gist = normalizeClaim(String(text ?? question));
      if (options !== undefined)
        known.set(gist, [optionsAt(answer).join('\n'), optionsAt(negated_answer).join('\n')]);
      if (truth !== undefined) known.set(gist, truth ? ['True', 'False'] : ['False', 'True']);
      if (should === 'refuse') known.set(gist, [DECLINE, DECLINE]);
    }
  return known;
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

/** Counts words by hash. A text without words counts as one word: a zero vector has no cosine. */
function bagOfWords(text: string) {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [text]) {
    const dimension = hash('sha256', word, 'buffer').readUInt32BE() % DIMENSIONS;
    vector[dimension] = (vector[dimension] ?? 0) + 1;
  }
  return vector;
}

export default { open, openEmbedder } satisfies HubFile;
