import { readConfigFile } from '../config/load.js';
import { promptsBelow } from '../config/prompt-files.js';
import { readRules } from '../config/rules.js';
import type { EvaluateOptions } from '../evaluate/options.js';
import { baseFromGit } from './git-base.js';
import type { Options } from './options.js';
import type { Terminal } from './terminal.js';

/** The rules, read once, and all else that an evaluation needs from its door. */
export async function evaluateOptions(options: Options, { root }: Pick<Terminal, 'root'>): Promise<EvaluateOptions> {
  const { config: file, base: ref } = options;
  const rules = await readRules({
    read: () => readConfigFile({ root, file, confined: false }),
    readPrompt: promptsBelow(root),
    file,
    overrides: options,
  });
  const base = ref === undefined ? undefined : () => baseFromGit(ref, { root, file, overrides: options });
  return {
    ...options,
    resume: !options.noResume,
    config: { path: file, ref: 'local', rules, base },
    overrides: options,
    root,
    confined: false,
    missingKey: 'fail',
  };
}
