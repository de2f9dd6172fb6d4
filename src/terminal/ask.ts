import { usageError, type Host } from './terminal.ts';

/** Asks in a terminal. */
export async function openAsk({ stdin: input, stdout: output }: Host) {
  const { autocomplete, confirm, text } = await import('@clack/prompts');
  const answered = async <Answer>(asked: Promise<Answer | symbol>): Promise<Answer> => {
    const answer = await asked;
    if (typeof answer !== 'symbol') return answer;
    throw usageError('init was left', 'Start it again: it asks anew. Options answer it, too.');
  };
  return {
    /** The usual answer comes first. Without others, any text is one. */
    answer(message: string, choices: readonly string[]) {
      const [usual = ''] = choices;
      const form = { message, input, output };
      const options = Array.from(new Set(choices), (value) => ({ value }));
      if (options.length > 1)
        return answered<string>(autocomplete({ ...form, options, initialValue: usual }));
      return answered<string>(text({ ...form, placeholder: usual, defaultValue: usual }));
    },
    confirm: (step: string) =>
      answered<boolean>(confirm({ message: `${step}. Now?`, input, output })),
  };
}
