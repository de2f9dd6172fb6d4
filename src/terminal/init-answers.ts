// Asks for what no option says.

import { HUB_NAMES } from '../models/hubs/addresses.ts';
import { visible } from '../report/blocks.ts';
import type { Sources } from './init-sources.ts';
import type { Options } from './options.ts';
import questions from './questions.json' with { type: 'json' };
import { usageError, type Host } from './terminal.ts';

/** The option that a question completes. */
type Asked = keyof typeof questions;

/** Asks a question in a terminal. Any answer is taken beside the choices, but for the hub. */
async function askUser(
  option: Asked,
  choices: readonly string[],
  { stdin: input, stdout: output }: Host,
) {
  const { autocomplete } = await import('@clack/prompts');
  const listed = Array.from(new Set(choices), (value) => ({ value, label: visible(value) }));
  const answer = await autocomplete<string>({
    input,
    output,
    message: questions[option],
    validate: (value: unknown) => (value ? undefined : 'Choose one of the list, or type another.'),
    options() {
      const { userInput: value } = this;
      return option === 'hub' ? listed : [...listed, { value, label: `other: ${value}` }];
    },
  });
  if (typeof answer === 'string') return answer;
  throw usageError('init was cancelled', 'Start it again. Options can answer its questions.');
}

/**
 * Completes the options by answers of the user, or with `--yes` by what is found.
 *
 * @throws ConfigError without `--yes` and without a terminal
 */
export async function completeOptions(options: Options, { choices }: Sources, host: Host) {
  const answerOf = async (option: Asked) => {
    const { [option]: given } = options;
    if (given) return given;
    const [likeliest, ...others] = choices[option];
    // If code names several models, only its author knows which one ships.
    if (options.yes) return option === 'model' && others.length > 0 ? undefined : likeliest;
    if (host.stdin.isTTY && host.stdout.isTTY) return askUser(option, choices[option], host);
    throw usageError(
      'init asks questions, but there is no terminal to answer them',
      'Use --yes to accept what is found, or set all of --hub, --model, --prompt and --data.',
    );
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
