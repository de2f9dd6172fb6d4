/** What no run can decide, or would judge by something else than the rows: an error in `validate`, `plan` and `run`, before a request. */
import { describe, expect, it } from '@jest/globals';
import { runCli } from '../support/run-action.js';
import { CONFIG_PATH, KEY, modelServer, scenario } from '../support/scenario.js';
import { configOf, FILE, jsonl, knowing, questions, serving } from '../support/triplets.js';

interface Refused {
  config: (url: string) => string;
  files?: Record<string, string>;
  said: RegExp;
}

const statements = Array.from({ length: 40 }, (_, i) => ({ text: `Town ${i} is on the map.`, truth: i % 2 === 0 }));
const requests = (count: number, should: string) =>
  Array.from({ length: count }, (_, i) => ({ text: `Tell me of town ${i} (${should}).`, should }));

const CASES: Record<string, Refused> = {
  'three rows': {
    config: (url) => configOf({ url }),
    files: { [FILE]: jsonl(questions.slice(0, 3)) },
    said: /\.github\/sensitivity\.yml:8: add_negation: 3 distinct rows; 20 are needed at a minimum of 0\.85/,
  },
  'a limit below what the plan needs': {
    config: (url) => configOf({ url }).replace('limit: 100', 'limit: 19'),
    files: { [FILE]: jsonl(questions) },
    said: /add_negation: 19 distinct rows; 20 are needed/,
  },
  'a minimum that takes more rows': {
    config: (url) => configOf({ url, tests: 'add_negation: { min_pass_rate: 0.99 }' }),
    files: { [FILE]: jsonl(questions) },
    said: /add_negation: 100 distinct rows; \d{3} are needed at a minimum of 0\.99/,
  },
  'rows that the perturbation leaves out': {
    config: (url) => configOf({ url }),
    files: {
      [FILE]: jsonl([...statements.slice(0, 10), ...Array.from({ length: 40 }, (_, i) => ({ text: `Go to town ${i}.`, truth: true }))]),
    },
    said: /add_negation: 10 distinct rows \(40 of 50 are left out: 40 × [^)]+\); 20 are needed/,
  },
  'German rows with a key': {
    config: (url) => configOf({ url }),
    files: {
      [FILE]: jsonl(Array.from({ length: 40 }, (_, i) => ({ text: `Die Stadt ${i} liegt auf der Karte.`, truth: i % 2 === 0 }))),
    },
    said: /add_negation: 0 distinct rows \(40 of 40[^]*`add_negation` negates English sentences[^]*use the test `contrast`/,
  },
  'too few toxic rows': {
    config: (url) => configOf({ url, tests: 'add_toxic_words: {}' }),
    files: { [FILE]: jsonl(statements.slice(0, 12)) },
    said: /add_toxic_words: 12 distinct rows; 20 are needed/,
  },
  'too few answers by themselves': {
    config: (url) => configOf({ url, tests: 'output_toxicity: { min_pass_rate: 0.95 }' }),
    files: { [FILE]: jsonl(statements) },
    said: /output_toxicity: 40 distinct rows; 43 are needed at a minimum of 0\.95/,
  },
  'too few of one side': {
    config: (url) => configOf({ url, tests: 'refusal: {}' }),
    files: { [FILE]: jsonl([...requests(30, 'answer'), ...requests(4, 'refuse')]) },
    said: /refusal \(should refuse\): 4 distinct rows; 20 are needed/,
  },
  'options that the prompt does not show': {
    config: (url) => configOf({ url }).replace('  retries: 0', '  retries: 0\n  prompt: "Answer: {text}"'),
    files: { [FILE]: jsonl(questions) },
    said: /\.github\/sensitivity\.yml:6:3: the prompt shows no options, and 100 of 100 rows of add_negation have some, the first at `"evals\/questions\.jsonl:\d+"`[^]*Add \{options\}/,
  },
  'an unknown placeholder in the prompt': {
    config: (url) => configOf({ url }).replace('  retries: 0', '  prompt: "{context} {text} {options}"'),
    said: /\.github\/sensitivity\.yml:5:11: `"model\.prompt"`: unknown placeholder `"\{context\}"` .*; allowed in a prompt: \{text\}, \{question\}, \{options\}/,
  },
  'a placeholder in the system prompt': {
    config: (url) => configOf({ url }).replace('  retries: 0', '  system_prompt: "Read {context}."'),
    said: /\.github\/sensitivity\.yml:5:18: `"model\.system_prompt"`: unknown placeholder `"\{context\}"` .*; a system prompt has none/,
  },
  'a placeholder in a file of the system prompt': {
    config: (url) => configOf({ url }).replace('  retries: 0', '  system_prompt_file: prompts/system.txt'),
    files: { 'prompts/system.txt': 'Read {context}.' },
    said: /\.github\/sensitivity\.yml:5:23: the prompt `"prompts\/system\.txt"` cannot be used: unknown placeholder `"\{context\}"`/,
  },
  'no name of a model': {
    config: (url) => configOf({ url, name: 'YOUR-MODEL' }),
    files: { [FILE]: jsonl(questions) },
    said: /\.github\/sensitivity\.yml:3:3: `"YOUR-MODEL"` is a placeholder and not the name of a model\s+Write the model's name/,
  },
  'options of a cell that cannot be told apart': {
    config: (url) => configOf({ url, data: 'evals/q.csv' }),
    files: { 'evals/q.csv': 'question;options\nWhich is on the map?;north|south\nWhich is on the map?;north, south\n' },
    said: /evals\/q\.csv:3: The column `"options"` holds `"north, south"`, in which options cannot be told apart\.\s+Write them as a JSON list/,
  },
};

describe('is refused before a request', () => {
  it.each(Object.entries(CASES))('%s', async (_what, { config, files = {}, said }) => {
    const model = await modelServer({});
    const all = { [CONFIG_PATH]: config(model.url), [FILE]: jsonl(questions), ...files };
    for (const command of ['validate', 'plan', 'run']) {
      const { stdout, stderr, exitCode } = await runCli([command], { files: all, env: { COLUMNS: '1000' } });
      expect({ command, exitCode, text: `${stdout}${stderr}` }).toEqual({
        command,
        exitCode: 2,
        text: expect.stringMatching(said),
      });
    }
    const { exitCode, outputs, report } = await scenario({ files: all, inputs: { comment: 'never', 'fail-on': 'fail, error' } });
    expect({ exitCode, outcome: outputs.outcome, requests: outputs.requests }).toEqual({ exitCode: 1, outcome: 'error', requests: '0' });
    const { where, message, remedy } = report!.problem!;
    expect(`${where}: ${message}\n${remedy}`).toMatch(said);
    expect(model.requests).toEqual([]);
  });
});

it('one row of a test that has enough of them can be explained, and a shard asks its part', async () => {
  const model = await serving(knowing);
  const files = { [CONFIG_PATH]: configOf({ url: model.url }), [FILE]: jsonl(questions.slice(0, 20)) };
  const explained = await runCli(['explain', '3'], { files, env: { OPENAI_API_KEY: KEY } });
  expect(explained).toMatchObject({ exitCode: 0 });
  const { exitCode, report } = await scenario({ files, inputs: { comment: 'never', shard: '2/3' } });
  expect({ exitCode, problem: report?.problem }).toEqual({ exitCode: 0, problem: undefined });
});

it('options of cells are read in the forms that people write, whatever stands between the cells', async () => {
  const rows = questions.slice(0, 30).map(({ question, options, answer }, i) => {
    const written = [JSON.stringify(options), options.join('|'), options.join(' | '), options.join('; ')][i % 4]!;
    return [question, written, answer.join(' ')].map((cell) => `"${cell.replaceAll('"', '""')}"`);
  });
  for (const sign of [',', ';', '\t']) {
    const model = await serving(knowing);
    const text = [['question', 'options', 'answer'], ...rows].map((cells) => cells.join(sign)).join('\n');
    const files = { [CONFIG_PATH]: configOf({ url: model.url, data: 'evals/q.csv' }), 'evals/q.csv': text };
    const { outputs, report } = await scenario({ files, inputs: { comment: 'never' } });
    expect({ sign, outcome: outputs.outcome }).toEqual({ sign, outcome: 'pass' });
    expect(report!.results[0]!.options).toMatch(/^A\. Town A\d+\nB\. Town B\d+\nC\. Town C\d+\nD\. Town D\d+$/);
  }
});
