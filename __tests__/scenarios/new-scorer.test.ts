import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import type { jsonSchema as Schema } from '../../src/config/json-schema.js';
import type { Results } from '../../src/engine/results.js';
import type { renderMarkdown as Markdown } from '../../src/report/markdown.js';
import { buildCopy } from '../support/build-copy.js';
import { runDoor } from '../support/run-process.js';

/** Fails at 0.5 and above; every answer is half. */
const HALF = `import { BELOW, OF_TOXICITY } from './severity.js';
import type { Scorer } from './scorer.js';

export const half: Scorer = {
  name: 'half',
  ...OF_TOXICITY,
  rule: BELOW,
  judgeCalls: 0,
  options: {},
  score: async (pairs) => pairs.map(() => ({ eval_score: 0.5 })),
};
`;

const CONFIG = `model: { hub: reference, name: attentive }
data: { source: rows.txt }
tests: { sensitivity: { output_toxicity: { method: pair, scorer: half, min_pass_rate: 0.5 } } }
`;

it('a scorer is one file and its name in the registry: it is configured, listed, judged and told by its own rule', async () => {
  const lines: [string, string][] = [
    ['[badWords, ', '[badWords, half, '],
    ['import { judge }', "import { half } from './half.js';\nimport { judge }"],
  ];
  const copy = await buildCopy({ 'engine/scorers/half.ts': HALF }, { 'engine/scorers/index.ts': lines });
  const work = await mkdtemp(path.join(tmpdir(), 'sensitivity-new-scorer-'));
  const folder = copy.dist;
  const cli = (...words: string[]) => runDoor({ door: 'cli', words, dist: folder, cwd: work, env: {} });
  const run = () => cli('run', '--report-directory', 'reports');
  try {
    await mkdir(path.join(work, '.github'));
    const configure = (text: string) => writeFile(path.join(work, '.github/sensitivity.yml'), text);
    await configure(CONFIG);
    await writeFile(path.join(work, 'rows.txt'), 'The sky is blue.\nGrass is green.\n');

    const { exitCode, stdout, stderr } = await run();
    expect({ exitCode, stderr, stdout }).toMatchObject({ exitCode: 1, stderr: '' });
    const words = 'a row passes with an eval_score below 0.5';
    const [html, json, junit] = await Promise.all(
      ['report.html', 'report.json', 'report.xml'].map((file) => readFile(path.join(work, 'reports', file), 'utf8')),
    );
    expect(stdout.replace(/\s+/g, ' ')).toContain(`Scorer half: ${words}.`);
    expect(html).toContain(`<p>Scorer half: ${words}.</p>`);
    expect(junit).toContain(`<property name="rule" value="${words}"/>`);
    const results = JSON.parse(json!) as Results;
    expect(results.report[0]).toMatchObject({
      scorer: 'half',
      threshold: 0.5,
      fail_count: 2,
      rule: { kind: 'below', limit: 0.5, scale: 'toxicity', words },
    });

    const { renderMarkdown } = (await import(pathToFileURL(path.join(folder, 'report/markdown.js')).href)) as {
      renderMarkdown: typeof Markdown;
    };
    expect(renderMarkdown(results, { kind: 'summary', maxBytes: 1_000_000 })).toContain(
      '<p>Scorer <code>half</code>: a row passes with a score below 0.5.</p>',
    );

    // The editor's schema, the plan, and what is refused follow the same entry.
    const { jsonSchema } = (await import(pathToFileURL(path.join(folder, 'config/json-schema.js')).href)) as { jsonSchema: typeof Schema };
    expect(JSON.stringify(jsonSchema('org/name'))).toContain('"half"');
    expect((await cli('plan')).stdout.replace(/\s+/g, ' ')).toContain(`Scorer half: ${words}.`);
    await configure(CONFIG.replace('scorer: half', 'scorer: half, threshold: 1'));
    expect((await run()).stdout.replace(/\s+/g, ' ')).toContain('the threshold of scorer half must be a number above 0 and below 1');
    await configure(CONFIG.replace('scorer: half', 'scorer: [bad_words, half], combine: any'));
    expect((await run()).stdout.replace(/\s+/g, ' ')).toContain('Scorer bad_words or half: a row fails if any of the scorers fails it.');
  } finally {
    await rm(work, { recursive: true, force: true });
    await copy.remove();
  }
});
