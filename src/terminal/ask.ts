import { usageError, type Host } from './terminal.ts';

export type Ask = Awaited<ReturnType<typeof openAsk>>;

/** Asks in a terminal, each question with its usual answer. */
export async function openAsk({ stdin: input, stdout: output }: Host) {
  const { autocomplete, confirm, text } = await import('@clack/prompts');
  const answered = (answer: string | boolean | symbol): string | boolean => {
    if (typeof answer !== 'symbol') return answer;
    throw usageError('init was left', 'Start it again: it asks anew. Options answer it, too.');
  };
  return {
    choose: async (message: string, values: readonly string[], initialValue: string) => {
      const options = values.map((value) => ({ value }));
      const chosen = await autocomplete({ message, options, initialValue, input, output });
      return String(answered(chosen));
    },
    write: async (message: string, usual: string) => {
      const form = { message, placeholder: usual, defaultValue: usual, input, output };
      return String(answered(await text(form)));
    },
    confirm: async (step: string) =>
      answered(await confirm({ message: `${step}. Now?`, input, output })) === true,
  };
}
