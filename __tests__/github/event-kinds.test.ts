import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isUntrusted, eventKind, mayWrite, proposes, ships } from '../../src/github/event-kinds.ts';

/** Every event that starts a workflow (docs.github.com, "Events that trigger workflows"). */
const EVENTS = [
  'branch_protection_rule',
  'check_run',
  'check_suite',
  'create',
  'delete',
  'deployment',
  'deployment_status',
  'discussion',
  'discussion_comment',
  'fork',
  'gollum',
  'image_version',
  'issue_comment',
  'issues',
  'label',
  'merge_group',
  'milestone',
  'page_build',
  'public',
  'pull_request',
  'pull_request_comment',
  'pull_request_review',
  'pull_request_review_comment',
  'pull_request_target',
  'push',
  'registry_package',
  'release',
  'repository_dispatch',
  'schedule',
  'status',
  'watch',
  'workflow_call',
  'workflow_dispatch',
  'workflow_run',
];
const ours = { isFork: false, isDependabot: false };
const those = (is: (name: string) => boolean): string[] => EVENTS.filter(is);

describe('kinds of events', () => {
  it('three run with the rights of the base for anyone', () => {
    const three = ['issue_comment', 'pull_request_target', 'workflow_run'];
    expect(those((name) => eventKind(name).privileged)).toEqual(three);
    expect(those((name) => isUntrusted({ ...ours, name }))).toEqual(three);
  });

  it.each([{ isFork: true }, { isDependabot: true }])('is untrusted under each name: %j', (who) => {
    expect(those((name) => isUntrusted({ ...ours, ...who, name }))).toEqual(EVENTS);
  });

  it('proposes a change with a pull request, and in the merge queue', () => {
    expect(those((name) => proposes({ ...ours, name }))).toEqual(['merge_group']);
    expect(those((name) => proposes({ ...ours, name, pullNumber: 1 }))).toEqual(EVENTS);
    expect(those((name) => eventKind(name).merges)).toEqual(['merge_group']);
  });

  it('ships a version with three events, and with any on a tag', () => {
    expect(those((name) => ships({ name }))).toEqual([
      'deployment',
      'deployment_status',
      'release',
    ]);
    expect(those((name) => ships({ name, tag: 'v1' }))).toEqual(EVENTS);
  });

  it('keeps a verdict for the events of a pull request whose cache a run may write', () => {
    expect(those((name) => eventKind(name).hasStandingVerdict)).toEqual(
      EVENTS.filter((name) => name.startsWith('pull_request') && name !== 'pull_request_target'),
    );
  });

  it('may write, except for a fork on the events of a pull request', () => {
    expect(those((name) => mayWrite({ ...ours, name }))).toEqual(EVENTS);
    expect(those((name) => !mayWrite({ ...ours, name, isFork: true }))).toEqual(
      EVENTS.filter((name) => name.startsWith('pull_request') && name !== 'pull_request_target'),
    );
  });

  it('names its pull request and its head, each with one exception; only a push names the commit before', () => {
    expect(those((name) => !eventKind(name).names.pull)).toEqual(['workflow_run']);
    expect(those((name) => !eventKind(name).names.head)).toEqual(['issue_comment']);
    expect(those((name) => eventKind(name).pushes)).toEqual(['push']);
  });

  it('ignores properties that every object inherits', () => {
    expect(eventKind('constructor')).toEqual(eventKind('gollum'));
  });
});

it('no other file compares the name of an event', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && path.basename(file) !== 'event-kinds.ts',
  );
  const names = EVENTS.filter((name) => name.includes('_')).join('|');
  // Compared, listed, looked up or begun with. The fields of a payload go by the same words:
  // `valueAt(payload, 'pull_request', …)` reads one.
  const comparison = new RegExp(
    `(?:[!=]==?\\s*|startsWith\\(|includes\\(|case |[\\[{(,]\\s*)'(?:${names})'|\\b(?:event\\.name|eventName|GITHUB_EVENT_NAME)\\b\\W{0,3}\\s*(?:[!=]==?|\\.(?:startsWith|includes|match))|\\bname\\s*[!=]==?\\s*'push'`,
    'g',
  );
  const found = files.flatMap((file) => {
    const text = readFileSync(path.join('src', file), 'utf8').replaceAll(
      /\bvalueAt\([^()]*\)/g,
      '',
    );
    return [...text.matchAll(comparison)].map(([what]) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
});
