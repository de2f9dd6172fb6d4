import {
  isMap,
  isNode,
  isScalar,
  parseDocument,
  type Document,
  type Node,
  type Range,
  type YAMLMap,
} from 'yaml';
import { pairOf, parseYaml, tuplesToLists, type Path } from '../config/positions.ts';
import type { RawTest } from '../config/schema.ts';
import { entriesOf } from '../config/test-entries.ts';
import { ConfigError } from '../errors.ts';

type Values = Readonly<Record<string, number | string | boolean>>;

export interface TestKeys {
  values: Values;
  /** A reason, written on a line above the test unless the test is advisory already. */
  comment?: string;
}

/** The text of a configuration, and its nodes. */
interface Source {
  text: string;
  document: Document;
  newline: '\n' | '\r\n';
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
  const source: Source = {
    text,
    document: parseDocument(tuplesToLists(text), { uniqueKeys: false }),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
  const edits = [...keys].flatMap(([name, { values, comment }]) => {
    const entry = entriesOf(yaml, tests.sensitivity).findLast(({ test }) => test.name === name);
    if (!entry) throw notSettable(name, values, file);
    const testEdits = editsOf(source, entry.path, values);
    if (!testEdits) throw notSettable(name, values, yaml.placeOf(entry.path));
    if (comment !== undefined && !source.document.hasIn([...entry.path, 'advisory']))
      testEdits.push(commentAbove(source, entry.path, comment));
    return testEdits;
  });
  let editedText = text;
  for (const { start, end, text: replacement } of edits.sort((a, b) => b.start - a.start))
    editedText = editedText.slice(0, start) + replacement + editedText.slice(end);
  return editedText;
}

function notSettable(name: string, values: Values, where: string): ConfigError {
  return new ConfigError(`the keys of ${name} cannot be set in place`, {
    where,
    remedy: `Write them yourself: ${flowText(values)}.`,
  });
}

function flowText(values: Values): string {
  return keyTexts(values).join(', ');
}

function keyTexts(values: Values): string[] {
  return Object.entries(values).map(([key, value]) => `${key}: ${value}`);
}

/**
 * Returns the edits; undefined if the node of the test is neither a mapping of its own nor empty.
 */
function editsOf(source: Source, path: Path, values: Values): Edit[] | undefined {
  const { text, document } = source;
  const node = document.getIn(path, true);
  if (isMap(node) && node.range && node.anchor === undefined)
    return editsInMap(source, node, { values, range: node.range });
  const isEmpty = !isNode(node) || (isScalar(node) && node.value === null);
  const keyEnd = keyAt(document, path)?.range?.[1];
  if (!isEmpty || keyEnd === undefined || !text.startsWith(':', keyEnd)) return undefined;
  const end = isScalar(node) && node.source && node.range ? node.range[1] : keyEnd + 1;
  return [{ start: keyEnd + 1, end, text: ` { ${flowText(values)} }` }];
}

/** The node of the last key of a path; undefined for an entry of a list. */
function keyAt(document: Document, path: Path): Node | undefined {
  const parent = document.getIn(path.slice(0, -1), true);
  const key = isMap(parent) ? pairOf(parent, path.at(-1))?.key : undefined;
  return isNode(key) ? key : undefined;
}

/** A line above the one on which the key of the test stands, with the same indent. */
function commentAbove({ text, document, newline }: Source, path: Path, comment: string): Edit {
  const entry = document.getIn(path, true);
  const key = keyAt(document, path) ?? (isNode(entry) ? entry : undefined);
  const start = text.lastIndexOf('\n', (key?.range?.[0] ?? 0) - 1) + 1;
  const indent = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  return { start, end: start, text: `${indent}# ${comment}${newline}` };
}

function editsInMap(
  { text, newline }: Source,
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
  if (Object.keys(newValues).length === 0) return edits;
  if (!map.flow) {
    const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
    const lines = keyTexts(newValues).map((line) => `${line}${newline}${indent}`);
    edits.push({ start, end: start, text: lines.join('') });
  } else if (map.items.length === 0) {
    edits.push({ start, end, text: `{ ${flowText(newValues)} }` });
  } else {
    const gap = /\s/.test(text.charAt(start + 1)) ? '' : ' ';
    edits.push({ start, end: start + 1, text: `{ ${flowText(newValues)},${gap}` });
  }
  return edits;
}
