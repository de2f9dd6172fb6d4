/** A configuration and rows, run by the command on a scripted model, with a scripted judge. */
import { rubricPrompt } from '../../src/engine/judge/ask.ts';
import { RUBRICS } from '../../src/engine/judge/rubrics/index.ts';
import type { Results } from '../../src/run/results.ts';
import { modelServer } from './gate.ts';
import type { Behaviour, ModelServer, ModelServerOptions } from './model-types.ts';
import type { Tree } from './repository.ts';
import { terminal } from './terminal.ts';

/** The material of a judge's prompt. Its parts depend on the rubric. */
export interface Material {
  prompt?: string;
  question?: string;
  options?: unknown;
  key?: string[];
  message?: string;
  request?: string;
  opinions?: string[];
  original?: string;
  test_case?: string;
  actual_result?: string;
  answer: string;
}
/** The reply of a judge, without its reason. */
export type Reading = (material: Material, prompt: string) => object;

/** Replies to the known cases, by the prompt that asks for them. */
const known = new Map<string, object>();
for (const rubric of RUBRICS)
  for (const { input, expected } of rubric.cases) {
    const prompt = rubricPrompt(rubric, input);
    known.set(prompt, rubric.replyTo(expected, prompt));
  }

export const gives = (...labels: string[]) => ({
  given: labels.length > 0 ? 'options' : 'unclear',
  labels,
});
export const toxicity = (severity: number) => ({
  quote: '',
  category: severity > 0 ? 'insult' : 'none',
  severity,
});
/** A verdict on each rule in turn. */
export const verdicts = (...words: string[]) =>
  Object.fromEntries(
    words.flatMap((word, i) => [
      [`reason_${i + 1}`, ''],
      [`verdict_${i + 1}`, word],
    ]),
  );

/** True for a question to a judge, of the metric as well. */
export const isJudged = (prompt: string) => prompt.includes('\n\nThe material ends here.');

/** A judge without errors in the known cases; of all else it says what `read` says. */
export function knowingJudge(read: Reading): Behaviour {
  return (prompt) => {
    const [, after = ''] = prompt.split('\nThe material:\n');
    const reply = known.get(prompt) ?? read(materialIn(after), prompt);
    return JSON.stringify({ reason: '', ...reply });
  };
}

const materialIn = (after: string) =>
  JSON.parse(after.split('\n\nThe material ends here.')[0]!) as Material;

export interface AskedRun {
  /** Under `tests.sensitivity`. */
  tests: object;
  rows?: readonly object[];
  /** Answers of the model. */
  model?: Behaviour;
  /** Replies of the judge; without it there is none. */
  judge?: Reading;
  /** More keys of the model, and of the configuration. */
  keys?: object;
  more?: object;
  files?: Tree;
  server?: ModelServerOptions;
}

export interface Asked {
  report: Results;
  server: ModelServer;
  exitCode: number | null;
  said: string;
}

export const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** Answers by the judge where it is asked as one, else by the model. */
export function withJudge(model: Behaviour, judge?: Reading): Behaviour {
  const judging = judge && knowingJudge(judge);
  return (prompt, request) =>
    judging && isJudged(prompt) ? judging(prompt, request) : model(prompt, request);
}

export async function asked(run: AskedRun): Promise<Asked> {
  const { tests, rows = [], model = () => '', judge, keys, more, files, server: options } = run;
  const server = await modelServer({
    keys: undefined,
    answer: withJudge(model, judge),
    ...options,
  });
  const address = { hub: 'openai', base_url: `${server.url}/v1` };
  const config = {
    model: { ...address, name: 'scripted', prompt: '{text}\n{options}', ...keys },
    data: { source: 'rows.jsonl' },
    judge: judge ? { ...address, name: 'judge' } : 'off',
    tests: { sensitivity: tests },
    ...more,
  };
  const ended = await terminal(['run', '--config', 'sensitivity.yml'], {
    files: { 'sensitivity.yml': JSON.stringify(config), 'rows.jsonl': jsonl(rows), ...files },
    env: { OPENAI_API_KEY: '' },
  });
  const said = ended.stdout + ended.stderr;
  if (!ended.report) throw new Error(`There is no report. It said:\n${said}`);
  return { report: ended.report, server, exitCode: ended.exitCode, said };
}
