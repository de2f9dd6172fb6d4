import { usageError, type Host } from './terminal.ts';

/** Questions in a terminal, each with its usual answer. @throws ConfigError when left */
export interface Ask {
  choose: (message: string, values: readonly string[], usual: string) => Promise<string>;
  write: (message: string, usual: string) => Promise<string>;
}

export async function openAsk({ stdin: input, stdout: output }: Host): Promise<Ask> {
  const { autocomplete, text } = await import('@clack/prompts');
  const answered = (answer: string | symbol): string => {
    if (typeof answer === 'string') return answer;
    throw usageError('init was left', 'Start it again: it asks anew. Options answer it, too.');
  };
  return {
    choose: async (message, values, initialValue) => {
      const options = values.map((value) => ({ value }));
      return answered(await autocomplete({ message, options, initialValue, input, output }));
    },
    write: async (message, usual) =>
      answered(await text({ message, placeholder: usual, defaultValue: usual, input, output })),
  };
}
