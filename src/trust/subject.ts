import path from 'node:path';
import { ConfigError } from '../shared/errors.ts';
import { quoted } from '../shared/json.ts';
import { quotedNames } from '../data/printable.ts';
import { globMatcher } from '../data/files.ts';
import { changedKeys } from '../config/changes.ts';
import type { Side } from './find-sides.ts';

/** @throws ConfigError if a scripted model replaces a real one, or a prompt is in a file of rows */
export function refuseSubject(base: Side, head: Side) {
  const { subject } = head.config;
  const { hub } = base.config.subject.model;
  if (subject.model.hub === 'reference' && hub !== 'reference')
    throw new ConfigError(
      'The head uses the scripted hub reference, which passes anything, but the base asks a model',
      {
        where: subject.placeOf('model.hub'),
        remedy: `Keep the hub ${hub}, or name another that asks a model.`,
      },
    );
  const ofRules = [base, head].flatMap(({ config }) => [
    config.path,
    ...config.tests.flatMap(({ data, ruleFile = '' }) => [data.source, ruleFile]),
  ]);
  for (const { file } of Object.values(subject.texts))
    if (file && ofRules.some((source) => globMatcher(path.posix.normalize(source))(file)))
      throw new ConfigError(
        `${quoted(file)} is read both as a prompt or variable and as rows or rules`,
        {
          where: file,
          remedy:
            'Keep prompts and variables in separate files: this one could contain the answers.',
        },
      );
}

/**
 * Writes one warning for all changed keys of the model, except name and sampling parameters.
 * Several keys below one key, such as `headers`, are one entry: a long warning would be cut.
 *
 * @throws ConfigError if an untrusted head changes such a key
 */
export function keyWarnings(base: Side, head: Side, isUntrusted: boolean) {
  const changes = changedKeys(base.config.subject, head.config.subject);
  const [first] = changes;
  if (!first) return [];
  if (isUntrusted)
    throw new ConfigError(
      `Not judged from a fork: the head changes ${quotedNames(changes.map((change) => change.path))}`,
      {
        where: head.config.subject.placeOf(first.path),
        remedy:
          "From forks, Dependabot and pull_request_target, only changes to the model's name, prompts, variables and sampling parameters are judged. Update an old branch, or propose the change from a branch of this repository.",
      },
    );
  const keys = Array.from(
    Map.groupBy(changes, (change) => change.path.split('.', 2).join('.')),
    ([key, [change = first, ...others]]) =>
      others[0]
        ? `${quoted(key)} (${others.length + 1} values)`
        : `${quoted(change.path)} (${quoted(change.new)})`,
  );
  return [`The gate now asks with ${keys.join(', ')}.`];
}
