import {
  isMap,
  isNode,
  isScalar,
  parseDocument,
  type Document,
  type Range,
  type YAMLMap,
} from 'yaml';
import { pairOf, parseYaml, tuplesToLists, type Path } from '../config/positions.js';
import type { RawTest } from '../config/schema.js';
import { entriesOf } from '../config/test-entries.js';
import { ConfigError } from '../errors.js';

type Values = Readonly<Record<string, number | string | boolean>>;

export interface TestKeys {
  values: Values;
  /** A reason, written on a line above the test unless the test is advisory already. */
  comment?: string;
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/**
 * Sets keys by test; all other bytes stay. @throws ConfigError for a test whose keys cannot be set
 * in place (an alias, an anchor)
 */
export function setTestKeys(
  text: string,
  file: string,
  keys: ReadonlyMap<string, TestKeys>,
): string {
  const yaml = parseYaml(text, file);
  const { tests } = yaml.value as {
    tests: { sensitivity: Record<string, RawTest | RawTest[] | null> };
  };
  const document = parseDocument(tuplesToLists(text), { uniqueKeys: false });
  const edits = [...keys].flatMap(([name, { values, comment }]) => {
    const entry = entriesOf(yaml, tests.sensitivity).findLast(({ test }) => test.name === name);
    if (!entry) throw notSettable(name, values, file);
    const testEdits = editsOf(text, document, { path: entry.path, values });
    if (!testEdits) throw notSettable(name, values, yaml.placeOf(entry.path));
    if (comment === undefined || document.hasIn([...entry.path, 'advisory'])) return testEdits;
    return [...testEdits, commentAbove(text, document, { path: entry.path, comment })];
  });
  let editedText = text;
  for (const { start, end, text: replacement } of edits.sort((a, b) => b.start - a.start)) {
    editedText = editedText.slice(0, start) + replacement + editedText.slice(end);
  }
  return editedText;
}

function notSettable(name: string, values: Values, where: string): ConfigError {
  return new ConfigError(`the keys of ${name} cannot be set in place`, {
    where,
    remedy: `Write them yourself: ${flowText(values)}.`,
  });
}

const flowText = (values: Values): string =>
  Object.entries(values)
    .map(([key, value]) => `${key}: ${value}`)
    .join(', ');

/**
 * Returns the edits; undefined if the node of the test is neither a mapping of its own nor empty.
 */
function editsOf(
  text: string,
  document: Document,
  { path, values }: { path: Path; values: Values },
): Edit[] | undefined {
  const node = document.getIn(path, true);
  if (isMap(node) && node.range && node.anchor === undefined)
    return editsInMap(text, node, { values, range: node.range });
  const parent = document.getIn(path.slice(0, -1), true);
  if (!isMap(parent) || (isNode(node) && !(isScalar(node) && node.value === null)))
    return undefined;
  const pair = pairOf(parent, path.at(-1));
  const keyEnd = isNode(pair?.key) ? pair.key.range?.[1] : undefined;
  if (keyEnd === undefined || !text.startsWith(':', keyEnd)) return undefined;
  const end = isScalar(node) && node.source && node.range ? node.range[1] : keyEnd + 1;
  return [{ start: keyEnd + 1, end, text: ` { ${flowText(values)} }` }];
}

/** A line above the one on which the key of the test stands, with the same indent. */
function commentAbove(
  text: string,
  document: Document,
  { path, comment }: { path: Path; comment: string },
): Edit {
  const parent = document.getIn(path.slice(0, -1), true);
  const pair = isMap(parent) ? pairOf(parent, path.at(-1)) : undefined;
  const key = isNode(pair?.key) ? pair.key : document.getIn(path, true);
  const keyStart = isNode(key) ? (key.range?.[0] ?? 0) : 0;
  const start = text.lastIndexOf('\n', keyStart - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  return { start, end: start, text: `${indent}# ${comment}\n` };
}

function editsInMap(
  text: string,
  map: YAMLMap,
  { values, range: [start, end] }: { values: Values; range: Range },
): Edit[] | undefined {
  const edits: Edit[] = [];
  const newValues: Record<string, Values[string]> = {};
  for (const [key, value] of Object.entries(values)) {
    const pair = pairOf(map, key);
    const old = pair?.value;
    if (pair === undefined) newValues[key] = value;
    else if (isScalar(old) && old.range && old.source && old.anchor === undefined)
      edits.push({ start: old.range[0], end: old.range[1], text: String(value) });
    // An alias or an anchor stands for other keys too, and an empty value has no place.
    else return undefined;
  }
  const [firstItem] = map.items;
  if (Object.keys(newValues).length === 0) return edits;
  if (map.flow && !firstItem) return [...edits, { start, end, text: `{ ${flowText(newValues)} }` }];
  if (map.flow) {
    const gap = /\s/.test(text.charAt(start + 1)) ? '' : ' ';
    return [...edits, { start, end: start + 1, text: `{ ${flowText(newValues)},${gap}` }];
  }
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const lines = Object.entries(newValues).map(([key, value]) => `${key}: ${value}\n${indent}`);
  return [...edits, { start, end: start, text: lines.join('') }];
}
