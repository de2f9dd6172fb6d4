/** What turns a fail into a pass from the repository itself is applied, and told right below the verdict. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from '@jest/globals';
import { CONFIG_PATH, config, gitHub, modelServer, scenario, STATEMENTS } from '../support/scenario.js';
import { failures, type GitHubOptions } from '../support/github-server.js';
import { attentive, oblivious } from '../support/model-server.js';

const BASE = 'c'.repeat(40);
const HEAD = 'b'.repeat(40);
const DATA = 'evals/statements.txt';
const BASELINE = 'evals/last.json';
const rows = (count: number) => Array.from({ length: count }, (_, i) => `The house number ${i + 1} is red.`).join('\n');

/** Many runs of a process, on a machine that others share. */
const MINUTES = 5 * 60_000;

interface Sides {
  base: Record<string, string>;
  head: Record<string, string>;
  links?: Record<string, string>;
  options?: GitHubOptions;
}

/** A pull request of the repository itself. */
async function change({ base, head, links, options }: Sides) {
  const github = await gitHub(options);
  const pull = github.pulls[0]!;
  Object.assign(pull, { base: { ...pull.base, sha: BASE }, head: { ...pull.head, sha: HEAD } });
  const common = { [DATA]: STATEMENTS.join('\n') };
  for (const [name, text] of Object.entries({ ...common, ...base })) github.files.set(`${BASE}:${name}`, text);
  for (const [name, text] of Object.entries({ ...common, ...head })) github.files.set(`${HEAD}:${name}`, text);
  const finished = await scenario({ github, files: { ...common, ...head }, links });
  return { ...finished, comment: github.comments[0]?.body ?? '' };
}

/** The lines between the headline and the rest. */
const belowHeadline = (page: string) => {
  const lines = page.split('</h3>\n')[1]!.split('\n');
  return lines.slice(
    0,
    lines.findIndex((line) => !line.startsWith('<p>⚠️')),
  );
};
const strip = (line: string) => line.replace(/<\/?\w+>/g, '');

it(
  'each is told under the headline, in summary, comment, log, annotations and report; reordered keys are not',
  async () => {
    const model = await modelServer({ answer: oblivious });
    const kind = await modelServer({ answer: attentive });
    // Any other service, one that is deaf and one that is not: what it says is in the body and at the URL.
    const service = createServer((request, response) => {
      let body = '';
      request
        .on('data', (chunk: string) => (body += chunk))
        .on('end', () => {
          const prompt = (JSON.parse(body) as { q?: string }).q ?? '';
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ answer: request.url === '/b' ? attentive(prompt) : 'Yes.', other: prompt }));
        });
    });
    await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
    service.unref();
    const at = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    const http = (url: string, body = '{ q: "{prompt}" }') => `model: { hub: http, name: ours, url: "${url}", body: ${body} }
embeddings: { hub: reference }
data: { source: ${DATA} }
tests: { sensitivity: { add_negation: { method: pair, min_pass_rate: 0.7 } } }
`;
    const text = config(model);
    const compared = `${text}evaluation: { baseline: ${BASELINE} }\n`;
    const baseline = JSON.stringify((await scenario({ files: { [CONFIG_PATH]: text }, inputs: { comment: 'never' } })).report);
    const forgiving = baseline.replaceAll('"started_at":"2', '"started_at":"1');
    const cases: { what: string; base: Record<string, string>; head: Record<string, string>; told: RegExp | undefined }[] = [
      {
        what: 'rows added',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: text, [DATA]: `${STATEMENTS.join('\n')}\n${rows(40)}` },
        told: /add_negation: 40 rows are added to the 5 of evals\/statements\.txt/,
      },
      {
        what: 'copies of a row',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: text, [DATA]: `${STATEMENTS.join('\n')}\n${STATEMENTS[0]}` },
        told: /1 row is added to the 5/,
      },
      {
        what: 'rows changed',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: text, [DATA]: [...STATEMENTS.slice(1), 'Snow is white.'].join('\n') },
        told: /1 of 5 rows of .* are removed or changed, 1 is new/,
      },
      {
        what: 'rows moved',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: text, [DATA]: STATEMENTS.toReversed().join('\n') },
        told: /stand in other places/,
      },
      {
        what: 'a baseline edited',
        base: { [CONFIG_PATH]: compared, [BASELINE]: baseline },
        head: { [CONFIG_PATH]: compared, [BASELINE]: forgiving },
        told: /the baseline evals\/last\.json is another/,
      },
      {
        what: 'hub reference',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: text.replace('hub: openai', 'hub: reference').replace('scenario-model', 'attentive') },
        told: /model\.hub goes from openai to reference/,
      },
      {
        what: 'hub http',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: http(`${at}/b`) },
        told: /model\.hub goes from openai to http/,
      },
      {
        what: 'another url',
        base: { [CONFIG_PATH]: http(`${at}/a`) },
        head: { [CONFIG_PATH]: http(`${at}/b`) },
        told: /model\.url goes from .*\/a to .*\/b/,
      },
      {
        what: 'another body',
        base: { [CONFIG_PATH]: http(`${at}/b`) },
        head: { [CONFIG_PATH]: http(`${at}/b`, '{ q: "Say no or {prompt}" }') },
        told: /model\.body is another/,
      },
      {
        what: 'another answer',
        base: { [CONFIG_PATH]: http(`${at}/b`) },
        head: { [CONFIG_PATH]: http(`${at}/b`).replace('hub: http,', 'hub: http, answer: /other,') },
        told: /model\.answer goes from none to \/other/,
      },
      {
        what: 'another base_url',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: text.replace(model.url, kind.url) },
        told: /model\.base_url goes from/,
      },
      {
        what: 'the subject',
        base: { [CONFIG_PATH]: text },
        head: { [CONFIG_PATH]: text.replace('retries: 1', 'retries: 1\n  system_prompt: Be exact.\n  parameters: { seed: 1 }') },
        told: undefined,
      },
      {
        what: 'keys in another order',
        base: { [CONFIG_PATH]: http(`${at}/b`, '{ q: "{prompt}", n: { a: 1, b: 2 } }') },
        head: { [CONFIG_PATH]: http(`${at}/b`, '{ n: { b: 2, a: 1 }, q: "{prompt}" }') },
        told: undefined,
      },
    ];
    for (const { what, base, head, told } of cases) {
      const { stdout, summary, comment, report } = await change({ base, head });
      const warnings = report!.warnings ?? [];
      if (told === undefined) {
        expect({ what, warnings }).toEqual({ what, warnings: [] });
        for (const page of [summary, comment, stdout]) expect(page).not.toContain('weakens');
        continue;
      }
      expect({ what, warnings: warnings.join('\n') }).toEqual({ what, warnings: expect.stringMatching(told) });
      for (const page of [summary, comment]) expect(belowHeadline(page).map(strip).join('\n')).toMatch(told);
      expect(stdout).toMatch(/^warning: This pull request weakens its own gate/m);
      expect(stdout).toMatch(/^::warning [^\n]*weakens its own gate/m);
    }
  },
  MINUTES,
);

it('the changed files cannot be listed: what the rules say is told all the same, and only the data is not known', async () => {
  const model = await modelServer({ answer: oblivious });
  const options: GitHubOptions = { forbid: (_method, path) => (path.endsWith('/files') ? failures.notFound() : undefined) };
  const { summary, comment, outputs } = await change({
    options,
    base: { [CONFIG_PATH]: config(model) },
    head: { [CONFIG_PATH]: config(model).replace('0.70', '0') },
  });
  expect(outputs.outcome).toBe('pass');
  for (const page of [summary, comment]) {
    const [first, second] = belowHeadline(page).map(strip);
    expect(first).toContain('min_pass_rate goes from 0.7 to 0');
    expect(second).toContain('changes the data that its gate reads is not known');
  }
});

it('a data file behind a link: its rows are compared, though no path of the configuration changed', async () => {
  const model = await modelServer({ answer: oblivious });
  const behind = 'evals/v1.txt';
  const text = config(model).replace(DATA, 'evals/linked.txt');
  // GitHub answers for a link with the file that it leads to.
  const { report } = await change({
    base: { [CONFIG_PATH]: text, [behind]: STATEMENTS.join('\n'), 'evals/linked.txt': STATEMENTS.join('\n') },
    head: { [CONFIG_PATH]: text, [behind]: rows(3) },
    links: { 'evals/linked.txt': 'v1.txt' },
  });
  expect(report!.warnings!.join()).toContain('5 of 5 rows of evals/linked.txt are removed or changed, 3 are new');
});

it('another answer is right: a key that is rewritten is told, by whatever column it is', async () => {
  const model = await modelServer();
  const file = 'evals/keyed.jsonl';
  // Too few rows to decide: nobody is asked, and what is told is told all the same.
  const text = `model: { hub: openai, name: m, base_url: "${model.url}/v1" }\ndata: { source: ${file} }\ntests: { sensitivity: { add_negation: {} } }\n`;
  const statement = { text: 'The sky is blue.', truth: true };
  const question = { question: 'Which of these is a colour?', options: ['red', 'loud', 'tall'], answer: ['A'], negated_answer: ['B', 'C'] };
  const changes: [what: string, row: object][] = [
    ['truth', { ...statement, truth: false }],
    ['answer', { ...question, answer: ['B'] }],
    ['negated_answer', { ...question, negated_answer: ['C'] }],
  ];
  const written = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');
  const base = { [CONFIG_PATH]: text, [file]: written(statement, question) };
  for (const [what, row] of changes) {
    const head = { ...base, [file]: 'truth' in row ? written(row, question) : written(statement, row) };
    const { report, summary, comment } = await change({ base, head });
    const told = `another answer is right, or expected, in 1 of the 2 rows of ${file}`;
    expect({ what, warnings: report!.warnings?.join() }).toEqual({ what, warnings: expect.stringContaining(told) });
    for (const page of [summary, comment]) expect(belowHeadline(page).map(strip).join('\n')).toContain(told);
  }
  expect(model.requests).toEqual([]);
});
