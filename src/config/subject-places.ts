import { isMapping } from '../json.js';
import type { Source, SubjectPlace, SubjectPlaces, WrittenTest } from './config.js';
import { valueAt, type LocatedYaml, type Path } from './positions.js';

export function subjectPlaces(
  { yaml, prompts, origin }: Source,
  tests: readonly Pick<WrittenTest, 'test' | 'path'>[],
): SubjectPlaces {
  const placeInConfiguration = (path: Path, line: number): SubjectPlace => {
    return { path: origin.path, line: lineOfText(yaml, path, line) };
  };
  const placeOf = (path: Path, line: number): SubjectPlace => {
    const file = prompts.get(path.join('.'))?.file;
    return file === undefined ? placeInConfiguration(path, line) : { path: file, line };
  };
  return {
    placeOfText: (field, line) => placeOf(pathOfPrompt(field, tests), line),
    placeOfVariable: (name, line) => placeOf(['model', 'variables', name], line),
    placeOfValue: (field) => {
      const path =
        field === 'model' ? ['model'] : (writtenKey(yaml, `model.${field}`) ?? ['model']);
      return { path: origin.path, line: yaml.lineOf(path.slice(0, -1), path.at(-1)) };
    },
  };
}

function pathOfPrompt(field: string, tests: readonly Pick<WrittenTest, 'test' | 'path'>[]): Path {
  const test = tests.find(({ test }) => `${test.name}.prompt` === field);
  return test ? [...test.path, 'prompt'] : ['model', field];
}

/** The line of a literal block (`|`); the line of the key for a text that is written otherwise. */
function lineOfText(yaml: LocatedYaml, path: Path, line: number): number {
  const writtenValue = yaml.writtenAt(path);
  if (writtenValue?.style === 'BLOCK_LITERAL') return writtenValue.line + line;
  return yaml.lineOf(path.slice(0, -1), String(path.at(-1)));
}

/** The path at which the file says a key as errors name it; undefined where it does not. */
export function writtenKey(yaml: LocatedYaml, key: string): string[] | undefined {
  const path = key.split('.');
  const [section, field, ...name] = path;
  const places: string[][] = [path, ['evaluation', ...path]];
  if (section === 'model' && field === 'parameters') places.push(['model_parameters', ...name]);
  return places.find((place) => {
    const above = valueAt(yaml.value, place.slice(0, -1));
    return isMapping(above) && Object.hasOwn(above, place.at(-1) ?? '');
  });
}

/** The keys of a field of a changed part in the configuration. A name may hold a dot. */
export function keysOfField(field: string, yaml: LocatedYaml): Path {
  const [first, ...rest] = field.split('.');
  const named = rest.length === 0 ? [] : [rest.join('.')];
  if (first === 'variables') return ['model', first, ...named];
  if (first === 'parameters' || rest.length === 0)
    return writtenKey(yaml, `model.${field}`) ?? ['model', first ?? '', ...named];
  const test = field.replace(/\.prompt$/, '');
  return [...keysOfTest(test, yaml), 'prompt'];
}

/** One of several tests `custom` stands in a list, and its name after a colon. */
function keysOfTest(test: string, yaml: LocatedYaml): Path {
  const all = ['tests', 'sensitivity'];
  const colon = test.indexOf(':');
  const list = valueAt(yaml.value, [...all, test.slice(0, colon)]);
  if (colon < 0 || !Array.isArray(list)) return [...all, test];
  const name = test.slice(colon + 1);
  const index = list.findIndex((one) => valueAt(one, ['parameters', 'name']) === name);
  return [...all, test.slice(0, colon), index];
}
