import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { inlined } from '../support/config-schema.ts';
import type { jsonSchema as Schema } from '../../src/config/schema.ts';
import type { changedRules as Changed } from '../../src/config/changed-rules.ts';
import type { parseConfig as Parse } from '../../src/config/rules.ts';
import { hubInEnvironment } from '../../src/models/environment.ts';
import { HUBS, hubNamed, REGISTRY } from '../../src/models/hubs/registry.ts';
import { COMMANDS } from '../../src/terminal/commands.ts';
import { overview } from '../../src/terminal/help.ts';
import { buildCopy, type CopyOfHouse } from '../support/build-copy.ts';
import {
  oblivious,
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
} from '../support/model-server.ts';
import { runAction, runCli } from '../support/run-action.ts';
import { CONFIG_PATH, STATEMENTS } from '../support/scenario.ts';
import { serve } from './support.ts';

/**
 * The registry of hubs is the only source of what it registers: texts for people agree with it, and
 * a hub that is added takes part in all.
 */

describe('the registry', () => {
  it('has unique names and variables', () => {
    for (const fact of ['name', 'keyVariables', 'endpointVariable'] as const) {
      const said = REGISTRY.flatMap((hub) => hub[fact] ?? []);
      expect(new Set(said).size).toBe(said.length);
    }
    for (const hub of REGISTRY) expect(hubNamed(hub.name)).toBe(hub);
    expect(() => hubNamed('toString')).toThrow('no hub "toString"');
  });

  it('has unique configuration keys', () => {
    const own = REGISTRY.flatMap(({ modelKeys, endpointKeys }) =>
      Object.keys({ ...modelKeys, ...endpointKeys }),
    );
    const common = [
      'hub',
      'name',
      'model',
      'base_url',
      'api',
      'system_prompt',
      'system_prompt_file',
      'prompt',
      'prompt_file',
      'parameters',
      'timeout',
      'retries',
      'headers',
    ];
    expect(new Set([...own, ...common]).size).toBe(own.length + common.length);
  });

  it('is listed in action.yml and in the help of the terminal', () => {
    const { inputs } = parse(
      readFileSync(new URL('../../action.yml', import.meta.url), 'utf8'),
    ) as {
      inputs: Record<string, { description: string }>;
    };
    const USAGE = overview(COMMANDS, { columns: 80, color: false });
    const words = (text: string) => text.split(/[^\w-]+/);
    for (const { name, keyVariables = [], endpointVariable } of REGISTRY) {
      expect(inputs.hub!.description).toContain(`\`${name}\``);
      expect(words(USAGE)).toContain(name);
      expect(words(inputs['api-key']!.description)).toEqual(
        expect.arrayContaining([...keyVariables]),
      );
      expect(words(USAGE)).toEqual(expect.arrayContaining([...keyVariables]));
      if (endpointVariable !== undefined) expect(words(USAGE)).toContain(endpointVariable);
    }
    expect(USAGE.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});

/** All of a hub's file. It answers over OpenAI's protocol, as most that are added will. */
const ACME = `
import { z } from 'zod';
import { connect } from '../http/connect.ts';
import type { Hub } from './hub.ts';
import { addRoute } from '../http/address.ts';
import { modelOver } from './openai-requests.ts';

declare module '../settings.ts' {
  interface OwnModelKeys {
    zone?: string;
  }
}

export const acme: Hub = {
  name: 'acme',
  hosts: ['api.acme.example'],
  keyVariables: ['ACME_API_KEY'],
  endpointVariable: 'ACME_ENDPOINT',
  alwaysNeedsKey: true,
  sampling: ['temperature'],
  modelKeys: { zone: { schema: z.string(), about: 'where it runs.', default: 'north' } },

  createModel(settings, connection, meter) {
    const link = connect({ hub: acme, settings, connection, meter });
    const { zone = 'north', parameters } = settings;
    return modelOver({ ...settings, parameters: { ...parameters, zone } }, link, (route, body) => link.post(addRoute(link.endpoint, route), body));
  },
};
`;

/** All that a key takes: its entry. */
const PATIENCE = `  patience: key({ schema: z.number().int().max(9), about: 'How patient it is.', default: 3 }),
`;

const ACME_KEY = 'acme-scenario-0123456789abcdefghijklmnop';
const OTHER_KEY = 'sk-other-0123456789abcdefghijklmnop';

describe('an added hub (one file, one line) and an added configuration key (one entry)', () => {
  let copy: CopyOfHouse;
  beforeAll(async () => {
    const line: [string, string][] = [
      ['import { azureOpenAi }', "import { acme } from './acme.ts';\nimport { azureOpenAi }"],
      ['  reference,\n];', '  reference,\n  acme,\n];'],
    ];
    const entry: [string, string][] = [
      ['export const EVALUATION_KEYS = {\n', `export const EVALUATION_KEYS = {\n${PATIENCE}`],
    ];
    copy = await buildCopy(
      { 'models/hubs/acme.ts': ACME },
      { 'models/hubs/registry.ts': line, 'config/keys/evaluation.ts': entry },
    );
  });
  afterAll(() => copy.remove());

  const servers: { close(): Promise<void> }[] = [];
  afterEach(
    async () => void (await Promise.all(servers.splice(0).map((server) => server.close()))),
  );
  async function start(options: ModelServerOptions = {}): Promise<ModelServer> {
    const server = await startModelServer(options);
    servers.push(server);
    return server;
  }

  const TESTS =
    'embeddings: { hub: openai, model: e, base_url: EMBEDDER }\ndata: { source: evals/statements.txt }\ntests: { sensitivity: { add_negation: { method: pair } } }\n';
  const files = (model: string, embedder: string) => ({
    [CONFIG_PATH]: `model: { hub: acme, name: m${model} }\n${TESTS.replace('EMBEDDER', `${embedder}/v1`)}`,
    'evals/statements.txt': STATEMENTS.join('\n'),
  });
  const keysAt = (server: ModelServer) => [
    ...new Set(server.requests.map(({ headers }) => headers.authorization)),
  ];
  /** The line with which the runner is told of a key is taken by it, and never printed. */
  const shown = (everything: string) => everything.replace(/^::add-mask::.*$/gm, '');

  it('works in the configuration, and its key is sent to its endpoint only', async () => {
    const [model, embedder] = [await start({ answer: oblivious, keys: [ACME_KEY] }), await start()];
    const env = { ACME_API_KEY: ACME_KEY, OPENAI_API_KEY: OTHER_KEY };
    const inputs = {
      comment: 'never',
      'allow-loopback': [model, embedder].map(({ url }) => new URL(url).host).join('\n'),
    };
    const named = await runAction({
      dist: copy.dist,
      env,
      inputs,
      files: files(`, zone: south, base_url: ${model.url}/v1`, embedder.url),
    });
    expect(named.outputs.outcome).toBe('fail');
    expect(named.report!.model).toEqual({ hub: 'acme', name: 'm' });
    expect(named.stdout).toContain(`::add-mask::${ACME_KEY}`);
    expect(keysAt(model)).toEqual([`Bearer ${ACME_KEY}`]);
    // A key of its own, said and left out.
    const zones = () => [
      ...new Set(model.requests.map(({ body }) => (body as { zone?: string }).zone)),
    ];
    expect(zones()).toEqual(['south']);
    expect(keysAt(embedder)).toEqual([`Bearer ${OTHER_KEY}`]);
    expect(shown(named.everything)).not.toContain(ACME_KEY);

    // The endpoint of its variable is trusted; in the terminal, too.
    const inTerminal = await runCli(['run', '--config', CONFIG_PATH], {
      dist: copy.dist,
      env: { ...env, ACME_ENDPOINT: `${model.url}/v1` },
      files: files('', embedder.url),
    });
    expect(inTerminal.report!.outcome).toBe('fail');
    expect(keysAt(model)).toEqual([`Bearer ${ACME_KEY}`]);
    expect(zones()).toEqual(['south', 'north']);
  });

  it('give the keys types, defaults, schema, reference, and a notice of their change', async () => {
    const { parseConfig } = await copy.load<{ parseConfig: typeof Parse }>('config/rules.ts');
    const { changedRules } = await copy.load<{ changedRules: typeof Changed }>(
      'config/changed-rules.ts',
    );
    const { jsonSchema } = await copy.load<{ jsonSchema: typeof Schema }>('config/schema.ts');
    const config = (evaluation: string, test: string, model = '') =>
      parseConfig(
        `model: { hub: acme, name: m${model} }\nevaluation: { ${evaluation} }\n${TESTS.replace('add_negation: { method: pair }', `add_negation: { method: pair, ${test} }`)}`,
        'a.yml',
      );
    const patienceOf = ({ tests }: ReturnType<typeof config>) =>
      (tests[0] as unknown as { patience: number }).patience;
    expect(
      [config('', ''), config('patience: 4', ''), config('patience: 4', 'patience: 0')].map(
        patienceOf,
      ),
    ).toEqual([3, 4, 0]);
    expect(() => config('patiense: 4', '')).toThrow("did you mean 'patience'?");
    expect(() => config('', 'patience: 10')).toThrow(
      '`"tests.sensitivity.add_negation.patience"` is too large: `10`',
    );
    const change = { path: 'tests.sensitivity.add_negation.patience', old: 3, new: 2 };
    expect(changedRules({ base: config('', ''), head: config('patience: 2', '') })).toEqual([
      change,
    ]);
    expect(changedRules({ base: config('', ''), head: config('', '', ', zone: south') })).toEqual(
      [],
    );
    const patience = { default: 3, description: 'How patient it is.', type: 'integer' };
    const zone = { zone: { description: 'acme: where it runs.', type: 'string' } };
    expect(inlined(jsonSchema('org/name'))).toMatchObject({
      properties: {
        evaluation: { anyOf: [{ properties: { patience } }, { type: 'null' }] },
        model: { properties: zone },
        judge: { anyOf: [{ enum: ['self', 'off'] }, { properties: zone }] },
      },
    });
    const { referencePage } = await copy.load<{ referencePage: () => string }>(
      '../scripts/reference/page.mjs',
    );
    const page = referencePage();
    expect(page).toContain('| `patience` | How patient it is. | whole number, up to 9 | `3` |');
    expect(page).toContain('| `zone` | acme: where it runs. | text | `north` |');
  });

  it('has its key scrubbed from answers and errors', async () => {
    const embedder = await start();
    const answering = (words: string) =>
      [
        200,
        { choices: [{ message: { role: 'assistant', content: words }, finish_reason: 'stop' }] },
      ] as const;
    const refusing = (words: string) => [400, { error: { message: words } }] as const;
    for (const replyOf of [answering, refusing]) {
      const model = await serve(({ headers }, response) => {
        const [status, body] = replyOf(`You sent ${headers.authorization}.`);
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(JSON.stringify(body));
      });
      servers.push(model);
      const finished = await runAction({
        dist: copy.dist,
        env: { ACME_API_KEY: ACME_KEY },
        inputs: {
          comment: 'never',
          'base-url': `${model.url}/v1`,
          'allow-loopback': new URL(embedder.url).host,
        },
        files: files('', embedder.url),
      });
      expect(model.count()).toBeGreaterThan(0);
      expect(JSON.stringify(finished.report!.results)).toContain('You sent Bearer ');
      expect(shown(finished.everything)).not.toContain(ACME_KEY);
    }
  });

  it('is named in errors, with its variables', async () => {
    const run = (model: string, env = {}) =>
      runCli(['run', '--config', CONFIG_PATH], {
        dist: copy.dist,
        env,
        files: files(model, 'http://127.0.0.1:9'),
      });
    expect((await run(', base_url: "http://127.0.0.1:9"')).report!.problem).toMatchObject({
      message: expect.stringContaining('no key for acme'),
      remedy: expect.stringContaining('ACME_API_KEY'),
    });
    const env = { ACME_API_KEY: ACME_KEY };
    expect((await run('', env)).report!.problem).toMatchObject({
      message: expect.stringContaining('hub acme'),
      remedy: expect.stringContaining('`ACME_ENDPOINT`'),
    });
    expect((await run(', base_url: "https://evil.example"', env)).report!.problem).toMatchObject({
      message: expect.stringContaining('requests of the hub acme'),
    });
    const unknown = await runCli(['run', '--hub', 'acmee'], {
      dist: copy.dist,
      files: { ...files('', 'http://127.0.0.1:9') },
    });
    expect(unknown.report!.problem).toMatchObject({
      message: 'unknown hub `"acmee"`; did you mean \'acme\'?',
      remedy: `Allowed: ${[...HUBS, 'acme'].join(', ')}.`,
    });
    const { stdout } = await runCli(['--help'], { dist: copy.dist });
    expect(stdout).toContain('ACME_API_KEY (with ACME_ENDPOINT)');
  });
});

it('finds the hub whose key is in the environment, by variables of models alone', () => {
  expect(hubInEnvironment({})).toBeUndefined();
  expect(hubInEnvironment({ AWS_ACCESS_KEY_ID: 'a', HF_TOKEN: 'b' })).toBeUndefined();
  expect(hubInEnvironment({ GOOGLE_API_KEY: 'a', ANTHROPIC_API_KEY: ' ' })).toBe('google');
  expect(hubInEnvironment({ AWS_BEARER_TOKEN_BEDROCK: 'a' })).toBe('bedrock');
  expect(hubInEnvironment({ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'b' })).toBe('openai');
});
