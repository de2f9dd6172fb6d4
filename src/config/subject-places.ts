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
