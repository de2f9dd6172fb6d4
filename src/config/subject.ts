import { ConfigError } from '../errors.js';
import { hubNamed } from '../models/hubs/registry.js';
import { kindMissed } from '../models/hubs/hub.js';
import { quoted } from '../json.js';
import type { Config } from './config.js';
import { changesBetween } from './same.js';

/** The base's rules over an untrusted head's subject. @throws ConfigError for a parameter that is not the base's, sampling aside. */
export function withSubjectOf(rules: Config, head: Config): Config {
  const { name, system_prompt, parameters } = head.model;
  const changed = changesBetween(rules.model.parameters, parameters);
  const names = changed.map((change) => change.name);
  refuseOthers(rules, head, names);
  const prompts = [
    ...(system_prompt === rules.model.system_prompt ? [] : ['another system prompt']),
    ...(head.template === rules.template ? [] : ['another prompt']),
  ];
  const changes = [
    ...(name === rules.model.name ? [] : [`the model goes from ${quoted(rules.model.name)} to ${quoted(name)}`]),
    ...(prompts.length > 0 ? [prompts.join(' and ')] : []),
    ...changed.map(({ name: key, was, is }) => `${key} goes from ${quoted(was)} to ${quoted(is)}`),
  ];
  return {
    ...rules,
    template: head.template,
    model: { ...rules.model, name, system_prompt, parameters },
    notices: [...rules.notices, ...changes.map((change) => `Judged as the pull request has it: ${change}.`)],
  };
}

function refuseOthers({ model: { hub } }: Config, { origin, model: { parameters } }: Config, changed: readonly string[]): void {
  const { sampling } = hubNamed(hub);
  const allowed = sampling.length > 0 ? `only ${sampling.join(', ')}` : 'none';
  const refuse = (names: readonly string[], message: string) => {
    throw new ConfigError(message, {
      where: `${origin.path} of the pull request, model.parameters.${names[0]}`,
      remedy:
        `Judged by the base's rules, a pull request may change of the parameters of hub ${hub} ${allowed}: any other could ask something ` +
        'else than the samples, or fix the answer. Leave the others as they are on the base branch; a pull request from a branch of this ' +
        'repository can change them, where its own rules judge it (`config-ref: auto` or `head`).',
    });
  };
  const others = changed.filter((name) => !(sampling as readonly string[]).includes(name));
  if (others.length > 0) {
    refuse(others, `the pull request sets ${others.map((name) => quoted(name)).join(', ')} otherwise than the base, which it may not`);
  }
  for (const name of sampling.filter((known) => changed.includes(known) && Object.hasOwn(parameters, known))) {
    const kind = kindMissed(name, parameters[name]);
    if (kind !== undefined) refuse([name], `the parameter ${name} of the pull request must be ${kind}, not ${quoted(parameters[name])}`);
  }
}
