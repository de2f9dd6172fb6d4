import { canonical } from '../json.js';
import type { BaseRules } from '../config/rules.js';
import { classifiersOf, judgesOf } from '../engine/begin.js';
import type { Recollection, Spoken } from '../engine/recall.js';
import { recollectionOf } from '../engine/spoken.js';
import type { Results, RowsChange, RuleChange, Usage } from '../engine/results.js';
import { Halt } from '../models/index.js';
import { gateSentences } from '../report/story/changed-gate.js';
import type { OpenRun } from './open-run.js';
import type { EvaluateOptions } from './options.js';
import { usageInReport, withNotices } from './results.js';
import { servedTogether } from './served.js';

/** A second run: the base's rules and rows over the head's model. */
interface SecondRun {
  options: EvaluateOptions;
  name: string;
  changes: Pick<Results, 'rules_changed' | 'rows_changed'>;
}

interface UnknownSecondRun extends Pick<SecondRun, 'changes'> {
  error: string;
}

/** Prepares the second verdict, by the base's rules. Returns undefined if rules and rows are the same as the head's. */
export async function baseRulesOf(options: EvaluateOptions): Promise<SecondRun | UnknownSecondRun | undefined> {
  const found = await options.config.baseRules?.();
  if (!found || 'isSame' in found) return undefined;
  if ('problem' in found) return { error: found.problem.message, changes: changesOf(found.rules ?? [], []) };
  return secondRunOf(options, found);
}

function secondRunOf(options: EvaluateOptions, { name, config, root, rules, rows }: BaseRules): SecondRun {
  const { base, path, ref } = options.config;
  const { onStart: _onStart, isTracked, ...common } = options;
  return {
    name,
    options: {
      ...common,
      isSecondRun: true,
      root,
      // A temporary folder holds only files of the base's commit.
      ...(root === options.root && isTracked && { isTracked }),
      halt: (options.halt ?? new Halt()).child(),
      // A skipped run would give no second verdict.
      config: { path, ref, rules: { config }, base: base && (async () => ({ ...(await base()), dataChanged: true })) },
    },
    changes: changesOf(rules, rows),
  };
}

function changesOf(rules: readonly RuleChange[], rows: readonly RowsChange[]): SecondRun['changes'] {
  return { ...(rules.length > 0 && { rules_changed: rules }), ...(rows.length > 0 && { rows_changed: rows }) };
}

/** The answers of one run, with the models that gave them. */
export interface Answered extends Pick<OpenRun, 'config' | 'tests' | 'models'> {
  spoken: Spoken;
}

/** Answers of an earlier run to equal questions of the same models. */
export function recallBefore(before: Answered, now: Omit<Answered, 'spoken'>): Recollection {
  const judges = [before, now].map(({ tests, models }) => judgesOf(tests).map((judge) => canonical(models.settingsOf(judge))));
  const classifiers = [before, now].map(({ config, tests, models }) =>
    classifiersOf(tests).map((one) =>
      canonical(config.tests.find(({ classifier }) => classifier && models.classifierOf(classifier) === one)?.classifier),
    ),
  );
  const numberIn =
    ([old, fresh]: readonly string[][]) =>
    (nth: number) =>
      fresh![nth] === undefined ? undefined : old!.indexOf(fresh![nth]);
  return recollectionOf(before.spoken, {
    judge: numberIn(judges),
    classifier: numberIn(classifiers),
    embeds: canonical(before.config.embeddings) === canonical(now.config.embeddings),
  });
}

/** Joins the results of both runs in one report. The outcome is the head's; the usage is the sum. */
export function withBaseRules(head: Results, second: SecondRun | UnknownSecondRun, base?: Results): Results {
  if ('error' in second) return withGateSentences({ ...head, ...second.changes, base_rules: { error: second.error } }, 'the base');
  return withGateSentences({ ...head, ...second.changes, base_rules: base!, usage: sumOf(head.usage, base!.usage) }, second.name);
}

function withGateSentences(results: Results, base: string): Results {
  const { warnings, notices } = gateSentences(results, base);
  return withNotices(results, { warnings, first: notices });
}

function sumOf(one: Usage, other: Usage): Usage {
  const { cost: _cost, ...rest } = one;
  return {
    ...rest,
    ...usageInReport(one, other),
    ...servedTogether(one.served, other.served),
    duration_ms: one.duration_ms + other.duration_ms,
  };
}
