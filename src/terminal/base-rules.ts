/** The rules and rows of the commit that `--base` names, where the checkout has others. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EvaluateOptions } from '../run/options.ts';
import { localBaseRules } from '../trust/local-base.ts';
import { commitNamed } from '../trust/local-git.ts';

interface JudgedTwice {
  options: EvaluateOptions;
  /** Removes the files of the base. */
  cleanUp: () => Promise<void>;
}

/**
 * Adds the second verdict, by the base's rules and rows, if they differ from those of the checkout.
 * `ref`: the commit that `--base` names.
 */
export async function withBaseRules(
  options: EvaluateOptions,
  { ref, env }: { ref: string | undefined; env: NodeJS.ProcessEnv },
): Promise<JudgedTwice> {
  const { config: comparison, root } = options;
  const { base, rules } = comparison;
  const judgedOnce = { options, cleanUp: async () => undefined };
  if (ref === undefined || !base || 'problem' in base || !('config' in rules)) return judgedOnce;
  const repository = { root, env, where: '--base' };
  const commit = await commitNamed(ref, repository);
  const scratch = await mkdtemp(path.join(tmpdir(), 'sensitivity-base-'));
  const cleanUp = () => rm(scratch, { recursive: true, force: true });
  try {
    const sides = { repository, scratch, head: rules.config, base: { ...base, name: ref }, commit };
    const baseRules = await localBaseRules(sides);
    return { options: { ...options, config: { ...comparison, baseRules } }, cleanUp };
  } catch (error) {
    await cleanUp();
    throw error;
  }
}
