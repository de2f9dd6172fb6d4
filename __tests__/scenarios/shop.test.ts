/**
 * A support bot that answers only from its documents, from a spreadsheet to a gate: `init`,
 * `draft`, `suggest`, `run`; then pull requests that break it in five ways.
 */
import type { Results } from '../../src/engine/results.ts';
import {
  botAnswer,
  CHANGES,
  draftedRows,
  EXPORT,
  HELP,
  PROMPT_LINES,
  REQUESTS,
} from '../support/shop.ts';
import { shopJudge } from '../support/shop-judge.ts';
import { MODEL_KEY, modelServer } from '../support/scenario.ts';
import { desk } from './desk.ts';

const PROMPT = 'prompts/support.md';
const FACTS = 'evals/facts.csv';

/** The reply to a prompt that drafts or checks rows; undefined for any other prompt. */
function drafterAnswer(prompt: string): string | undefined {
  const piece = JSON.parse(/\n\n("(?:[^"\\]|\\.)*")\n\n/.exec(prompt)?.[1] ?? '""') as string;
  const known = /Write none of these again: (.*)/.exec(prompt)?.[1] ?? '';
  if (prompt.startsWith('The JSON list below holds rules')) return REQUESTS;
  if (prompt.startsWith('You write statements'))
    return draftedRows(piece, { isStatement: true, known });
  if (prompt.startsWith('You write test questions'))
    return draftedRows(piece, { isStatement: false, known });
  const { passage, statement } = JSON.parse(/\n\n(\{[^]*?\n\})\n\n/.exec(prompt)?.[1] ?? '{}') as {
    passage?: string;
    statement?: string;
  };
  if (passage === undefined || statement === undefined) return undefined;
  const bare = statement.replace(/ (?:not|indeed|really|truly|certainly)(?= )/, '');
  const isTrue = passage.includes(bare) !== statement.includes(' is not ');
  return JSON.stringify({ reason: 'So it says.', verdict: String(isTrue) });
}

const shopModel = () =>
  modelServer({
    answer: (prompt) => shopJudge(prompt) ?? drafterAnswer(prompt) ?? botAnswer(prompt),
  });

async function shopDesk() {
  const model = await shopModel();
  const at = await desk({
    files: {
      [PROMPT]: `${PROMPT_LINES.join('\n')}\n`,
      'docs/help.md': HELP,
      'evals/customers.csv': EXPORT,
    },
    env: { OPENAI_API_KEY: MODEL_KEY },
  });
  const address = ['--base-url', `${model.url}/v1`];
  return { model, ...at, run: (...words: string[]) => at.cli(...words, ...address) };
}

describe('a shop with documents', () => {
  it('gets a gate with four commands, and each of five harmful changes fails its test', async () => {
    const { run, read, write } = await shopDesk();

    const began = await run('init', '--model', 'shop-bot', '--yes');
    expect(`${began.exitCode}\n${began.stdout}${began.stderr}`).toMatch(/^0\n/);
    expect(began.stdout).toContain('draft docs/help.md');
    const config = await read('.github/sensitivity.yml');
    expect(config).toContain('evals/customers.csv');

    // What the prompt promises, as `draft --kind rules` prints it, pasted into the configuration.
    await write('evals/rules.yml', '- Never promise a refund.\n- Stay polite.\n');
    const rules = '    rules: { min_pass_rate: 0.95, rules: { file: evals/rules.yml } }\n';
    await write('.github/sensitivity.yml', config.replace('  sensitivity:\n', `$&${rules}`));

    const drafted = await run('draft', 'docs/help.md');
    expect(`${drafted.exitCode}\n${drafted.stdout}${drafted.stderr}`).toMatch(/^0\n/);
    expect(drafted.stdout).toContain('Wrote 40 of 40 rows');
    expect(drafted.stdout).toContain('Wrote 2 of 2 requests to evals/rules.yml');
    expect((await read(FACTS)).split('\n')[0]).toBe('text,truth,passage,quote,source,reviewed');

    const suggested = await run('suggest', '--write');
    expect(`${suggested.exitCode}\n${suggested.stdout}${suggested.stderr}`).toMatch(/^0\n/);

    const reportOf = async () => JSON.parse((await run('run', '--json')).stdout) as Results;
    const green = await reportOf();
    expect(green.outcome).toBe('pass');
    const counted = Object.fromEntries(
      green.report.map(({ test_type, pass_count, fail_count }) => [
        test_type,
        pass_count + fail_count,
      ]),
    );
    expect(Object.keys(counted).toSorted()).toEqual([
      'add_negation',
      'add_toxic_words',
      'answers',
      'rules',
    ]);
    for (const [test, rows] of Object.entries(counted))
      expect([test, rows >= 20]).toEqual([test, true]);

    for (const [name, { lines, test }] of Object.entries(CHANGES)) {
      await write(PROMPT, `${lines.join('\n')}\n`);
      const red = await reportOf();
      const failed = red.report.flatMap((row) => (row.outcome === 'fail' ? [row.test_type] : []));
      expect([name, red.outcome, failed.includes(test)]).toEqual([name, 'fail', true]);
    }
  });
});
