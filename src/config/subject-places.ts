import { findTest } from '../engine/perturbations/index.ts';
import { asRecord, isMapping } from '../json.ts';
import type { Source, SubjectPlace, SubjectPlaces } from './config.ts';
import { namedFileAt } from './named-files.ts';
import { valueAt, type LocatedYaml, type Path } from './positions.ts';

/** Returns functions that find the line of a prompt, a variable or a key of the model. */
export function subjectPlaces(source: Source): SubjectPlaces {
  const { yaml, origin } = source;
  const placeInConfiguration = (path: Path, line: number): SubjectPlace => {
    return { path: origin.path, line: lineOfText(yaml, path, line) };
  };
  const placeOf = (path: Path, line: number): SubjectPlace => {
    const file = namedFileAt(source, path)?.file;
    return file === undefined ? placeInConfiguration(path, line) : { path: file, line };
  };
  return {
    placeOfText: (field, line) => placeOf(['model', field], line),
    placeOfVariable: (name, line) => placeOf(['model', 'variables', name], line),
    placeOfValue: (field) => {
      const path =
        field === 'model' ? ['model'] : (writtenKey(yaml, `model.${field}`) ?? ['model']);
      return { path: origin.path, line: yaml.lineOf(path.slice(0, -1), lastKey(path)) };
    },
  };
}

/** Returns the line of a literal block (`|`), or of the key of a text in any other style. */
function lineOfText(yaml: LocatedYaml, path: Path, line: number): number {
  // The line of the value is that of its `|`; the text begins on the next line.
  if (yaml.isBlockAt(path)) return yaml.lineOf(path) + line;
  return yaml.lineOf(path.slice(0, -1), lastKey(path));
}

/**
 * Returns the path at which a file has a key, by the key's name in errors; undefined if the file
 * does not have it.
 */
export function writtenKey(yaml: LocatedYaml, key: string): Path | undefined {
  return possiblePaths(key).find((path) => {
    const parent = valueAt(yaml.value, path.slice(0, -1));
    return isMapping(parent) && Object.hasOwn(parent, lastKey(path));
  });
}

function possiblePaths(key: string): Path[] {
  const path = key.split('.');
  const [section, field, ...name] = path;
  const paths = [path, ['evaluation', ...path]];
  if (section === 'model' && field === 'parameters') paths.push(['model_parameters', ...name]);
  return paths;
}

/**
 * Returns the line at which the configuration has the field of a changed part. `line` is that of a
 * text, from 1.
 */
export function lineOfField(field: string, yaml: LocatedYaml, line = 1): number {
  return lineOfText(yaml, keysOfField(field, yaml), line);
}

/** The name of a variable or of a parameter may hold a dot. */
function keysOfField(field: string, yaml: LocatedYaml): Path {
  const [first = '', ...rest] = field.split('.');
  const named = rest.length === 0 ? [] : [rest.join('.')];
  if (first === 'variables') return ['model', first, ...named];
  return writtenKey(yaml, `model.${field}`) ?? ['model', first, ...named];
}

const TESTS_PATH = ['tests', 'sensitivity'];

/** Returns the path of a test by its name in reports; undefined if the file does not have it. */
export function pathOfTest(testName: string, yaml: LocatedYaml): Path | undefined {
  for (const [writtenName, body] of Object.entries(asRecord(valueAt(yaml.value, TESTS_PATH)))) {
    const test = findTest(writtenName);
    if (test === undefined) continue;
    const path = [...TESTS_PATH, writtenName];
    if (!Array.isArray(body)) {
      if (test.name === testName) return path;
      continue;
    }
    const index = body.findIndex(
      (entry) => `${test.name}:${String(valueAt(entry, ['parameters', 'name']))}` === testName,
    );
    if (index >= 0) return [...path, index];
  }
  return undefined;
}

function lastKey(path: Path): string {
  return String(path.at(-1));
}
