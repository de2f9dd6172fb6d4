import type { Config, TestConfig } from './config.js';

/** The file that a test's `evaluation_template` names, wherever the scorer stands that reads it. */
export function templateFileOf({ candidates }: Pick<TestConfig, 'candidates'>): string | undefined {
  const options = candidates.flatMap(({ scorerOptions, parts }) => [scorerOptions, ...(parts ?? []).map((part) => part.scorerOptions)]);
  return options.map(({ evaluation_template }) => evaluation_template).find((file) => typeof file === 'string');
}

/** The files with a configuration's prompts for a judge: they are rules, read from where the rules are. */
export function templateFilesOf({ tests }: Config): string[] {
  return tests.flatMap((test) => templateFileOf(test) ?? []);
}
