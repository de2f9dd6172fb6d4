import { tmpdir } from 'node:os';
import { jsonSchema } from '../../src/config/schema.ts';
import { readRules } from '../../src/config/rules.ts';
import type { Problem } from '../../src/engine/results.ts';
import { validate } from '../../src/run/validate.ts';
import { HUBS } from '../../src/models/hubs/registry.ts';
import { renderMarkdown } from '../../src/report/formats/markdown.ts';
import { unquotedIn } from '../report/markup.ts';
import { results } from '../report/sample-results.ts';
import { inlined } from '../support/config-schema.ts';
import { some } from '../support/runs.ts';

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

/** The path to every key of the schema; `*` stands for a name that the file chooses. */
function pathsIn(schema: Schema, path: readonly string[] = []): string[][] {
  const { properties = {}, additionalProperties, items, anyOf = [] } = schema;
  const paths = [
    ...Object.entries(properties).flatMap(([key, inner]) => pathsIn(inner, [...path, key])),
    ...anyOf.flatMap((inner) => pathsIn(inner, path).filter(({ length }) => length > path.length)),
  ];
  if (path.length > 0) paths.push([...path]);
  if (additionalProperties && (schema.propertyNames || typeof additionalProperties === 'object'))
    paths.push([...path, '*']);
  if (items && path.length < 8) paths.push(...pathsIn(items, [...path, '0']));
  return paths;
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
    model: { hub, name: 'm', url: hub === 'http' ? 'https://a.example.com' : undefined },
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

async function problemsOf(config: object): Promise<{ problems: Problem[]; notices: string[] }> {
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
  'a hostile text in any key of the configuration is quoted and short in every message (hub: %s)',
  async (hub) => {
    let quotedCount = 0;
    const own = PATHS.filter(([section]) => hub === 'openai' || section === 'model');
    for (const path of some(own, hub === 'openai' ? 10 : 4)) {
      for (const asKey of [false, true]) {
        const { problems, notices } = await problemsOf(written(path, { hub, asKey }));
        for (const problem of [...problems, undefined]) {
          const reported = results({
            outcome: 'error',
            report: [],
            results: [],
            notices,
            warnings: notices,
            model: { hub, name: HOSTILE },
            problem,
          });
          const markdown = renderMarkdown(reported, { kind: 'comment', maxBytes: 60_000 });
          const { quoted, loose } = unquotedIn(markdown, WORDS);
          quotedCount += quoted;
          expect({ path, loose }).toEqual({ path, loose: [] });
        }
      }
    }
    expect(quotedCount).toBeGreaterThan(10);
  },
  120_000,
);
