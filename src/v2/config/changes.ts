import { ConfigError } from '../../errors.ts';
import { canonical, isMapping } from '../../json.ts';
import type { Config, Subject, TestConfig, ValueChange, WrittenText } from './config.ts';
import { problemOfPrompt, PROMPT_KINDS } from './prompts.ts';

/** Values by path. A name with a dot stands in quotes: it must not be the path of another value. */
export function flatValues(value: unknown, path = ''): Record<string, unknown> {
  if (value === undefined) return {};
  if (!isMapping(value)) return { [path]: value };
  const flat = Object.entries(value).map(([key, inner]) => {
    const step = key.includes('.') ? JSON.stringify(key) : key;
    return flatValues(inner, path === '' ? step : `${path}.${step}`);
  });
  return Object.assign({}, ...flat);
}

type Values = Readonly<Record<string, unknown>>;

function changesBetween(old: Values, now: Values): ValueChange[] {
  return Object.keys({ ...old, ...now })
    .filter((path) => canonical(old[path]) !== canonical(now[path]))
    .map((path) => ({ path, old: old[path], new: now[path] }));
}

export function changedRules(base: Config, head: Config): ValueChange[] {
  return changesBetween(base.rules, head.rules);
}

/** What the head asks otherwise. A text of a file goes by the file's path. */
export function changedSubject(base: Config, head: Config): ValueChange[] {
  return changesBetween(valuesOf(base.subject), valuesOf(head.subject));
}

function valuesOf({ model, prompt, system_prompt, variables }: Subject): Values {
  const { timeout: _timeout, retries: _retries, ...sent } = model;
  const values = flatValues({ model: sent });
  const texts: [string, WrittenText | undefined][] = [
    ['model.prompt', prompt],
    ['model.system_prompt', system_prompt],
  ];
  for (const [name, text] of Object.entries(variables))
    texts.push([`model.variables.${name}`, text]);
  for (const [key, text] of texts) if (text) values[text.file ?? key] = text.text;
  return values;
}

/** The placeholders that columns fill, in any test. */
export function fillNames(tests: readonly Pick<TestConfig, 'data'>[]): string[] {
  return [...new Set(tests.flatMap(({ data }) => Object.keys(data.columns.fill ?? {})))];
}

/**
 * The rules with the subject of another side, whose time limits are those of the rules.
 *
 * @throws ConfigError for a prompt that these rules cannot fill
 */
export function withSubject(rules: Config, subject: Subject): Config {
  const { timeout, retries } = rules.subject.model;
  for (const kind of PROMPT_KINDS) {
    const problem = problemOfPrompt(subject, kind, fillNames(rules.tests));
    if (problem !== undefined)
      throw new ConfigError(`the ${kind} cannot be used by the rules of the base: ${problem}`, {
        where: subject.placeOf(kind),
        remedy:
          'Correct the prompt. A column that it shows must be merged first, with data.columns.fill.',
      });
  }
  return { ...rules, subject: { ...subject, model: { ...subject.model, timeout, retries } } };
}
