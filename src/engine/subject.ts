import { createHash } from 'node:crypto';
import { ModelError } from '../errors.ts';
import { textOf } from './ask-arms.ts';
import {
  BARE_PROMPT,
  promptWith,
  hasOptions,
  MAX_PROMPT_LENGTH,
  parseTemplate,
  rowNames,
  type RowNames,
  type Values,
} from './prompt.ts';
import { RowError, type Answer, type Case, type Model, type Subject } from './types.ts';

export interface Prompts {
  prompt?: string;
  system?: string;
  /** Values of the prompts' own variables; a row's column of the same name goes before. */
  variables?: Values;
  /** Placeholders that rows fill. */
  names?: RowNames;
}

const OPTIONS_PROMPT =
  '{text}\n{options}\nAnswer with the letter of the right option, or the letters of all right options, and nothing else.';
const STANCE_PROMPT = 'Is this statement true or false? Answer with True or False only.\n{text}';

/**
 * Makes the prompts of an arm. A configuration without a prompt gets one whose answers plain rules
 * read.
 */
function promptsFor({
  prompt: own,
  system,
  variables = {},
  names: ofRows = rowNames([]),
}: Prompts) {
  const names = { ...ofRows, variables: Object.keys(variables) };
  const parse = (template: string) => parseTemplate(template, names);
  const usual = parse(own ?? BARE_PROMPT);
  const [forOptions, forStance] = [parse(OPTIONS_PROMPT), parse(STANCE_PROMPT)];
  const ownSystem = parse(system ?? '');
  return (testCase: Case, arm: string) => {
    const { row, keys = {}, isWithoutOptions } = testCase;
    const [key] = Object.values(keys);
    let template = usual;
    if (own === undefined && key && !('words' in key))
      template = 'labels' in key ? forOptions : forStance;
    const text = textOf(testCase, arm);
    const options = isWithoutOptions || !hasOptions(row) ? undefined : row.options;
    const values = { ...variables, ...row.fill };
    const filled = { text, options, values };
    const prompt = promptWith(template, filled);
    if (prompt.length > MAX_PROMPT_LENGTH)
      throw new RowError(
        'bad_request',
        `The prompt has more than ${MAX_PROMPT_LENGTH} characters.`,
      );
    return { prompt, system: system && promptWith(ownSystem, filled) };
  };
}

/**
 * A model with its prompts, which asks equal questions once.
 *
 * @param earlier - answers that each question had before
 */
export function createSubject(model: Model, prompts: Prompts = {}, earlier = 0): Subject {
  const answers = new Memory<Answer>();
  const losses = new Memory<number>();
  const promptsOf = promptsFor(prompts);
  let again: Subject | undefined;
  return {
    afresh: () => (again ??= createSubject(model, prompts, earlier + 1)),
    async ask(testCase, arm) {
      const { prompt, system } = promptsOf(testCase, arm);
      const { original, placebo } = testCase.arms;
      // A placebo that is the original itself is a second answer to it.
      const isSecond = arm === 'placebo' && placebo === original;
      const nth = earlier + Number(isSecond);
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
          `The hub ${model.hub} cannot give log-probabilities of a prompt. Use \`scorer: embedding\`, or a hub and API that can (\`api: completions\` on vLLM, SGLang or Together).`,
        );
      const { prompt } = promptsOf(testCase, arm);
      return losses.get(prompt, () => loss.call(model, prompt));
    },
    async nextTokens() {
      if (model.nextTokens) return model.nextTokens();
      throw new RowError(
        'no_logprobs',
        `The hub ${model.hub} does not say how likely each next token is. Only vLLM does (hub openai with its base_url); of its whole vocabulary, with --max-logprobs -1.`,
      );
    },
  };
}

/**
 * Results by question. A transient failure is forgotten, so that it is asked again.
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

/** A defect in the reading of a row ends that row, and no other. */
export function rowErrorOf(error: unknown): RowError {
  if (error instanceof RowError) return error;
  if (error instanceof ModelError)
    return new RowError(error.kind, error.describe(), error.transient);
  const text = error instanceof Error ? error.message : String(error);
  return new RowError('defect', `The action has a defect, report it: ${text}`);
}
