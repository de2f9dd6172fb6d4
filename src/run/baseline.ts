import { changedRules } from '../config/changed-rules.ts';
import { changedSubject, isSameSubject } from '../config/changed-subject.ts';
import type { Config, Overrides } from '../config/config.ts';
import { comparesWithBase } from '../config/rules-comparison.ts';
import type { RuleChange } from '../engine/results.ts';
import { quoted } from '../json.ts';
import type { EvaluateOptions } from './options.ts';

export interface ComparisonBase {
  name: string;
  config?: Config;
  /** True if model, rules and data are those of the base. */
  isUnchanged: boolean;
  /** Differences of the model's settings from the base's, by key. */
  subjectChanges: readonly RuleChange[];
  notices: string[];
}

/**
 * Returns the base if a test is compared with it, with a notice if there is none.
 * @throws GateError if it cannot be read
 */
export function findBase(
  config: Config,
  { overrides, config: { base } }: EvaluateOptions,
): ComparisonBase | undefined {
  if (!comparesWithBase(config)) return undefined;
  if (!base)
    return notCompared(
      'base',
      'this run has no base commit (it is no pull request; in a terminal `--base REF` names one)',
    );
  if ('problem' in base) throw base.problem;
  const { name, rules, dataChanged, absentReason } = base;
  if (absentReason !== undefined) return notCompared(name, absentReason);
  if ('absent' in rules)
    return notCompared(name, `the ${name} has no ${quoted(config.origin.path)}`);
  // A change that corrects a broken configuration must be able to pass.
  if ('problem' in rules)
    return notCompared(
      name,
      `the configuration of the ${name} cannot be used (${rules.problem.message})`,
    );
  const sides = { base: rules.config, head: config };
  const hasSameSubject = isSameSubject(sides);
  const hasSameRules = changedRules(sides).length === 0;
  const sameAnswersNotice = `The model, its prompts and its parameters are those of the ${name}, as far as the configuration says: their answers are the same ones, asked once.`;
  return {
    name,
    config: rules.config,
    isUnchanged:
      hasSameSubject && hasSameRules && !dataChanged && definesWholeRun(config, overrides),
    subjectChanges: changedSubject(sides),
    notices: hasSameSubject ? [sameAnswersNotice] : [],
  };
}

function notCompared(name: string, reason: string): ComparisonBase {
  return {
    name,
    isUnchanged: false,
    subjectChanges: [],
    notices: [`Not compared with the base: ${reason}. The rates alone decide.`],
  };
}

/**
 * True if the configurations define the whole run: no input overrides them, and no data set on the
 * Hub can change under its name.
 */
function definesWholeRun({ tests }: Config, { hub, model, data, baseUrl }: Overrides): boolean {
  const isOverridden = [hub, model, data, baseUrl].some((input) => input !== undefined);
  return !isOverridden && !tests.some(({ data: { source } }) => source.startsWith('hf:'));
}
