import { ConfigError } from '../errors.ts';
import { asRecord, canonical, isMapping } from '../json.ts';
import type { Config, SubjectConfig, ValueChange, WrittenText } from './config.ts';
import { checkedPrompts } from './prompts.ts';

/** The differences by path. A name with a dot stands in quotes, unlike the path of a key below. */
function changesBetween(old: unknown, now: unknown, path = ''): ValueChange[] {
  if (canonical(old) === canonical(now)) return [];
  const sides = [old, now].filter((side) => side !== undefined);
  const keys = Object.keys({ ...asRecord(old), ...asRecord(now) });
  // An empty mapping is a value, too: `web_search_options: {}` asks another question.
  if (keys.length === 0 || !sides.every(isMapping)) return [{ path, old, new: now }];
  return keys.flatMap((key) => {
    const step = key.includes('.') ? JSON.stringify(key) : key;
    const below = path === '' ? key : `${path}.${step}`;
    return changesBetween(asRecord(old)[key], asRecord(now)[key], below);
  });
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

function valuesOf({
  model,
  prompt,
  system_prompt,
  variables,
}: SubjectConfig): Record<string, unknown> {
  const { timeout: _timeout, retries: _retries, ...sent } = model;
  const values: Record<string, unknown> = { model: sent };
  const add = (key: string, text?: WrittenText) => {
    if (!text) return;
    // No name of a file is that of a key, and no value has the key `__proto__`.
    const file = text.file?.replace(/^(?:model\b|__proto__$)/, './$&');
    values[file ?? key] = text.text;
    // Two texts may exchange their files.
    if (file !== undefined) values[`${key}.file`] = text.file;
  };
  add('model.prompt', prompt);
  add('model.system_prompt', system_prompt);
  for (const [name, text] of Object.entries(variables)) add(`model.variables.${name}`, text);
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
