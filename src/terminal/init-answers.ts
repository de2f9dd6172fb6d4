// Asks for what no option says.

import { HUB_NAMES } from '../models/hubs/addresses.ts';
import { visible } from '../report/blocks.ts';
import type { Sources } from './init-sources.ts';
import type { Options } from './options.ts';
import questions from './questions.json' with { type: 'json' };
import { usageError, type Host } from './terminal.ts';

type Prompter = Awaited<ReturnType<typeof createPrompter>>;

/** Creates what asks questions in a terminal. */
export async function createPrompter({ stdin: input, stdout: output }: Host) {
  const { autocomplete, confirm } = await import('@clack/prompts');
  const cancelled = usageError(
    'init was cancelled',
    'Start it again, with --force if it has written files. Options can answer its questions.',
  );
  return {
    // Asks a question. Its usual answer comes first. An open one takes any other answer, too.
    async answer(message: string, choices: readonly string[], isOpen: boolean) {
      const listed = Array.from(new Set(choices), (value) => ({ value, label: visible(value) }));
      const answer = await autocomplete<string>({
        input,
        output,
        message,
        validate: (value: unknown) =>
          value ? undefined : 'Choose one of the list, or type another.',
        options() {
          const { userInput: value } = this;
          return isOpen ? [...listed, { value, label: `other: ${value}` }] : listed;
        },
      });
      if (typeof answer === 'string') return answer;
      throw cancelled;
    },
    confirm: async (step: string) => {
      const answer = await confirm({ input, output, message: `${visible(step)}. Now?` });
      if (typeof answer === 'boolean') return answer;
      throw cancelled;
    },
  };
}

/**
 * Completes the options by answers of the user, or with `--yes` by what is found.
 *
 * @throws ConfigError without `--yes` and without a terminal
 */
export async function completeOptions(
  options: Options,
  { choices }: Sources,
  prompter: Prompter | undefined,
) {
  const answerOf = async (name: keyof typeof questions) => {
    const { [name]: given } = options;
    if (given) return given;
    if (prompter) return prompter.answer(questions[name], choices[name], name !== 'hub');
    if (!options.yes)
      throw usageError(
        'init asks questions, but there is no terminal to answer them',
        'Use --yes to accept what is found, or set all of --hub, --model, --prompt and --data.',
      );
    const [likeliest, ...others] = choices[name];
    // If code names several models, only its author knows which one ships.
    return name === 'model' && others.length > 0 ? undefined : likeliest;
  };
  const answers = { ...options };
  // An address of the user means the hub `openai`, so nothing is asked.
  if (!options.baseUrl) {
    const answer = await answerOf('hub');
    answers.hub = HUB_NAMES.find((hub) => hub === answer);
  }
  // An app brings its own model and prompt, so nothing is asked.
  if (answers.hub !== 'http') {
    answers.model = await answerOf('model');
    answers.prompt = await answerOf('prompt');
  }
  answers.data = await answerOf('data');
  return answers;
}
