import { hash } from 'node:crypto';
import { ModelError } from '../shared/errors.ts';
import { textOf } from './ask-arms.ts';
import { editText } from './changed-parts.ts';
import {
  BARE_PROMPT,
  renderPrompt,
  MAX_PROMPT_LENGTH,
  parseTemplate,
  type RowNames,
  type Values,
} from './prompt.ts';
import { RowError, type Answer, type Case, type Model, type Subject } from './types.ts';

export interface Prompts {
  prompt?: string;
  system?: string;
  /** The values of variables. A column of the row with the same name comes first. */
  variables?: Values;
  names?: RowNames;
}

const NO_NAMES = { samples: [], columns: [], variables: [] };

/** The usual prompts, by what a row asks for: plain rules read the answers to them. */
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

/** `earlier`: how many answers each question had before, in other subjects. */
export function createSubject(model: Model, prompts: Prompts = {}, earlier = 0): Subject {
  const answers = new Memory<Answer>();
  const losses = new Memory<number>();
  const promptsOf = createPromptRenderer(prompts);
  let again: Subject | undefined;
  return {
    afresh: () => (again ??= createSubject(model, editPrompts(prompts), earlier + 1)),
    async ask(testCase, arm) {
      const { prompt, system } = promptsOf(testCase, arm);
      const { original, placebo } = testCase.arms;
      // A placebo that is the original itself is a second answer to it.
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

/** The prompts with a harmless edit, so that a model at temperature 0 answers anew. */
function editPrompts({ prompt, system, ...others }: Prompts): Prompts {
  const edited = (text?: string) => text && editText(text, 1);
  return { ...others, prompt: edited(prompt), system: edited(system) };
}

/**
 * Remembers results by question. A transient failure is forgotten, so that its question is asked
 * again.
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

/** Any error as that of a row: a defect in the reading of a row ends that row, and no other. */
export function rowErrorOf(error: unknown) {
  if (error instanceof RowError) return error;
  if (error instanceof ModelError)
    return new RowError(error.kind, error.describe(), error.isTransient);
  const text = error instanceof Error ? error.message : String(error);
  return new RowError('defect', `The action has a defect, report it: ${text}`);
}
