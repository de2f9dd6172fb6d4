import { parseYaml, type LocatedYaml, type Path } from '../../../config/positions.js';
import { DataError } from '../../../errors.js';
import { textOf, type Companions, type Located, type Material, type Notes, type SourceRow } from '../converted.js';
import { parseTemplate, rendered } from '../template.js';
import { expectedOf, fromCell } from './assertions.js';
import { isMapping, listIn } from '../../../json.js';

const HUGGING_FACE = 'huggingface://datasets/';

/** More tests than this are no hand's work, and no terminal's either. */
const MOST_ROWS = 100_000;

/** A test as it stands somewhere. */
interface Written extends Located {
  placeOf: (...path: (string | number)[]) => string;
}

export interface FoundTests {
  rows: SourceRow[];
  /** A set of the Hub, which is read where it lies. */
  dataset?: Material['data'];
}

export interface Place {
  yaml: LocatedYaml;
  companions: Companions;
  notes: Notes;
  shared: Shared;
}

/** What `defaultTest` says of every test. */
export interface Shared {
  vars?: unknown;
  assertions: readonly Located[];
}

const NOT_ROWS = {
  why: 'the rows come from a program, a service or a table that is not read',
  instead: 'Export them as CSV, JSON Lines or YAML, and name that file under tests.',
};

/** Rows of `tests`, with what the whole file says of each. */
export async function testsIn(value: unknown, path: Path, place: Place): Promise<FoundTests> {
  const found: FoundTests = { rows: [] };
  for (const [entry, at] of entriesOf(value, path)) {
    const named = textOf(isMapping(entry) && entry.vars === undefined ? entry.path : entry);
    const where = place.yaml.where(at);
    if (named === undefined) add(found, rowsOf({ value: entry, where, placeOf: (...more) => place.yaml.where([...at, ...more]) }, place));
    else if (named.startsWith(HUGGING_FACE) && datasetOf(named)) found.dataset = datasetOf(named);
    else for await (const written of inFile(named, where, place)) add(found, rowsOf(written, place));
  }
  return found;
}

/** The elements of a list with their places; anything else is the only one. */
export function entriesOf(value: unknown, path: Path): (readonly [value: unknown, at: Path])[] {
  return Array.isArray(value) ? value.map((one: unknown, i) => [one, [...path, i]] as const) : [[value, path]];
}

function add(found: FoundTests, rows: readonly SourceRow[]): void {
  found.rows.push(...rows);
  if (found.rows.length <= MOST_ROWS) return;
  throw new DataError(`there are more than ${MOST_ROWS} tests`, {
    where: rows[0]?.where,
    remedy: 'Keep them in a file of rows, and name it as data.source.',
  });
}

async function* inFile(named: string, where: string, { companions, notes }: Place): AsyncGenerator<Written> {
  const file = named.replace(/^file:\/\//i, '');
  const ending = /\.([a-z]{3,5})$/i.exec(file)?.[1]?.toLowerCase();
  if (/^https?:|[*?]/.test(file) || !['csv', 'tsv', 'json', 'jsonl', 'yaml', 'yml'].includes(ending ?? '')) {
    notes.add(`tests ${JSON.stringify(named.slice(0, 80))}`, where, NOT_ROWS);
    return;
  }
  if (ending === 'yaml' || ending === 'yml') {
    const yaml = parseYaml(await companions.text(file, where), file);
    const tests = Array.isArray(yaml.value) ? (yaml.value as unknown[]) : [yaml.value];
    for (const [i, value] of tests.entries()) yield { value, where: yaml.where([i]), placeOf: (...more) => yaml.where([i, ...more]) };
    return;
  }
  for await (const { value, source, where: at } of companions.rows(file, where)) {
    const place = at?.() ?? source;
    const isTable = ending === 'csv' || ending === 'tsv';
    yield { value: isTable && isMapping(value) ? fromTable(value, place, notes) : value, where: place, placeOf: () => place };
  }
}

/** Columns of a table are variables; those with two underlines before them are promptfoo's own. */
function fromTable(row: Record<string, unknown>, where: string, notes: Notes): unknown {
  const cells = Object.entries(row);
  const own = cells.filter(([name]) => name.startsWith('__'));
  const asserted = own.filter(([name, cell]) => /^__expected\d*$/.test(name) && String(cell).trim() !== '');
  for (const [name, cell] of own) {
    if (/^__(?:prefix|suffix|threshold|config:)/.test(name) && String(cell).trim() !== '')
      notes.add(`column ${name.slice(0, 60)}`, where, PER_ROW);
  }
  return {
    vars: Object.fromEntries(cells.filter(([name]) => !name.startsWith('__'))),
    assert: asserted.map(([, cell]) => fromCell(String(cell))),
  };
}

const PER_ROW = {
  why: 'all rows are asked with one prompt, by one model, and each counts alike',
  instead: 'Write it into the prompt, or keep such rows in a configuration of their own.',
};

function rowsOf({ value, where, placeOf }: Written, { notes, shared }: Place): SourceRow[] {
  const leave = (why: string, instead = 'Write vars: { question: … } there.') => notes.add('the test', where, { why, instead });
  if (!isMapping(value)) return leave('it is no mapping');
  if (typeof value.vars === 'string' || Array.isArray(value.vars)) return leave('its vars are in another file', 'Write them there.');
  for (const key of ['provider', 'providers', 'prompts', 'threshold']) {
    if (value[key] !== undefined) notes.add(key, placeOf(key), PER_ROW);
  }
  if (isMapping(value.options)) {
    for (const key of Object.keys(value.options)) {
      if (key !== 'provider' && key !== 'disableVarExpansion') notes.add(`options.${key.slice(0, 60)}`, placeOf('options', key), PER_ROW);
    }
  }
  const vars = { ...(isMapping(shared.vars) && shared.vars), ...(isMapping(value.vars) && value.vars) };
  const own = listIn(value.assert).map((one, i) => ({ value: one, where: placeOf('assert', i) }));
  const assertions = [...shared.assertions, ...own];
  const combined = combinations(vars);
  if (combined === undefined) return leave('one of its variables is a mapping or a file', 'Write texts, one a variable.');
  return combined.flatMap((given): SourceRow[] => {
    const values = nested(given);
    if (values === undefined) return leave('a variable of it holds a template that is no plain variable', 'Write the text itself.');
    return [{ values, expected: expectedOf(assertions, values, notes), where }];
  });
}

/** A list of values is a test for each, as promptfoo has it. */
function combinations(vars: Record<string, unknown>): Record<string, string>[] | undefined {
  let all: Record<string, string>[] = [{}];
  for (const [name, value] of Object.entries(vars)) {
    if (value === null || value === undefined) continue;
    const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).map(textOf);
    if (texts.includes(undefined) || texts.some((text) => /^(?:file|package):\/\//i.test(text!))) return undefined;
    if (all.length * texts.length > MOST_ROWS) return undefined;
    all = all.flatMap((one) => texts.map((text) => ({ ...one, [name]: text! })));
  }
  return all;
}

/** A value may name other variables. */
function nested(values: Record<string, string>): Record<string, string> | undefined {
  const entries = Object.entries(values).map(([name, text]) => {
    const template = text.includes('{{') || text.includes('{%') ? parseTemplate(text) : [{ text }];
    return [name, typeof template === 'string' ? undefined : rendered(template, values)] as const;
  });
  return entries.some(([, text]) => text === undefined) ? undefined : (Object.fromEntries(entries) as Record<string, string>);
}

/** `huggingface://datasets/OWNER/NAME?split=test&config=main&limit=50`; undefined for a name that no set has. */
function datasetOf(named: string): Material['data'] {
  const [name = '', query = ''] = named.slice(HUGGING_FACE.length).split('?');
  const asked = new URLSearchParams(query);
  const source = ['hf', name, asked.get('config') ?? '', asked.get('split') ?? ''].filter(Boolean).join(':');
  const limit = Number(asked.get('limit'));
  return /^[\w.-]+\/[\w.-]+$/.test(name) ? { source, ...(Number.isInteger(limit) && limit > 0 && { limit }) } : undefined;
}
