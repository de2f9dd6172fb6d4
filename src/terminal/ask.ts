import { usageError, type Host } from './terminal.ts';

/** Questions in a terminal, each with its usual answer. @throws ConfigError when left */
export interface Ask {
  choose: (message: string, values: readonly string[], usual: string) => Promise<string>;
  write: (message: string, usual: string) => Promise<string>;
  confirm: (step: string) => Promise<boolean>;
}

export async function openAsk({ stdin: input, stdout: output }: Host): Promise<Ask> {
  const { autocomplete, confirm, text } = await import('@clack/prompts');
  const answered = (answer: string | boolean | symbol): string | boolean => {
    if (typeof answer !== 'symbol') return answer;
    throw usageError('init was left', 'Start it again: it asks anew. Options answer it, too.');
  };
  return {
    choose: async (message, values, initialValue) => {
      const options = values.map((value) => ({ value }));
      const chosen = await autocomplete({ message, options, initialValue, input, output });
      return String(answered(chosen));
    },
    write: async (message, usual) => {
      const form = { message, placeholder: usual, defaultValue: usual, input, output };
      return String(answered(await text(form)));
    },
    confirm: async (step) =>
      answered(await confirm({ message: `${step}. Now?`, input, output })) === true,
  };
}
