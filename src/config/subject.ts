/** Puts the subject of a head under the rules of its base. */
import { ConfigError } from '../errors.ts';
import { quoted } from '../json.ts';
import { kindMissed } from '../models/hubs/parameters.ts';
import { hubNamed } from '../models/hubs/registry.ts';
import { selfJudge } from '../models/index.ts';
import type { ModelSettings } from '../models/settings.ts';
import { changesBetween } from './changed-values.ts';
import type { Config } from './config.ts';
import type { TestConfig } from './keys/test.ts';
import { subjectPrompts, type RulesAndHead } from './subject-prompts.ts';

/**
 * Returns the base's rules with the subject of a trusted head: its whole section `model`. With
 * `judge: self`, the head's model is also the judge.
 *
 * @throws ConfigError for a prompt that cannot be used
 */
export function withTrustedSubject({ rules, head, texts }: RulesAndHead): Config {
  const self = head.tests.find(({ judge }) => judge?.isSelf)?.judge ?? selfJudge(head.model);
  const prompts = subjectPrompts({ rules, head, texts });
  return {
    ...rules,
    ...prompts.config,
    model: { ...head.model, ...prompts.model },
    tests: rules.tests.map((test) => (test.judge?.isSelf ? withSelfJudge(test, self) : test)),
  };
}

/** Returns the test with this judge. If there is none, leaves out the scorers that need a judge. */
function withSelfJudge(test: TestConfig, self: ModelSettings | undefined): TestConfig {
  if (self) return { ...test, judge: self };
  const judgelessCandidates = test.candidates.filter(({ scorer }) => scorer.judgeCalls === 0);
  return {
    ...test,
    candidates: judgelessCandidates.length > 0 ? judgelessCandidates : test.candidates,
  };
}

/**
 * Returns the base's rules with the subject of an untrusted head: its prompts, the name of its
 * model and its sampling parameters. Notices say what differs. `whose` names the head's owner.
 *
 * @throws ConfigError for a changed parameter that is not a sampling parameter, and for a prompt
 * that cannot be used
 */
export function withUntrustedSubject(
  { rules, head, texts }: RulesAndHead,
  whose: 'the pull request' | 'this version',
): Config {
  refuseForbiddenParameters({ rules, head, whose });
  const { name, parameters } = head.model;
  const prompts = subjectPrompts({ rules, head, texts });
  const judged: Config = {
    ...rules,
    ...prompts.config,
    model: { ...rules.model, ...prompts.model, name, parameters },
  };
  const changes = subjectChanges(rules, judged);
  const changeNotices = changes.map((change) => `Judged as ${whose} has it: ${change}.`);
  return { ...judged, notices: [...rules.notices, ...changeNotices] };
}

/** @throws ConfigError for a changed parameter that is not a sampling parameter of the hub */
function refuseForbiddenParameters({
  rules,
  head,
  whose,
}: Omit<RulesAndHead, 'texts'> & { whose: string }): void {
  const { hub } = rules.model;
  const { parameters } = head.model;
  const { sampling } = hubNamed(hub);
  const parameterError = (name: string, message: string) =>
    new ConfigError(message, {
      where: `${head.origin.path} of ${whose}, model.parameters.${name}`,
      remedy:
        `A head that is judged by the base's rules may change these parameters of hub ${hub}: ${sampling.join(', ') || 'none'}. Any other parameter could ` +
        'replace the question or fix the answer. Leave the others as they are on the base branch. Or change them in a pull request from ' +
        'a branch of this repository, which is judged by its own rules (`config-ref: auto` or `head`).',
    });
  const changed = new Set(
    changesBetween(rules.model.parameters, parameters).map(({ path }) => path),
  );
  const [firstForbiddenName, ...otherForbiddenNames] = changed.difference(
    new Set<string>(sampling),
  );
  if (firstForbiddenName !== undefined) {
    const names = [firstForbiddenName, ...otherForbiddenNames]
      .map((name) => quoted(name))
      .join(', ');
    throw parameterError(
      firstForbiddenName,
      `${whose} changes ${names}, which a head judged by the base's rules may not change`,
    );
  }
  for (const name of sampling) {
    if (!changed.has(name) || !Object.hasOwn(parameters, name)) continue;
    const kind = kindMissed(name, parameters[name]);
    if (kind !== undefined)
      throw parameterError(
        name,
        `the parameter ${name} of ${whose} must be ${kind}, not ${quoted(parameters[name])}`,
      );
  }
}

/** Returns a clause for each kind of difference between the base's subject and the judged one. */
function subjectChanges(rules: Config, judged: Config): string[] {
  const [old, now] = [rules.model, judged.model];
  const changes: string[] = [];
  if (now.name !== old.name)
    changes.push(`the model goes from ${quoted(old.name)} to ${quoted(now.name)}`);
  const texts: string[] = [];
  if (now.system_prompt !== old.system_prompt) texts.push('another system prompt');
  if (judged.template !== rules.template) texts.push('another prompt');
  if (texts.length > 0) changes.push(texts.join(' and '));
  for (const change of changesBetween(old.parameters, now.parameters)) {
    const oldValue = quoted(change.old ?? undefined);
    const newValue = quoted(change.new ?? undefined);
    changes.push(`${change.path} goes from ${oldValue} to ${newValue}`);
  }
  return changes;
}
