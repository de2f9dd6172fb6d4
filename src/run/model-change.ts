import type { Config } from '../config/config.ts';
import { changedLines } from '../engine/attribution/changed-lines.ts';
import type { Results, RuleChange } from '../engine/results.ts';
import { hostOf } from '../models/index.ts';
import { isPrompt, modelSentence, type ChangedPrompt } from '../report/story/changed-subject.ts';
import type { EvaluateOptions } from './options.ts';

type ModelChange = Pick<Results, 'changed_subject' | 'model_change'>;

/** Describes how a pull request changes the model under test. Empty without a known base. */
export function modelChangeOf(
  { config: { reviewed }, endpoints, overrides }: EvaluateOptions,
  config: Config,
): ModelChange {
  if (reviewed === undefined || 'problem' in reviewed || reviewed.subject.length === 0) return {};
  const { config: base, subject: changes, isOlder } = reviewed;
  const addresses = { endpoints, baseUrl: overrides.baseUrl };
  const hosts = {
    old: hostOf(base.model, addresses),
    new: hostOf(config.model, addresses),
  };
  const sentence = modelSentence({
    isOlder,
    old: base.model,
    new: config.model,
    changes: changes.filter(({ path }) => !isPrompt(path)),
    prompts: changes
      .filter(({ path }) => isPrompt(path))
      .map((change) => promptChange(change, config)),
    hosts,
  });
  const moves = hosts.old !== hosts.new || base.model.hub !== config.model.hub;
  return { changed_subject: changes, model_change: { sentence, moves } };
}

function promptChange(
  { path, old: oldValue, new: newValue }: RuleChange,
  config: Config,
): ChangedPrompt {
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const hunks = changedLines(textOf(oldValue), textOf(newValue));
  const lines = hunks.map(({ line, count }) => ({ line, count }));
  const change: ChangedPrompt = { key: path, lines };
  if (newValue === null) change.kind = 'removed';
  else if (oldValue === null) change.kind = 'added';
  else change.file = config.prompts[path]?.file;
  return change;
}
