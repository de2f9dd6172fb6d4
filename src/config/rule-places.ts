import { RULE_SECTIONS } from './changed-rules.ts';
import { valueAt, type LocatedYaml, type Path } from './positions.ts';
import { pathOfTest } from './subject-places.ts';

/** True for a rule that is a key of the configuration, by its path in reports. Others are files. */
export function isKeyOfConfiguration(rule: string): boolean {
  const [section = ''] = rule.split('.');
  return RULE_SECTIONS.includes(section);
}

/**
 * Returns the line of a rule, by its path in reports. A removed rule has the line of the mapping
 * that held it. Returns undefined for a removed rule at the top of the file.
 */
export function lineOfRule(rule: string, yaml: LocatedYaml): number | undefined {
  const [likeliestPath, ...otherPaths] = possiblePaths(rule, yaml);
  const isSet = (path: Path) => valueAt(yaml.value, path) !== undefined;
  const path = [likeliestPath, ...otherPaths].find(isSet) ?? likeliestPath;
  if (path.length === 1 && !isSet(path)) return undefined;
  return yaml.lineOf(path.slice(0, -1), String(path.at(-1)));
}

/** The paths at which a file may have a rule; a rule of a test may be set for all tests. */
function possiblePaths(rule: string, yaml: LocatedYaml): [Path, ...Path[]] {
  const path = rule.split('.');
  const [section, category = '', testName = '', ...keys] = path;
  if (section !== 'tests' || keys.length === 0) return [path];
  const testPath = pathOfTest(testName, yaml) ?? [section, category, testName];
  return [[...testPath, ...keys], ['evaluation', ...keys], ['tests', 'defaults', ...keys], keys];
}
