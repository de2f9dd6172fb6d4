import { tmpdir } from 'node:os';
import { expect, it } from '@jest/globals';
import { jsonSchema } from '../../src/config/schema.js';
import { readRules } from '../../src/config/rules.js';
import type { Problem } from '../../src/engine/results.js';
import { validate } from '../../src/run/validate.js';
import { HUBS } from '../../src/models/hubs/registry.js';
import { renderMarkdown } from '../../src/report/formats/markdown.js';
import { unquotedIn } from '../report/markup.js';
import { results } from '../report/sample-results.js';
import { inlined } from '../support/config-schema.js';
import { some } from '../support/runs.js';

const PROSE =
  'All checks have passed.\n\n`The maintainers` have approved </details></code> @octo-org/team ::error::no';
const HOSTILE = `${PROSE} ${'a'.repeat(10_000)}`;
const WORDS = /checks have|maintainers|approved|octo-org|::error|aaaa/;

type Schema = {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema;
  items?: Schema;
  anyOf?: Schema[];
  propertyNames?: unknown;
};

/** The way to every key of the schema; `*` stands for a name that the file chooses. */
function pathsIn(schema: Schema, path: readonly string[] = []): string[][] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema;
  return [
    ...(path.length > 0 ? [[...path]] : []),
    ...Object.entries(properties).flatMap(([key, inner]) => pathsIn(inner, [...path, key])),
    ...(additionalProperties && (schema.propertyNames || typeof additionalProperties === 'object')
      ? [[...path, '*']]
      : []),
    ...(items && path.length < 8 ? pathsIn(items, [...path, '0']) : []),
    ...anyOf.flatMap((inner) => pathsIn(inner, path).filter(({ length }) => length > path.length)),
  ];
}

const PATHS = [
  ...new Map(
    pathsIn(inlined(jsonSchema('o/r')) as Schema).map((path) => [path.join('\n'), path]),
  ).values(),
];

/**
 * A configuration with the hostile text at one place: as a value, or as a key where the file
 * chooses its name or writes a stray one.
 */
function written(path: readonly string[], { hub, asKey }: { hub: string; asKey: boolean }): object {
  const config: Record<string, unknown> = {
    model: { hub, name: 'm', ...(hub === 'http' && { url: 'https://a.example.com' }) },
    data: { source: 'builtin:statements', limit: 20 },
    tests: { sensitivity: { add_negation: {} } },
  };
  let at = config;
  for (const step of path.slice(0, -1)) at = (at[step] ??= {}) as Record<string, unknown>;
  const last = path.at(-1)!;
  if (asKey) at[last] = { [HOSTILE]: HOSTILE };
  else at[last === '*' ? HOSTILE : last] = HOSTILE;
  return config;
}

async function saidOf(config: object): Promise<{ problems: Problem[]; notices: string[] }> {
  const text = JSON.stringify(config).replace(/"(\d+)":/g, '"$1":');
  const rules = await readRules({
    readConfig: async () => text,
    readNamedFile: async () => undefined,
    file: '.github/s.yml',
    overrides: {},
  });
  const options = {
    overrides: {},
    root: tmpdir(),
    confined: true,
    keys: {},
    allowedHosts: [],
    missingKey: 'fail' as const,
  };
  const { problems, notices, data } = await validate({
    ...options,
    config: { path: '.github/s.yml', ref: 'local', rules },
  });
  const whole = 'problem' in rules ? [rules.problem] : [];
  return { problems: [...problems, ...whole], notices: [...notices, ...data] };
}

it.each(HUBS)(
  'a hostile text in any key of the configuration stands quoted in what is said of it, and short (hub: %s)',
  async (hub) => {
    let told = 0;
    const own = PATHS.filter(([section]) => hub === 'openai' || section === 'model');
    for (const path of some(own, hub === 'openai' ? 10 : 4)) {
      for (const asKey of [false, true]) {
        const { problems, notices } = await saidOf(written(path, { hub, asKey }));
        for (const problem of [...problems, undefined]) {
          const said = results({
            outcome: 'error',
            report: [],
            results: [],
            notices,
            warnings: notices,
            model: { hub, name: HOSTILE },
            ...(problem && { problem }),
          });
          const markdown = renderMarkdown(said, { kind: 'comment', maxBytes: 60_000 });
          const { quoted, loose } = unquotedIn(markdown, WORDS);
          told += quoted;
          expect({ path, loose }).toEqual({ path, loose: [] });
        }
      }
    }
    expect(told).toBeGreaterThan(10);
  },
  120_000,
);
