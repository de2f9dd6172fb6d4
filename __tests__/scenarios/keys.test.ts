import { BAG_OF_WORDS, TESTS } from '../support/endpoint-tricks.ts';
import type { ModelServer, ModelServerOptions } from '../support/model-server.ts';
import { runCli, type ActionRun, type Finished } from '../support/run-action.ts';
import { some } from '../support/runs.ts';
import { CONFIG_PATH, gitHub, modelServer, scenario, TOKEN } from '../support/scenario.ts';
import { serve } from '../models/support.ts';
import written from './data/keys.json' with { type: 'json' };

/** Differs in base64, in a URL, in JSON and in HTML. */
const KEY = 'sk-Keys?/+&<"0123456789=abcdefGHIJ\\klm';
const HF_KEY = 'hf_Keys0123456789ABCDEFGHIJKLMNOP';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const percent = (text: string) =>
  [...text].map((character) => `%${character.charCodeAt(0).toString(16)}`).join('');

/** What an endpoint may make of a key. */
const spellings = (key: string): string[] => [
  key,
  key.toLowerCase(),
  key.toUpperCase(),
  encodeURIComponent(key),
  encodeURI(key),
  encodeURIComponent(key).toLowerCase(),
  percent(key),
  JSON.stringify(key).slice(1, -1),
  base64(key),
  Buffer.from(key).toString('base64url'),
  Buffer.from(key).toString('hex'),
];
/** The parts of a longer text in base64 that are the key's alone. */
const within = (key: string): string[] => [
  base64(`Bearer ${key}`).slice(10, -4),
  base64(`x:${key}`).slice(4, -4),
  base64(`abc${key}`).slice(4, -4),
];
const LEAK = [
  ...spellings(KEY),
  base64(`Bearer ${KEY}`),
  base64(`x:${KEY}`),
  base64(`abc${KEY}`),
].join(' and ');

/** The runner takes these lines, and prints none. */
const printed = (text: string) => text.replace(/^::add-mask::.*$/gm, '');

function expectNoKey(text: string, key = KEY): void {
  for (const spelling of [...spellings(key), ...within(key)])
    expect(printed(text)).not.toContain(spelling);
}

async function run(
  config: string,
  { env, inputs, ...over }: ActionRun & { github?: Awaited<ReturnType<typeof gitHub>> } = {},
): Promise<Finished> {
  const finished = await scenario({
    ...over,
    files: { [CONFIG_PATH]: config, ...over.files },
    inputs: { 'api-key': KEY, comment: over.github ? 'always' : 'never', ...inputs },
    env: { HF_TOKEN: HF_KEY, ...env },
  });
  expectNoKey(finished.everything);
  expectNoKey(finished.everything, HF_KEY);
  return finished;
}

const server = (options: ModelServerOptions) => modelServer({ keys: [KEY, HF_KEY], ...options });
const chat = ({ url }: Pick<ModelServer, 'url'>, more = '') =>
  `model: { hub: openai, name: m, base_url: "${url}/v1", retries: 0${more} }\n${BAG_OF_WORDS}\n${TESTS}`;

describe('masks', () => {
  it('come before all other output, for every key and encoding, even if an input ends the run', async () => {
    for (const comment of ['always', KEY]) {
      const { stdout } = await run(chat(await server({})), {
        github: await gitHub(),
        inputs: { comment },
        env: { OPENAI_API_KEY: 'sk-of-the-environment' },
      });
      const lines = stdout.split('\n');
      const masks = lines.slice(
        0,
        lines.findIndex((line) => !line.startsWith('::add-mask::')),
      );
      expect(lines.filter((line) => line.startsWith('::add-mask::'))).toEqual(masks);
      const masked = masks.map((line) => line.slice('::add-mask::'.length).replaceAll('%25', '%'));
      for (const key of [KEY, HF_KEY, TOKEN, 'sk-of-the-environment']) {
        expect(masked).toEqual(
          expect.arrayContaining([
            key,
            base64(key),
            base64(key).replace(/=+$/, ''),
            encodeURIComponent(key),
          ]),
        );
      }
    }
  });
});

describe('an endpoint that gives the key back', () => {
  it('shows it nowhere: as an answer', async () => {
    const github = await gitHub();
    const finished = await run(chat(await server({ answer: () => LEAK })), { github });
    expect(finished.report!.results[0]!.actual_result).toContain('***');
    expect(github.comments).toHaveLength(1);
    expectNoKey(github.comments[0]!.body ?? '');
  });

  it.each(
    some(
      [
        ['a web page', `<!DOCTYPE html><title>${LEAK}</title>`],
        ['JSON that breaks off', `{"choices":[{"message":"${KEY}`],
        ['text', LEAK],
        ['JSON of another shape', { error: { message: LEAK } }],
        ['the reason of an end', { choices: [{ message: { content: null }, finish_reason: KEY }] }],
        [
          'a refusal',
          { choices: [{ message: { content: null, refusal: LEAK }, finish_reason: 'stop' }] },
        ],
        ['names in JSON', { [KEY]: { [KEY]: 1 }, choices: [] }],
        [
          'numbers of tokens',
          {
            choices: [{ message: { content: 'Yes.' } }],
            usage: { prompt_tokens: KEY, completion_tokens: KEY },
          },
        ],
      ] as const,
      3,
    ),
  )('shows it nowhere: as %s', async (_, body) => {
    await run(chat(await server({ fail: () => ({ status: 200, body }) })));
  });

  it('shows it nowhere: as the reason phrase of a status', async () => {
    const raw = await serve((_, response) => void response.writeHead(418, base64(KEY)).end(LEAK));
    await run(chat(raw));
    await raw.close();
  });

  it('shows it nowhere: as names in a reply, and in errors of the other clients', async () => {
    const http = await server({ route: () => ({ status: 200, body: { [KEY]: 1, [HF_KEY]: 2 } }) });
    const { report } = await run(
      `model: { hub: http, name: m, url: "${http.url}/ask" }\n${BAG_OF_WORDS}\n${TESTS}`,
    );
    expect(report!.results[0]!.error!.message).toContain('its keys are: `"***"`');
    const failing = await server({
      fail: () => ({ status: 422, body: { error: spellings(HF_KEY).join(' ') } }),
    });
    for (const api of ['chat', 'completions'])
      await run(
        `model: { hub: huggingface, name: o/m, api: ${api}, base_url: "${failing.url}" }\n${BAG_OF_WORDS}\n${TESTS}`,
        {
          inputs: { 'api-key': HF_KEY },
        },
      );
    await run(
      `model: { hub: reference, name: attentive }\nembeddings: { hub: huggingface, model: o/e, base_url: "${failing.url}" }\n${TESTS}`,
    );
    await run(
      `model: { hub: reference, name: attentive }\ndata: { source: "hf:o/d" }\ntests: { sensitivity: { add_negation: { method: pair } } }\n`,
      { env: { HF_DATASETS_SERVER: failing.url } },
    );
  });
});

describe('a configuration that holds the key', () => {
  const quoted = JSON.stringify(KEY);

  it.each(some(written.models as [string, string][], 3))(
    'shows it nowhere: %s',
    async (_, model) => {
      const echo = await server({ answer: (prompt) => prompt });
      const values: Record<string, string> = {
        ...{ quoted, key: KEY, escaped: quoted.slice(1, -1), encoded: encodeURIComponent(KEY) },
        ...{ url: `${echo.url}/v1`, host: HF_KEY.replace('_', '-') },
      };
      await run(
        `model: ${model.replace(/<(\w+)>/g, (_all, name: string) => values[name]!)}\n${BAG_OF_WORDS}\n${TESTS}`,
      );
    },
  );

  it('shows it nowhere: the name of a data file, a row, a column, a key of a row', async () => {
    const model = 'model: { hub: reference, name: attentive }\n';
    const tests = 'tests: { sensitivity: { add_negation: { method: pair } } }\n';
    await run(`${model}data: { source: ${quoted} }\n${tests}`);
    await run(`${model}data: { source: ${JSON.stringify(`hf:${KEY}`)} }\n${tests}`);
    await run(`${model}data: { source: rows.txt }\n${tests}`, {
      files: { 'rows.txt': `The sky is ${KEY}.\nGrass is green.` },
    });
    await run(`${model}data: { source: rows.jsonl, columns: { text: ${quoted} } }\n${tests}`, {
      files: { 'rows.jsonl': `{${JSON.stringify(`${KEY}1`)}: "Grass is green."}` },
    });
  });

  it.each(['.git/config', '.git/*'])(
    'shows no token that the checkout keeps: %s',
    async (source) => {
      const held = `x-access-token:${TOKEN}`;
      const files = {
        '.git/config': `[http "https://github.com/"]\n\textraheader = AUTHORIZATION: basic ${base64(held)}\n\ttoken = ${TOKEN} is here\n`,
      };
      const echo = await server({ answer: (prompt) => prompt });
      const config = `model: { hub: openai, name: m, base_url: "${echo.url}/v1" }\n${BAG_OF_WORDS}\ndata: { source: ${JSON.stringify(source)} }\ntests: { sensitivity: { add_toxic_words: { method: pair } } }\n`;
      const { everything } = await run(config, { files, github: await gitHub() });
      for (const spelling of [TOKEN, base64(held)])
        expect(printed(everything)).not.toContain(spelling);
      expect(JSON.stringify(echo.requests)).not.toContain(TOKEN);
    },
  );

  it('shows it nowhere: a run that is skipped for want of another key', async () => {
    const config = `model: { hub: openai, name: ${HF_KEY} }\n${BAG_OF_WORDS}\n${TESTS}`;
    const { outputs } = await run(config, { inputs: { 'api-key': '', 'missing-key': 'skip' } });
    expect(outputs.outcome).toBe('skipped');
  });

  it('shows it nowhere: in the terminal', async () => {
    const echo = await server({ answer: (prompt) => prompt });
    const config = `model: { hub: openai, name: ${quoted}, base_url: "${echo.url}/v1", system_prompt: ${quoted} }\n${BAG_OF_WORDS}\n${TESTS}`;
    for (const command of ['run', 'check']) {
      const { stdout, stderr, report } = await runCli([command], {
        files: { [CONFIG_PATH]: config, 'evals/statements.txt': `The sky is ${KEY}.` },
        env: { SENSITIVITY_API_KEY: KEY },
      });
      expectNoKey(`${stdout}${stderr}${JSON.stringify(report)}`);
    }
  });
});

describe('an input that holds the key by mistake', () => {
  it.each(
    some(
      [
        'comment',
        'max-requests',
        'base-url',
        'allowed-hosts',
        'config',
        'config-ref',
        'hub',
        'model',
        'data',
      ],
      3,
    ),
  )('shows it nowhere: %s', async (name) => {
    const { exitCode } = await run(chat({ url: 'http://127.0.0.1:9' }), {
      inputs: { [name]: KEY },
    });
    expect(exitCode).toBe(1);
  });
});

it('git is the only program that a run starts, and gets no key', async () => {
  const code = `
    import child from 'node:child_process';
    import { syncBuiltinESMExports } from 'node:module';
    import { promisify } from 'node:util';
    for (const name of Object.keys(child).filter((name) => /^(spawn|exec|fork)/.test(name))) {
      const start = child[name];
      const told = (starts) => (file, ...more) => {
        process.stderr.write(JSON.stringify([name, file, more]) + '\\n');
        return starts(file, ...more);
      };
      child[name] = told(start);
      if (start[promisify.custom]) child[name][promisify.custom] = told(start[promisify.custom]);
    }
    syncBuiltinESMExports();`;
  const { outputs, stderr } = await run(chat(await server({})), {
    fresh: true,
    env: {
      OPENAI_API_KEY: KEY,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
    },
  });
  expect(outputs.outcome).toBe('pass');
  // `run` has looked for the keys in all of it.
  const started = stderr
    .trim()
    .split('\n')
    .map(
      (line) => JSON.parse(line) as [string, string, [string[], { env: Record<string, string> }]],
    );
  expect(started.map(([, file, [words]]) => [file, words])).toEqual([
    ['git', ['--no-pager', '-c', 'core.fsmonitor=false', 'ls-files', '-z', '--stage']],
    [
      'git',
      ['--no-pager', '-c', 'core.fsmonitor=false', 'rev-parse', '--verify', '--quiet', 'HEAD'],
    ],
  ]);
  const [[, , [, { env }]]] = started as [(typeof started)[number]];
  expect(Object.keys(env).filter((name) => !name.startsWith('GIT_'))).toEqual(['PATH', 'LC_ALL']);
});
