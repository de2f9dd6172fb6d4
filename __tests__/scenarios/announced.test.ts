/**
 * The log's first lines name the model, the rows and the requests, as `plan` counts them.
 */
import { runCli } from '../support/run-action.ts';
import {
  CONFIG_PATH,
  config,
  MODEL_KEY,
  modelServer,
  scenario,
  STATEMENTS,
} from '../support/scenario.ts';

const sheet = ['id;question;note', ...STATEMENTS.map((text, i) => `${i};${text};"a, b; c"`)].join(
  '\r\n',
);
const UNDERSTOOD =
  '`"evals/q.csv"`: 3 columns between semicolons, 5 rows, text = `"question"`, id = `"id"`; not read: `"note"`';
const ofSheet = (text: string) => text.replace('evals/statements.txt', 'evals/q.csv');

describe('a log', () => {
  it('begins with the model and the requests that `plan` counts, and ends with the cause of errors', async () => {
    const model = await modelServer({ keys: ['another-key'] });
    const files = { [CONFIG_PATH]: ofSheet(config(model)), 'evals/q.csv': sheet };
    const { stdout, outputs } = await scenario({ files });
    expect(outputs.outcome).toBe('error');
    const lines = stdout
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('::add-mask'));
    expect(lines[0]).toBe(
      'asking openai/scenario-model: 1 test, 5 rows, 11 requests at most, retries aside',
    );
    expect(lines[1]).toBe(UNDERSTOOD);
    expect(lines.filter((line) => line.includes('text = '))).toHaveLength(1);
    expect(stdout).toContain('cause: its endpoint refuses the key (5 rows in error)');
    const plan = await runCli(['check', '--offline'], {
      files,
      env: { OPENAI_API_KEY: MODEL_KEY },
    });
    expect(plan.stdout).toContain('11 requests at most');
    expect(plan.stdout.replaceAll(/\s+/g, ' ')).toContain(UNDERSTOOD);
  });
});

describe('a plan', () => {
  it('counts and names the base, embeddings, the judge and its calibration', async () => {
    const of = (name: string, scorer: string) =>
      config(
        { url: 'http://127.0.0.1:9' },
        `evaluation: { compare: base, scorer: ${scorer}, judge: { name: wise } }\n`,
      ).replace('scenario-model', name);
    const planned = async (scorer: string) => {
      const committed = {
        [CONFIG_PATH]: of('old', scorer),
        'evals/statements.txt': STATEMENTS.join('\n'),
      };
      const given = {
        committed,
        files: { [CONFIG_PATH]: of('new', scorer) },
        env: { OPENAI_API_KEY: MODEL_KEY, PATH: process.env.PATH! },
      };
      return (await runCli(['check', '--offline', '--base', 'HEAD'], given)).stdout.replace(
        /\s+/g,
        ' ',
      );
    };
    expect(await planned('judge')).toMatch(
      /model openai\/new 10 [\d—,]+ [\d—,]+ base openai\/old 10 [\d—,]+ [\d—,]+ judge openai\/wise \d+/,
    );
    expect(await planned('embedding')).toMatch(
      /base openai\/old 10 [\d—,]+ [\d—,]+ embeddings openai\/text-embedding-[\w-]+ 2 /,
    );
  });
});
