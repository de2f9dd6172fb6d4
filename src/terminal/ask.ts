import { usageError, type Host } from './terminal.ts';

/** Questions in a terminal, each with its usual answer. @throws ConfigError when left */
export interface Ask {
  choose: (message: string, values: readonly string[], usual: string) => Promise<string>;
  write: (message: string, usual: string) => Promise<string>;
  confirm: (message: string) => Promise<boolean>;
}

export async function openAsk({ stdin: input, stdout: output }: Host): Promise<Ask> {
  const { autocomplete, confirm, text } = await import('@clack/prompts');
  const place = { input, output };
  const left = () =>
    usageError('init was left', 'Start it again: it asks anew. Options answer its questions.');
  return {
    choose: async (message, values, initialValue) => {
      const options = values.map((value) => ({ value }));
      const answer = await autocomplete({ message, options, initialValue, ...place });
      if (typeof answer === 'symbol') throw left();
      return answer;
    },
    write: async (message, usual) => {
      const answer = await text({ message, placeholder: usual, defaultValue: usual, ...place });
      if (typeof answer === 'symbol') throw left();
      return answer;
    },
    confirm: async (step) => {
      const answer = await confirm({ message: `${step}. Now?`, ...place });
      if (typeof answer === 'symbol') throw left();
      return answer;
    },
  };
}
