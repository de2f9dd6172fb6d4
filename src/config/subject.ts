import { ConfigError } from '../errors.js';
import { hubNamed } from '../models/hubs/registry.js';
import { kindMissed } from '../models/hubs/hub.js';
import { quoted } from '../json.js';
import { promptOfTest, type Config, type TestConfig } from './config.js';
import { changesBetween } from './changed-rules.js';
import { selfJudge } from '../models/index.js';
import type { ModelSettings } from '../models/settings.js';

/**
 * Returns the base's rules over an untrusted head's subject. @throws ConfigError for a changed
 * parameter that is not one of sampling
 */
export function withSubjectOf(rules: Config, head: Config, whose = 'the pull request'): Config {
  const { name, system_prompt, parameters } = head.model;
  const changed = changesBetween(rules.model.parameters, parameters);
  const names = changed.map((change) => change.name);
  refuseOthers(rules, head, { names, whose });
  const tests = withPromptsOf(rules, head);
  const hasNewPrompt = tests.some(
    (test, i) => promptOfTest(head, test) !== promptOfTest(rules, rules.tests[i]!),
  );
  const changedPrompts = [
    ...(system_prompt === rules.model.system_prompt ? [] : ['another system prompt']),
    ...(head.template === rules.template && !hasNewPrompt ? [] : ['another prompt']),
  ];
  const changes = [
    ...(name === rules.model.name
      ? []
      : [`the model goes from ${quoted(rules.model.name)} to ${quoted(name)}`]),
    ...(changedPrompts.length > 0 ? [changedPrompts.join(' and ')] : []),
    ...changed.map(({ name: key, was, is }) => `${key} goes from ${quoted(was)} to ${quoted(is)}`),
  ];
  return {
    ...rules,
    template: head.template,
    prompts: head.prompts,
    tests,
    model: { ...rules.model, name, system_prompt, parameters },
    notices: [
      ...rules.notices,
      ...changes.map((change) => `Judged as ${whose} has it: ${change}.`),
    ],
  };
}

function refuseOthers(
  { model: { hub } }: Config,
  { origin, model: { parameters } }: Config,
  { names: changed, whose }: { names: readonly string[]; whose: string },
): void {
  const { sampling } = hubNamed(hub);
  const allowed = sampling.length > 0 ? sampling.join(', ') : 'none';
  const refuse = (names: readonly string[], message: string) => {
    throw new ConfigError(message, {
      where: `${origin.path} of ${whose}, model.parameters.${names[0]}`,
      remedy:
        `A head that is judged by the base's rules may change these parameters of hub ${hub}: ${allowed}. Any other could replace ` +
        'the question or fix the answer. Leave the others as they are on the base branch, or change them in a pull request from a branch ' +
        'of this repository, which its own rules judge (`config-ref: auto` or `head`).',
    });
  };
  const others = changed.filter((name) => !(sampling as readonly string[]).includes(name));
  if (others.length > 0) {
    refuse(
      others,
      `${whose} sets ${others.map((name) => quoted(name)).join(', ')} otherwise than the base, which is not allowed`,
    );
  }
  for (const name of sampling.filter(
    (known) => changed.includes(known) && Object.hasOwn(parameters, known),
  )) {
    const kind = kindMissed(name, parameters[name]);
    if (kind !== undefined)
      refuse(
        [name],
        `the parameter ${name} of ${whose} must be ${kind}, not ${quoted(parameters[name])}`,
      );
  }
}

/**
 * Returns the base's rules over the head's subject, which is also the judge if the run judges
 * itself.
 */
export function rulesOver(rules: Config, head: Config): Config {
  const { model, template, prompts, tests } = head;
  const self = tests.find(({ judge }) => judge?.isSelf)?.judge ?? selfJudge(model);
  const asked = withPromptsOf(rules, head);
  return {
    ...rules,
    model,
    template,
    prompts,
    tests: asked.map((test) => (test.judge?.isSelf ? judgedBy(test, self) : test)),
  };
}

/** Returns the test with this judge; without one, with the scorers that need none. */
function judgedBy({ judge: _, ...test }: TestConfig, self: ModelSettings | undefined): TestConfig {
  if (self) return { ...test, judge: self };
  const others = test.candidates.filter(({ scorer }) => scorer.judgeCalls === 0);
  return { ...test, candidates: others.length > 0 ? others : test.candidates };
}

function withPromptsOf(rules: Config, { template, tests }: Config): TestConfig[] {
  return rules.tests.map(({ template: _, ...test }) => {
    const own = tests.find((other) => other.test.name === test.test.name)?.template;
    return own === undefined || own === template ? test : { ...test, template: own };
  });
}
