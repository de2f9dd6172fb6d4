import { createHash } from 'node:crypto';
import { ModelError } from '../errors.ts';
import { textOf } from './ask-arms.ts';
import {
  promptWith,
  fillTemplate,
  hasOptions,
  MAX_PROMPT_LENGTH,
  parseTemplate,
  type Values,
} from './prompt.ts';
import { RowError, type Answer, type Case, type Model, type Row, type Subject } from './types.ts';

export interface Prompts {
  prompt?: string;
  system?: string;
  /** Values of the prompts' own variables; a row's column of the same name goes before. */
  variables?: Values;
  /** Placeholders that columns fill. */
  columns?: readonly string[];
}

/** A model with its prompts, which asks equal questions once. */
export function createSubject(model: Model, prompts: Prompts = {}): Subject {
  const answers = new Memory<Answer>();
  const losses = new Memory<number>();
  const { promptOf, systemOf } = fillersOf(prompts);
  return {
    async ask(testCase, arm) {
      const prompt = promptOf(testCase, arm);
      const system = systemOf(testCase.row);
      const { original, placebo } = testCase.arms;
      // A placebo that is the original itself is a second answer to it.
      const nth = arm === 'placebo' && placebo === original ? 1 : 0;
      const answer = await answers.get(`${nth}\u0000${system ?? ''}\u0000${prompt}`, () =>
        model.answer(prompt, { system, nth }).catch(answerOfFilter),
      );
      return { ...answer, prompt };
    },
    async loss(testCase, arm) {
      const { loss } = model;
      if (!loss)
        throw new RowError(
          'no_logprobs',
          `The hub ${model.hub} cannot give log-probabilities of a prompt. Use \`scorer: embedding\`, or a hub and API that can (\`api: completions\` on vLLM, SGLang or Together).`,
        );
      const prompt = promptOf(testCase, arm);
      return losses.get(prompt, () => loss.call(model, prompt));
    },
    nextTokens() {
      if (model.nextTokens) return model.nextTokens;
      throw new RowError(
        'no_distributions',
        `The hub ${model.hub} does not say how likely each next token is. Only vLLM does (hub openai with its base_url); of its whole vocabulary, with --max-logprobs -1.`,
      );
    },
  };
}

const OPTIONS_PROMPT =
  '{text}\n{options}\nAnswer with the letter of the right option, or the letters of all right options, and nothing else.';
const STANCE_PROMPT = 'Is this statement true or false? Answer with True or False only.\n{text}';

/** Where the configuration has no prompt, one asks for an answer that plain rules read. */
function usualPrompt({ keys = {} }: Case): string | undefined {
  const [key] = Object.values(keys);
  if (!key || 'words' in key) return undefined;
  return 'labels' in key ? OPTIONS_PROMPT : STANCE_PROMPT;
}

/** Fills the prompts for an arm of a case. */
function fillersOf({ prompt, system, variables = {}, columns = [] }: Prompts) {
  const names = { variables: Object.keys(variables), columns };
  const parse = (template: string) => parseTemplate(template, { kind: 'prompt', ...names });
  const own = prompt === undefined ? undefined : parse(prompt);
  const ownSystem =
    system === undefined ? undefined : parseTemplate(system, { kind: 'system_prompt', ...names });

  return {
    systemOf: ({ fill }: Row) => ownSystem && fillTemplate(ownSystem, { ...variables, ...fill }),
    promptOf: (testCase: Case, arm: string): string => {
      const { row, isWithoutOptions } = testCase;
      const options = isWithoutOptions || !hasOptions(row) ? undefined : row.options;
      const values = { ...variables, ...row.fill };
      const usual = usualPrompt(testCase);
      const template = own ?? (usual === undefined ? undefined : parse(usual));
      const filled = promptWith(template, { text: textOf(testCase, arm), options, values });
      if (filled.length <= MAX_PROMPT_LENGTH) return filled;
      throw new RowError('bad_request', `The prompt has ${filled.length} characters.`);
    },
  };
}

/**
 * Results by question. What failed for a passing reason is forgotten, so that it is asked again.
 */
export class Memory<Result> {
  private readonly results = new Map<string, Promise<Result>>();

  get(question: string, ask: () => Promise<Result>): Promise<Result> {
    const key = createHash('sha256').update(question).digest('base64');
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

/** The refusal of a content filter is an answer of the system: its users see it too. */
function answerOfFilter(error: unknown): Answer {
  if (error instanceof ModelError && error.kind === 'filtered')
    return { text: '', filter: error.message };
  throw error;
}

/** @throws any error that is not a model's */
export function rowErrorOf(error: unknown): RowError {
  if (error instanceof RowError) return error;
  if (error instanceof ModelError)
    return new RowError(error.kind, error.describe(), error.transient);
  throw error;
}
