import { hash } from 'node:crypto';
import { textOf, type Case } from './row.ts';
import { editText } from './changed-parts.ts';
import {
  BARE_PROMPT,
  renderPrompt,
  MAX_PROMPT_LENGTH,
  parseTemplate,
  type RowNames,
  type Values,
} from './prompt.ts';
import { RowError, rowErrorOf } from './row-error.ts';
import type { Answer, Model, NextTokens, Reply } from './model.ts';

/**
 * A model with its prompts. Equal questions are asked once. Calls throw a `RowError` if there is no
 * answer.
 */
export interface Subject {
  ask(testCase: Case, arm: string): Promise<Reply>;
  loss(testCase: Case, arm: string): Promise<number>;
  nextTokens(): Promise<NextTokens>;
  /** A subject with a harmless edit in its prompts and no answers yet: it asks everything again. */
  afresh(): Subject;
}

export interface Prompts {
  prompt?: string;
  system?: string;
  /** The values of variables. A value of the row with the same name overrides them. */
  variables?: Values;
  names?: RowNames;
}

const NO_NAMES = { samples: [], columns: [], variables: [] };

/** The default prompts, by the kind of key. Rules can read the answers to them. */
const BARE = parseTemplate(BARE_PROMPT, NO_NAMES);
const FOR_OPTIONS = parseTemplate(
  '{text}\n{options}\nAnswer with the letter of the right option, or the letters of all right options, and nothing else.',
  NO_NAMES,
);
const FOR_STANCE = parseTemplate(
  'Is this statement true or false? Answer with True or False only.\n{text}',
  NO_NAMES,
);

function defaultPrompt({ keys = {} }: Case) {
  const [key] = Object.values(keys);
  if (!key || 'words' in key) return BARE;
  return 'labels' in key ? FOR_OPTIONS : FOR_STANCE;
}

export function createPromptRenderer({
  prompt,
  system,
  variables = {},
  names = NO_NAMES,
}: Prompts) {
  const allNames = { ...names, variables: Object.keys(variables) };
  const parsed = (template?: string) =>
    template === undefined ? undefined : parseTemplate(template, allNames);
  const ownPrompt = parsed(prompt);
  const ownSystem = parsed(system);
  return (testCase: Case, arm: string) => {
    const { row, isWithoutOptions } = testCase;
    const filled = {
      text: textOf(testCase, arm),
      options: isWithoutOptions ? undefined : row.options,
      values: { ...variables, ...row.fill },
    };
    const text = renderPrompt(ownPrompt ?? defaultPrompt(testCase), filled);
    if (text.length > MAX_PROMPT_LENGTH)
      throw new RowError(
        'bad_request',
        `The prompt has more than ${MAX_PROMPT_LENGTH} characters.`,
      );
    return { prompt: text, system: ownSystem && renderPrompt(ownSystem, filled) };
  };
}

/** @param earlier - how many answers earlier subjects got to each question */
export function createSubject(model: Model, prompts: Prompts = {}, earlier = 0): Subject {
  const answers = new Memory<Answer>();
  const losses = new Memory<number>();
  const renderPrompts = createPromptRenderer(prompts);
  let freshSubject: Subject | undefined;
  return {
    afresh: () => (freshSubject ??= createSubject(model, editPrompts(prompts), earlier + 1)),
    async ask(testCase, arm) {
      const { prompt, system } = renderPrompts(testCase, arm);
      const { original, placebo } = testCase.arms;
      // A placebo that equals the original asks for a second answer.
      const nth = earlier + Number(arm === 'placebo' && placebo === original);
      const answer = await answers.get(`${nth}\u0000${system ?? ''}\u0000${prompt}`, () =>
        model.answer(prompt, { system, nth }),
      );
      return { ...answer, prompt };
    },
    async loss(testCase, arm) {
      const { loss } = model;
      if (!loss)
        throw new RowError(
          'no_logprobs',
          `The hub ${model.hub} does not return log-probabilities of a prompt. Use \`scorer: embedding\`, or a hub and API that does (\`api: completions\` on vLLM, SGLang or Together).`,
        );
      const { prompt } = renderPrompts(testCase, arm);
      return losses.get(prompt, () => loss(prompt));
    },
    async nextTokens() {
      if (model.nextTokens) return model.nextTokens();
      throw new RowError(
        'no_logprobs',
        `The hub ${model.hub} does not return the probability of each next token. Only vLLM does (hub openai with its base_url). Start it with --max-logprobs -1, so that it lists its whole vocabulary.`,
      );
    },
  };
}

/** Makes a harmless edit to the prompts, so that even a model at temperature 0 may answer anew. */
function editPrompts({ prompt, system, ...others }: Prompts) {
  const edited = (text?: string) => text && editText(text, 1);
  return { ...others, prompt: edited(prompt), system: edited(system) };
}

/**
 * Caches results by question. A transient failure is not cached, so its question can be retried.
 */
export class Memory<Result> {
  private readonly results = new Map<string, Promise<Result>>();

  get(question: string, ask: () => Promise<Result>) {
    const key = hash('sha256', question);
    const known = this.results.get(key);
    if (known) return known;
    const result = ask().catch((error: unknown) => {
      const rowError = rowErrorOf(error);
      if (rowError.isTransient) this.results.delete(key);
      throw rowError;
    });
    this.results.set(key, result);
    return result;
  }
}
