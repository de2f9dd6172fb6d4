import type { Command } from './command.js';
import { completionFor, SHELLS } from './shells.js';
import { usageError } from './options.js';
import { nearest } from '../config/issues.js';

export const completion: Command = {
  name: 'completion',
  about: `print the completion for a shell: ${SHELLS.join(', ')}`,
  words: { name: 'SHELL', inWords: 'the name of a shell', least: 1, most: 1, completes: SHELLS },
  options: [],
  examples: [
    ['completion bash >> ~/.bashrc', 'for bash'],
    ['completion zsh > "${fpath[1]}/_sensitivity"', 'for zsh, in a folder of its fpath'],
    ['completion fish > ~/.config/fish/completions/sensitivity.fish', 'for fish'],
  ],
  async run({ words: [name = ''], commands }, { print }) {
    const shell = SHELLS.find((one) => one === name);
    if (shell === undefined) {
      const close = nearest(name, SHELLS);
      throw usageError(`there is no completion for '${name}'${close ? `; did you mean '${close}'?` : ''}`, `Shells: ${SHELLS.join(', ')}.`);
    }
    print(completionFor(shell, commands));
    return 0;
  },
};
