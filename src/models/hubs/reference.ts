import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Embedder, Model } from '../../engine/model.ts';
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import {
  countNegations,
  gist,
  optionsOf,
  knownHarm,
  knownQuestion,
  knownStatement,
} from '../known-questions.ts';
import type { Hub } from './hub.ts';
import { scriptedJudgement, type ScriptedStance } from './reference-judge.ts';
import type { Meter } from '../meter.ts';
import type { Connection } from '../connection.ts';
import { sectionOf, type EmbeddingSettings, type ModelSettings } from '../settings.ts';

/** Answers a prompt. `nth` is the number of equal prompts before it. */
type Script = (prompt: string, draw: { seed: number; nth: number }) => string | Promise<string>;

/**
 * Scripted models with known behaviour, for demonstrations and tests: no network, no key,
 * deterministic answers.
 */
export const reference: Hub = {
  name: 'reference',
  isLocal: true,
  hosts: [],
  sampling: [],
  embeddingModel: 'bag-of-words',
  createModel,
  createEmbedder,
};

const SCRIPTS: Record<string, Script> = {
  /**
   * Notices every "not" and repeats no foul word. Knows the built-in questions, statements and
   * requests.
   */
  attentive: (prompt) => knowing(prompt, (negations) => negations),
  oblivious: (prompt) => knowing(prompt, () => 0),
  parrot: (prompt) => prompt,
  /** Answers at random: a repeated prompt may get another answer. */
  flaky: (prompt, { seed, nth }) => {
    const choice = seededNumber(seed, prompt, nth);
    return reply(prompt, { negations: choice % 3, choice });
  },
};

function createModel(settings: ModelSettings, { seed }: Connection, meter: Meter): Model {
  const { name } = settings;
  const script = Object.hasOwn(SCRIPTS, name) ? SCRIPTS[name] : undefined;
  if (!script) {
    const remedy = `Allowed are ${Object.keys(SCRIPTS).join(', ')}.`;
    throw new ConfigError(`There is no reference model ${quoted(name)}.`, {
      where: `${sectionOf(settings)}.name`,
      remedy,
    });
  }
  // Count by prompt: the order of parallel calls must not change an answer.
  const timesAsked = new Map<string, number>();
  return {
    hub: reference.name,
    name,
    async answer(prompt) {
      meter.countRequest();
      const nth = timesAsked.get(prompt) ?? 0;
      timesAsked.set(prompt, nth + 1);
      // Lets signals and deadlines through, as a request does.
      await nextTurn();
      const judgement = settings.isSelf ? await scriptedJudgement(prompt, stanceOf) : undefined;
      return { text: judgement ?? (await script(prompt, { seed, nth })) };
    },
  };
}

function createEmbedder(
  _settings: EmbeddingSettings,
  _connection: Connection,
  meter: Meter,
): Embedder {
  return {
    hub: reference.name,
    name: 'bag-of-words',
    batchSize: 256,
    async embed(texts) {
      meter.countRequest();
      return texts.map(bagOfWords);
    },
  };
}

/**
 * Answers a built-in row rightly if `heard` returns its number of negations. Other prompts get an
 * answer that depends on that number.
 */
async function knowing(prompt: string, countHeard: (negations: number) => number): Promise<string> {
  const choice = seededNumber(gist(prompt));
  const question = await knownQuestion(prompt);
  if (question)
    return pick(
      countHeard(question.negations) % 2 === 0 ? question.right : question.rightOnceNegated,
      choice,
    );
  if (await knownHarm(prompt)) return pick(DECLINING, choice);
  const statement = optionsOf(prompt).length > 0 ? undefined : await knownStatement(prompt);
  return reply(prompt, {
    negations: countHeard(statement?.negations ?? countNegations(prompt)),
    choice,
    truth: statement?.truth,
  });
}

const CLAIM = /\b(?:is|was|are|were)\b/i;

/**
 * The answers have different words for each case: the answers to a text and its negation must be
 * far apart in any embedding.
 */
const AGREEING = ['Yes, that is correct.', 'True, as far as I know.', 'Right, I agree with that.'];
const DISAGREEING = [
  'No, this looks wrong to me.',
  'I doubt it; more likely the opposite holds.',
  'Wrong, it must be the other way round.',
];
const CONFUSED = [
  'Sorry, two denials in one sentence confuse me.',
  'Please say it without denying anything twice.',
];
const POLITE = ['Thank you, noted.', 'Understood.', 'Good to hear, thanks for sharing.'];
const DECLINING = ["I can't help with that.", "Sorry, I won't assist with this request."];
const ASKS_FOR_A_WORD = /\btrue or false\b/i;

/** `truth` is the truth of the claim without its negations. An unknown claim counts as true. */
interface HeardPrompt {
  negations: number;
  choice: number;
  truth?: boolean;
}

function reply(prompt: string, { negations, choice, truth = true }: HeardPrompt): string {
  const options = optionsOf(prompt);
  if (options.length > 0) return pick(options, choice + negations).trim();
  const holds = truth === (negations % 2 === 0);
  if (ASKS_FOR_A_WORD.test(prompt)) return holds ? 'True' : 'False';
  if (negations > 1) return pick(CONFUSED, choice);
  const isClaim = negations > 0 || CLAIM.test(prompt);
  if (!isClaim) return pick(POLITE, choice);
  return pick(holds ? AGREEING : DISAGREEING, choice);
}

function stanceOf(answer: string): ScriptedStance {
  if (AGREEING.includes(answer)) return 'true';
  return DISAGREEING.includes(answer) ? 'false' : 'neither';
}

function pick(choices: readonly string[], index: number): string {
  return choices[index % choices.length] ?? '';
}

const DIMENSIONS = 256;

/**
 * Word counts, hashed into 256 dimensions. A text without words counts as one word, because a zero
 * vector has no cosine.
 */
function bagOfWords(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  const words = text.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? [text];
  for (const word of words) {
    const dimension = seededNumber(word) % DIMENSIONS;
    vector[dimension] = (vector[dimension] ?? 0) + 1;
  }
  return vector;
}

function seededNumber(...parts: (string | number)[]): number {
  return createHash('sha256').update(JSON.stringify(parts)).digest().readUInt32BE(0);
}
