/**
 * Releases, tags and deployments: the rules of the default branch judge, and `compare: base` takes
 * the previous release.
 */
import {
  BASE,
  config,
  CONFIG_PATH,
  gitHub,
  HEAD,
  modelServer,
  pullRequest,
  putAt,
  scenario,
  STATEMENTS,
} from '../support/scenario.ts';
import { attentive, oblivious, type ModelServer } from '../support/model-server.ts';
import { failures, type GitHubOptions, type GitHubServer } from '../support/github-server.ts';
import type { ActionRun } from '../support/run-action.ts';

const repository = { full_name: 'octo-org/octo-repo', default_branch: 'main' };
const [OLD, OLDER] = ['d'.repeat(40), 'e'.repeat(40)];
const TAG = { GITHUB_REF: 'refs/tags/v2.0.0' };

type Case = Pick<ActionRun, 'env'> & { name: string; payload?: object };
const ON_TAGS: Case[] = [
  { name: 'release', payload: { action: 'published', release: { tag_name: 'v2.0.0' } }, env: TAG },
  {
    name: 'push',
    payload: { ref: 'refs/tags/v2.0.0', before: '0'.repeat(40), after: OLD },
    env: TAG,
  },
  // A tag that was moved.
  { name: 'push', payload: { ref: 'refs/tags/v2.0.0', before: OLDER, after: OLD }, env: TAG },
  // For a SHA, GITHUB_REF is empty.
  {
    name: 'deployment',
    payload: { deployment: { ref: 'a'.repeat(40), sha: 'a'.repeat(40) } },
    env: { GITHUB_REF: '' },
  },
  { name: 'workflow_dispatch', payload: { ref: 'refs/tags/v2.0.0', inputs: null }, env: TAG },
];
const eventOf = ({ name, payload }: Case) => ({ name, payload: { ...payload, repository } });

const lenient = (model: ModelServer) => config(model).replace('0.70', '0');
const atMain = (github: GitHubServer, text: string) => {
  putAt(github, text, { sha: 'main' });
};

describe('a version', () => {
  it.each(ON_TAGS)(
    'is judged by the default branch on $name, and differing rules are listed',
    async (one) => {
      const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
      atMain(github, config(model));
      const files = {
        [CONFIG_PATH]: lenient(model).replace('scenario-model', 'their-model'),
        'evals/statements.txt': 'Nothing to see.',
      };
      const { exitCode, outputs, report, summary } = await scenario({
        github,
        files,
        event: eventOf(one),
        env: one.env,
      });
      expect({ exitCode, outcome: outputs.outcome }).toEqual({ exitCode: 1, outcome: 'fail' });
      expect(report).toMatchObject({
        config: { ref: 'split' },
        model: { name: 'their-model' },
        report: [{ minimum_pass_rate: 0.7, fail_count: 5 }],
      });
      const what = one.name === 'deployment' ? 'deployment' : 'tag';
      const differ = `The rules of this ${what} differ from those of <code>main</code>: <code>tests.sensitivity.add_negation.min_pass_rate 0.7`;
      expect(summary.split('\n')[1]).toMatch(/^<p>⚠️ /);
      expect(summary.split('\n')[1]).toContain(differ);
      expect(summary.split('\n')[2]).toContain(`⚠️ The data of this ${what} differs from that of`);
      expect(summary).toContain('Judged as this version has it');
    },
  );

  it('is an error before a request if the default branch has no rules', async () => {
    const [model, github] = [await modelServer({ answer: oblivious }), await gitHub()];
    github.files.set('main:README.md', 'Hello.');
    const { outputs } = await scenario({ model, github, event: eventOf(ON_TAGS[0]!), env: TAG });
    expect(outputs).toMatchObject({ outcome: 'error', requests: '0' });
  });

  it('is only what these events name: others keep their rules', async () => {
    const [model, github] = [await modelServer({ answer: attentive }), await gitHub()];
    for (const sha of ['main', BASE]) putAt(github, config(model), { sha });
    const merge_group = { head_sha: HEAD, base_sha: BASE };
    const cases: [string, string, object?][] = [
      ['pull_request', 'head', pullRequest().payload as object],
      ['push', 'head', { ref: 'refs/heads/main', before: OLD, after: OLDER }],
      ['schedule', 'head', { schedule: '17 4 * * 1' }],
      ['workflow_dispatch', 'head', { ref: 'refs/heads/main' }],
      ['repository_dispatch', 'head', { action: 'go' }],
      ['merge_group', 'split', { action: 'checks_requested', merge_group }],
    ];
    for (const [name, ref, given] of cases) {
      const payload = name === 'schedule' ? given : { repository, ...given };
      const { report } = await scenario({
        model,
        github,
        event: { name, payload },
      });
      expect({ name, ref: report!.config.ref, outcome: report!.outcome }).toEqual({
        name,
        ref,
        outcome: 'pass',
      });
    }
  });
});

describe('the previous release', () => {
  const compared = (model: ModelServer) => config(model, 'evaluation: { compare: base }\n');
  const published = (day: number) => `2026-03-${String(day).padStart(2, '0')}T00:00:00Z`;
  const ancestor = (sha: string, ahead = 1) => ({ sha, ahead, status: 'ahead' as const });

  async function baseOf(prepare: (github: GitHubServer) => void, options: GitHubOptions = {}) {
    const [model, github] = [await modelServer({ answer: attentive }), await gitHub(options)];
    atMain(github, compared(model));
    for (const sha of [OLD, OLDER])
      putAt(github, compared(model).replace('scenario-model', `model-${sha[0]}`), { sha });
    prepare(github);
    const finished = await scenario({
      github,
      files: { [CONFIG_PATH]: compared(model) },
      event: eventOf(ON_TAGS[0]!),
      env: TAG,
    });
    const models = new Set(model.requests.map(({ body }) => (body as { model: string }).model));
    models.delete('text-embedding-3-small');
    return { ...finished, models: [...models].sort(), github };
  }

  it('is the newest published ancestor, in any order of the list', async () => {
    const { report, models, github } = await baseOf(({ releases, tags }) => {
      releases.push(
        { tag: 'v1.0.0', published: published(1) },
        { tag: 'v2.0.0', published: published(9) },
        { tag: 'draft', draft: true },
        { tag: 'v1.1.0-rc.1', published: published(5), prerelease: true },
        { tag: 'other-branch', published: published(8) },
        { tag: 'deleted', published: published(7) },
      );
      tags.set('v1.0.0', ancestor(OLDER, 9)).set('v1.1.0-rc.1', ancestor(OLD));
      tags.set('other-branch', { sha: 'f'.repeat(40), status: 'diverged', ahead: 3 });
    });
    expect(report!.outcome).toBe('pass');
    expect(models).toEqual(['model-d', 'scenario-model']);
    expect(github.counts()).toMatchObject({
      'repos/list-releases': 1,
      'repos/compare-commits-with-basehead': 3,
    });
    expect(report!.report[0]!.baseline).toMatchObject({
      paired_count: STATEMENTS.length,
    });
  });

  it('is the nearest ancestor tag if no release is an ancestor', async () => {
    const { models } = await baseOf(({ tags }) => {
      tags
        .set('v0.9.0', ancestor(OLDER, 9))
        .set('v0.10.0', ancestor(OLD, 4))
        .set('v2.0.0', ancestor('a'.repeat(40), 0));
      tags.set('v3.0.0', { sha: 'f'.repeat(40), status: 'diverged', ahead: 3 });
    });
    expect(models).toEqual(['model-d', 'scenario-model']);
  });

  it('is searched among twenty releases and twenty tags, and its absence is one notice', async () => {
    const { report, models, github, summary } = await baseOf(({ releases, tags }) => {
      for (let nth = 1; nth <= 45; nth++) {
        releases.push({
          tag: `w${nth}`,
          published: new Date(Date.UTC(2026, 0, nth)).toISOString(),
        });
        tags.set(
          `w${nth}`,
          nth === 1 ? ancestor(OLD) : { sha: 'f'.repeat(40), status: 'diverged', ahead: 3 },
        );
      }
    });
    expect(models).toEqual(['scenario-model']);
    expect(github.counts()['repos/compare-commits-with-basehead']).toBe(40);
    expect(report!.outcome).toBe('pass');
    const notice =
      /Not compared with the base: none of the 20 newest releases and 20 other tags that were tried/g;
    expect(summary.match(notice)).toHaveLength(1);
    expect(summary).not.toContain('no earlier release');
  });

  it('may not exist, which is a notice without a count', async () => {
    const { summary } = await baseOf(({ tags }) => {
      tags.set('v9', { sha: 'f'.repeat(40), status: 'diverged', ahead: 3 });
    });
    expect(summary).toContain('Not compared with the base: no earlier release, and no earlier tag');
  });

  it('is an error with a remedy if releases cannot be listed', async () => {
    const forbid = (_method: string, path: string) =>
      path.endsWith('/releases') ? failures.notFound() : undefined;
    const { report, exitCode } = await baseOf(() => {}, { forbid });
    expect(exitCode).toBe(1);
    expect(report!.problem).toMatchObject({
      name: 'GitHubError',
      remedy: expect.stringContaining('contents: read'),
    });
  });
});
