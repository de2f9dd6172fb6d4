import { OTHER_CATEGORIES } from '../../config/langtest-categories.js';
import { parseYaml, type LocatedYaml } from '../../config/positions.js';
import { ConfigError } from '../../errors.js';
import { locatedJson, type LocatedJson } from './json-places.js';
import { isMapping, jsonIn } from '../../json.js';

export type Recognised =
  | { kind: 'promptfoo' | 'langtest'; yaml: LocatedYaml }
  | { kind: 'openai-eval'; json: LocatedJson }
  | { kind: 'openai-rows' };

/** Some thousands of tests: it is a file of the user's own, and no pull request's. */
const MOST_TOKENS = 300_000;

const UNDERSTOOD =
  'Understood are a promptfoo configuration (providers, prompts, tests as a list or a file), a LangTest configuration (tests by category), an ' +
  'OpenAI eval (testing_criteria, data_source) as JSON, and its rows as JSON Lines ({"item": …}, or {"input": …, "ideal": …}).';

/** What a file is, by what stands in it and not by its name. @throws ConfigError that says what was seen and what is understood. */
export function recognise(text: string, name: string): Recognised {
  const given = text.trimStart();
  if (given === '') throw strange('the file is empty', name);
  if (given.startsWith('{') || given.startsWith('[')) {
    const lines = given.split('\n').filter((line) => line.trim() !== '');
    const first = jsonIn(lines[0]!);
    if (isRow(first)) return { kind: 'openai-rows' };
    if (isMapping(first) && lines.length > 1) throw strange(`the rows of it have ${keysOf(first)}`, `${name}:1`);
    const isWhole = jsonIn(given) !== undefined;
    // A mistake in JSON is told as one of JSON; LangTest's files may be Python dictionaries, which only YAML can read.
    if (isWhole || /\.json[l5]?$|\.ndjson$/i.test(name)) {
      const json = locatedJson(text, name);
      if (isEval(json.value)) return { kind: 'openai-eval', json };
      if (!isMapping(json.value)) throw strange('the JSON in it is no mapping', name);
    }
  }
  const yaml = parseYaml(text, name, MOST_TOKENS);
  const { value } = yaml;
  if (!isMapping(value)) throw strange('it is no mapping of keys', name);
  if (isEval(value))
    return { kind: 'openai-eval', json: { value, where: (path) => yaml.where(path), elements: (path) => elementsOf(yaml, path) } };
  const { tests } = value;
  const names = isMapping(tests) ? Object.keys(tests) : [];
  const isLangTest = names.some((key) => key === 'sensitivity' || OTHER_CATEGORIES.includes(key));
  if (isLangTest && isMapping(value.model) && value.model.hub !== undefined && value.model.name !== undefined) {
    throw new ConfigError('it is a configuration of this project already', {
      where: name,
      remedy: `Check it: sensitivity validate --config ${name}`,
    });
  }
  if (isLangTest) return { kind: 'langtest', yaml };
  const isPromptfoo = value.providers !== undefined || value.prompts !== undefined || value.targets !== undefined;
  if (isPromptfoo || Array.isArray(tests) || typeof tests === 'string') return { kind: 'promptfoo', yaml };
  if (Object.values(value).some((entry) => isMapping(entry) && typeof entry.class === 'string' && entry.class.startsWith('evals.'))) {
    throw new ConfigError('it registers an eval of openai/evals, and its rows lie in another file', {
      where: name,
      remedy: 'Convert the file that its samples_jsonl names.',
    });
  }
  throw strange(`it has ${keysOf(value)}`, name);
}

function elementsOf(yaml: LocatedYaml, path: readonly (string | number)[]): string[] {
  const list = path.reduce<unknown>((at, step) => (at as Record<string | number, unknown>)[step], yaml.value);
  return (list as unknown[]).map((_, i) => yaml.where([...path, i]));
}

function strange(seen: string, where: string): ConfigError {
  return new ConfigError(`it is not known what this is: ${seen}`, { where, remedy: UNDERSTOOD });
}

function isEval(value: unknown): boolean {
  if (!isMapping(value)) return false;
  return (
    Array.isArray(value.testing_criteria) || (isMapping(value.data_source) && ['eval.run', undefined].includes(value.object as string))
  );
}

function isRow(value: unknown): boolean {
  return (
    isMapping(value) && (isMapping(value.item) || (value.input !== undefined && (value.ideal !== undefined || Array.isArray(value.input))))
  );
}

/** Names of keys are shown, what stands below them is not: it may be another file than was meant, with a key in it. */
function keysOf(value: Record<string, unknown>): string {
  const names = Object.keys(value)
    .slice(0, 8)
    .map((name) => JSON.stringify(name.slice(0, 40)));
  return names.length === 0 ? 'no keys' : `the keys ${names.join(', ')}`;
}
