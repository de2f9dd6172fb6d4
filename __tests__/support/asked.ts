/** Runs the command with a configuration and rows, on a scripted model and judge. */
import type { Results } from '../../src/run/results.ts';
import { modelServer } from './gate.ts';
import type { Behaviour, ModelServer, ModelServerOptions } from './model-types.ts';
import type { Tree } from './repository.ts';
import { withJudge, type Reading } from './scripted-judge.ts';
import { terminal } from './terminal.ts';
import { times } from './times.ts';

export * from './scripted-judge.ts';

export interface AskedRun {
  /** The value of `tests.sensitivity`. */
  tests: object;
  rows?: readonly object[];
  /** Answers of the model. */
  model?: Behaviour;
  /** Replies of the judge; without it there is none. */
  judge?: Reading;
  /** More keys of `model`. `more` has keys of the configuration. */
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

/** The number in a text, as in `number 7`; NaN without one. */
export const numberIn = (text: string) => Number(/number (\d+)/.exec(text)?.[1]);

/** Questions with four options. The right ones are A to D in turn. */
export const picks = (count: number) =>
  times(count, (i) => ({
    text: `Which is the pick for number ${i}?`,
    options: times(4, (nth) => `pick ${i}.${nth}`),
    answer: 'ABCD'[i % 4]!,
  }));

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
  const { report, exitCode } = ended;
  if (report) return { report, server, exitCode, said };
  throw Object.assign(new Error(`There is no report. It said:\n${said}`), {
    server,
    exitCode,
    said,
  });
}
