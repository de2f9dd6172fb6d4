import { ConfigError } from '../errors.ts';
import { asRecord, canonical, isMapping } from '../json.ts';
import type { Config, SubjectConfig, ValueChange, WrittenText } from './config.ts';
import { checkedPrompts } from './prompts.ts';
import { textsIn } from './texts.ts';

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
  const [old, now] = [valuesOf(base.subject), valuesOf(head.subject)];
  return changesBetween(old.values, now.values).map((change) => {
    const { file, lines } = now.inFiles[change.path] ?? old.inFiles[change.path] ?? {};
    if (file === undefined) return change;
    // No name of a file is that of a key.
    const named = { ...change, path: file.replace(/^(?:model\b|__proto__$)/, './$&') };
    return lines ? { ...named, lines: { first: lines.first, last: lines.last } } : named;
  });
}

/** Values and texts, by key or by file; `inFiles` are the latter. */
function valuesOf(subject: SubjectConfig) {
  const { timeout: _timeout, retries: _retries, ...sent } = subject.model;
  const values: Record<string, unknown> = { model: sent };
  const inFiles: Record<string, WrittenText> = {};
  for (const [field, written] of Object.entries(textsIn(subject))) {
    const { file, lines, text } = written;
    // A file with more than one text has one of each field.
    const key = file === undefined ? `model.${field}` : `\0${file}\0${lines ? field : ''}`;
    values[key] = text;
    if (file !== undefined) inFiles[key] = written;
  }
  // Two texts may exchange their files.
  const { prompt, system_prompt: system, variables } = subject;
  if (prompt?.file !== undefined) values['model.prompt.file'] = prompt.file;
  if (system?.file !== undefined) values['model.system_prompt.file'] = system.file;
  for (const [name, { file }] of Object.entries(variables))
    if (file !== undefined) values[`model.variables.${name}.file`] = file;
  return { values, inFiles };
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
