/** What the tests of this folder share: an event, a report row, results. */
import type { ReportRow, Results } from '../../src/engine/results.js';
import { context } from '@actions/github';
import { readEvent, type EventContext } from '../../src/github/event.js';
import type { Figures } from '../support/figures.js';

export const HEAD = 'b'.repeat(40);
export const BASE = 'a'.repeat(40);

/**
 * The package's own class, which reads the environment of the process when it is made, and some of
 * it later.
 */
const Context = context.constructor as new () => typeof context;

/** What is read of an event in another environment. */
export function eventIn(env: NodeJS.ProcessEnv, payload: unknown): EventContext {
  const before = process.env;
  process.env = { ...env };
  try {
    return readEvent(Object.assign(new Context(), { payload }), env);
  } finally {
    process.env = before;
  }
}

/** Pull request 1 of octo-org/octo-repo, from a branch of the same repository. */
export function pullRequestEvent(url: string, changes: Partial<EventContext> = {}): EventContext {
  return {
    name: 'pull_request',
    repository: { owner: 'octo-org', repo: 'octo-repo' },
    pullNumber: 1,
    headSha: HEAD,
    baseSha: BASE,
    isFork: false,
    isDependabot: false,
    runUrl: 'https://github.com/octo-org/octo-repo/actions/runs/7',
    apiUrl: url,
    serverUrl: 'https://github.com',
    workflow: 'CI',
    job: 'gate',
    ...changes,
  };
}

export function row(changes: Partial<Figures> = {}): ReportRow {
  const figures: Figures = {
    category: 'sensitivity',
    test_type: 'add_negation',
    fail_count: 10,
    pass_count: 16,
    error_count: 0,
    not_applicable_count: 24,
    pass_rate: 16 / 26,
    minimum_pass_rate: 0.7,
    pass: false,
    outcome: 'fail',
    scorer: 'embedding-distance',
    threshold: [-0.2, 0.2],
    rule: {
      kind: 'outside',
      low: -0.2,
      high: 0.2,
      words: 'a row passes with an eval_score outside of -0.2 to 0.2',
    },
    ...changes,
  };
  return figures as ReportRow;
}

export function results(changes: Partial<Results> = {}): Results {
  return {
    schema_version: 1,
    outcome: 'fail',
    model: { hub: 'reference', name: 'steady' },
    config: { path: '.github/sensitivity.yml', ref: 'head', sha256: '0'.repeat(64) },
    report: [row()],
    results: [],
    not_applicable: [],
    usage: { requests: 52, prompt_tokens: 1820, completion_tokens: 3328, duration_ms: 4120 },
    seed: 42,
    started_at: '2026-11-21T08:00:00Z',
    notices: [],
    ...changes,
  };
}

/** The error that a promise rejects with; fails where it does not. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => {
      throw new Error('expected a rejection');
    },
    (error: unknown) => error,
  );
}
