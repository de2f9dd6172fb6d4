import { chooseRef } from '../../src/trust/choose-rules.ts';
import type { EventContext } from '../../src/github/event.ts';
import { errorLike } from '../support/error-like.ts';

const event = (over: Partial<EventContext>): EventContext => ({
  name: 'pull_request',
  repository: { owner: 'o', repo: 'r' },
  headSha: '',
  isFork: false,
  isDependabot: false,
  apiUrl: '',
  serverUrl: '',
  workflow: '',
  job: '',
  ...over,
});

it.each([
  ['auto', {}, 'head'],
  ['auto', { name: 'push' }, 'head'],
  ['auto', { name: 'merge_group' }, 'split'],
  ['head', { name: 'merge_group' }, 'head'],
  ['auto', { isFork: true }, 'split'],
  ['auto', { isDependabot: true }, 'split'],
  ['auto', { name: 'pull_request_target' }, 'split'],
  ['auto', { name: 'workflow_run' }, 'split'],
  ['auto', { name: 'issue_comment' }, 'split'],
  ['head', {}, 'head'],
  ['base', {}, 'base'],
  ['split', {}, 'split'],
] as const)('config-ref %s of %j: %s', (configRef, over, ref) => {
  expect(chooseRef(configRef, event(over))).toBe(ref);
});

it.each([
  { isFork: true },
  { isDependabot: true },
  { name: 'pull_request_target' },
  { name: 'workflow_run' },
  { name: 'issue_comment' },
])('config-ref head of %j is refused', (over) => {
  expect(() => chooseRef('head', event(over))).toThrow(
    errorLike({ name: 'ConfigError', where: "input 'config-ref'" }),
  );
});
