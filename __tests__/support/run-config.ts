/** Runs the command with a configuration and rows, on a scripted model and judge. */
import type { Results } from '../../src/run/results.ts';
import { modelServer } from './gate.ts';
import type { Behaviour, ModelServer, ModelServerOptions } from './model-types.ts';
import type { Tree } from './repository.ts';
import { withJudge, type Reading } from './scripted-judge.ts';
import { terminal } from './terminal.ts';
import { times } from './times.ts';

export interface ConfigRun {
  /** The value of `tests.sensitivity`. */
  tests: object;
  rows?: readonly object[];
  /** Answers of the model. */
  model?: Behaviour;
  /** Replies of the judge; without it there is none. */
  judge?: Reading;
  /** More keys of the section `model`. */
  modelKeys?: object;
  /** More sections of the configuration. */
  sections?: object;
  files?: Tree;
  server?: ModelServerOptions;
}

export interface ConfigEnded {
  report: Results;
  server: ModelServer;
  exitCode: number | null;
  /** What the terminal shows. */
  shown: string;
}

export const jsonl = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

/** The number in a text, as in `number 7`; NaN without one. */
export const numberIn = (text: string) => Number(/number (\d+)/.exec(text)?.[1]);

/** Questions with four options. The right ones are A to D in turn. */
export const picks = (count: number) =>
  times(count, (i) => ({
    text: `Which is the pick for number ${i}?`,
    options: times(4, (nth) => `pick ${i}.${nth}`),
    answer: 'ABCD'[i % 4]!,
  }));

/** Fails without a report; the error then has what else a run has. */
export async function runConfig(run: ConfigRun): Promise<ConfigEnded> {
  const { tests, rows = [], model = () => '', judge, modelKeys, sections, files } = run;
  const answer = withJudge(model, judge);
  const server = await modelServer({ keys: undefined, answer, ...run.server });
  const address = { hub: 'openai', base_url: `${server.url}/v1` };
  const config = {
    model: { ...address, name: 'scripted', prompt: '{text}\n{options}', ...modelKeys },
    data: { source: 'rows.jsonl' },
    judge: judge ? { ...address, name: 'judge' } : 'off',
    tests: { sensitivity: tests },
    ...sections,
  };
  const { report, exitCode, stdout, stderr } = await terminal(
    ['run', '--config', 'sensitivity.yml'],
    {
      files: { 'sensitivity.yml': JSON.stringify(config), 'rows.jsonl': jsonl(rows), ...files },
      env: { OPENAI_API_KEY: '' },
    },
  );
  const shown = stdout + stderr;
  if (report) return { report, server, exitCode, shown };
  throw Object.assign(new Error(`There is no report:\n${shown}`), { server, exitCode, shown });
}
