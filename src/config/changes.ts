import { ConfigError } from '../errors.ts';
import { canonical, isMapping } from '../json.ts';
import type { Config, SubjectConfig, ValueChange, WrittenText } from './config.ts';
import { checkedPrompts } from './prompts.ts';

type Values = Readonly<Record<string, unknown>>;

/** Values by path. A name with a dot stands in quotes: it must not be the path of another value. */
export function flatValues(value: unknown, path = ''): Values {
  if (value === undefined) return {};
  // An empty mapping is a value, too: `web_search_options: {}` asks another question.
  if (!isMapping(value) || Object.keys(value).length === 0) return { [path]: value };
  const flat = Object.entries(value).flatMap(([key, inner]) => {
    const step = key.includes('.') ? JSON.stringify(key) : key;
    return Object.entries(flatValues(inner, path === '' ? step : `${path}.${step}`));
  });
  return Object.fromEntries(flat);
}

function changesBetween(old: Values, now: Values): ValueChange[] {
  const changes = Object.keys({ ...old, ...now }).map((path) => {
    return { path, old: old[path], new: now[path] };
  });
  const isFilled = ({ path, old: was, new: is }: ValueChange) =>
    [was, is].some((one) => isMapping(one)) &&
    changes.some((other) => other.path.startsWith(`${path}.`));
  return changes.filter(
    (change) => canonical(change.old) !== canonical(change.new) && !isFilled(change),
  );
}

export function changedRules(base: Config, head: Config): ValueChange[] {
  return changesBetween(base.rules, head.rules).map((change) => {
    const place = head.placeOf(change.path);
    return place === undefined ? change : { ...change, place };
  });
}

/** What the head asks otherwise. A text of a file goes by the file's path. */
export function changedSubject(base: Config, head: Config): ValueChange[] {
  return changesBetween(valuesOf(base.subject), valuesOf(head.subject));
}

function valuesOf({ model, prompt, system_prompt, variables }: SubjectConfig): Values {
  const { timeout: _timeout, retries: _retries, ...sent } = model;
  const values: Record<string, unknown> = { ...flatValues({ model: sent }) };
  const add = (key: string, text?: WrittenText) => {
    // No name of a file is the path of a key.
    if (text) values[text.file?.replace(/^model\./, './model.') ?? key] = text.text;
  };
  add('model.prompt', prompt);
  add('model.system_prompt', system_prompt);
  for (const [name, text] of Object.entries(variables)) {
    add(`model.variables.${name}`, text);
    // Two variables may exchange their files.
    if (text.file !== undefined) values[`model.variables.${name}.file`] = text.file;
  }
  return values;
}

/**
 * The rules with the subject of another side, whose time limits are those of the rules.
 *
 * @throws ConfigError for another dialect, and for a prompt that these rules cannot fill
 */
export function withSubject(rules: Config, { subject, isLangTest, path }: Config): Config {
  if (rules.isLangTest !== isLangTest)
    throw new ConfigError(
      'Only one of head and base has a section `model`: the head has no subject for the rules of the base',
      {
        where: path,
        remedy: 'Keep the dialect, or run the change that leaves it with `config-ref: head`.',
      },
    );
  const { timeout, retries } = rules.subject.model;
  for (const { key, problem } of checkedPrompts(subject, rules.tests))
    if (problem !== undefined)
      throw new ConfigError(`model.${key} cannot be used by the rules of the base: ${problem}`, {
        where: subject.placeOf(key),
        remedy:
          'Correct the prompt. A column that it shows must be merged first, with data.columns.fill.',
      });
  return { ...rules, subject: { ...subject, model: { ...subject.model, timeout, retries } } };
}
