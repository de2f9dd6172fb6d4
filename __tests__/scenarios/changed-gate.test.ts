/**
 * A pull request that changes its own gate is judged by the rules and rows of its base as well, and
 * both verdicts are shown.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import { failures } from '../support/github-server.ts';
import type { ModelServer } from '../support/model-server.ts';
import type { ActionRun } from '../support/run-action.ts';
import { BASE, CONFIG_PATH, gitHub, HEAD, pullRequest, scenario } from '../support/scenario.ts';
import {
  configOf,
  deafIn,
  FILE,
  jsonl,
  knowing,
  LABELS,
  QUESTIONS,
  questionModel,
} from '../support/triplets.ts';

const MERGE = 'd'.repeat(40);
const TIP = 'e'.repeat(40);

type Files = Record<string, string>;

interface Change extends Omit<ActionRun, 'files' | 'event'> {
  base: Files;
  head: Files;
  /** Files at other commits. */
  commits?: Record<string, Files>;
  onGitHub?: (github: Awaited<ReturnType<typeof gitHub>>) => void;
  options?: Parameters<typeof gitHub>[0];
}

/** Runs the action on a pull request of the repository itself. */
async function change({ base, head, commits = {}, onGitHub, options, ...over }: Change) {
  const github = await gitHub(options);
  for (const [sha, files] of Object.entries({ [BASE]: base, [HEAD]: head, ...commits }))
    for (const [name, text] of Object.entries(files)) github.files.set(`${sha}:${name}`, text);
  onGitHub?.(github);
  const finished = await scenario({ github, event: pullRequest(), files: head, ...over });
  return { ...finished, github, comment: github.comments[0]?.body ?? '' };
}

const asked = (server: ModelServer) => server.count('/chat/completions');
const filesOf = (
  server: ModelServer,
  over: { from?: string | RegExp; to?: string; rows?: readonly unknown[] } = {},
): Files => ({
  [CONFIG_PATH]: configOf({
    url: server.url,
    tests: 'add_negation: { min_pass_rate: 0.85 }',
  }).replace(over.from ?? '', over.to ?? ''),
  [FILE]: jsonl(over.rows ?? QUESTIONS),
});
const verdictIn = ({ base_rules }: Results) =>
  base_rules && ('error' in base_rules ? base_rules.error : base_rules.outcome);
const withoutTags = (page: string) => page.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"');

it('a lower minimum shows both verdicts and the changed key in every output', async () => {
  const model = await questionModel(deafIn(4));
  const { report, comment, summary, stdout, outputs } = await change({
    base: filesOf(model),
    head: filesOf(model, { from: 'min_pass_rate: 0.85', to: 'min_pass_rate: 0.65' }),
  });
  expect(outputs.outcome).toBe('pass');
  expect(report!.rules_changed).toEqual([
    { path: 'tests.sensitivity.add_negation.min_pass_rate', old: 0.85, new: 0.65 },
  ]);
  expect(report!.rows_changed).toBeUndefined();
  expect(verdictIn(report!)).toBe('fail');
  const sentence =
    'This pull request changes the gate: tests.sensitivity.add_negation.min_pass_rate 0.85 → 0.65. By the rules of main: fail (';
  for (const page of [comment, summary]) {
    expect(withoutTags(page)).toContain(sentence);
    expect(page).toMatch(/<h3>✅ ⚠️ /);
  }
  expect(stdout).toMatch(/^warning: This pull request changes the gate/m);
  expect(stdout).toMatch(/^::warning [^\n]*changes the gate/m);
});

it('an unchanged gate costs no further request, even if the base branch moved on', async () => {
  const model = await questionModel(knowing);
  const files = filesOf(model);
  await change({ base: files, head: files });
  const once = asked(model);
  expect(once).toBe(60);
  // Merged meanwhile: `base.sha` is older than the commit that the pull request was merged into for
  // this run.
  const moved = filesOf(model, { rows: QUESTIONS.slice(0, 90) });
  const { report } = await change({
    base: moved,
    head: files,
    commits: { [TIP]: files },
    checkedOut: MERGE,
    env: { GITHUB_SHA: MERGE },
    onGitHub: ({ commits }) =>
      commits.push({ sha: MERGE, message: 'merge', tree: 't', parents: [TIP, HEAD] }),
  });
  expect(asked(model)).toBe(2 * once);
  expect([report!.rules_changed, report!.rows_changed, report!.base_rules]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('two verdicts share their answers, so a run sends no more requests than the larger plan', async () => {
  const model = await questionModel(knowing);
  const strict = filesOf(model, { from: 'min_pass_rate: 0.85', to: 'min_pass_rate: 0.9' });
  await change({ base: strict, head: strict });
  const larger = asked(model);
  const { report, outputs } = await change({ base: filesOf(model), head: strict });
  expect(asked(model) - larger).toBe(larger);
  expect([outputs.outcome, verdictIn(report!), Number(outputs.requests)]).toEqual([
    'pass',
    'pass',
    larger,
  ]);
});

it('changed, removed and added rows are counted, and the rows of the base judge too', async () => {
  const model = await questionModel(({ sheet, right, plain }) =>
    sheet < 40 ? plain[0]! : right[0]!,
  );
  const easier = [
    ...QUESTIONS.slice(40),
    ...QUESTIONS.slice(0, 2).map((row) => ({
      ...row,
      negated_answer: row.answer,
      answer: row.answer,
    })),
  ];
  const { report, comment } = await change({
    base: filesOf(model),
    head: filesOf(model, { rows: easier.slice(0, 60) }),
  });
  expect(report!.rows_changed).toEqual([
    { source: FILE, added: 0, removed: 40, changed: 0, common: 60 },
  ]);
  expect([report!.outcome, verdictIn(report!)]).toEqual(['pass', 'fail']);
  expect(withoutTags(comment)).toContain(
    `changes the rows of the gate: ${FILE}: 40 removed, 60 rows in common. By the rows of main: fail (`,
  );

  const rekeyed = QUESTIONS.map((row, i) =>
    i === 0 ? { ...row, answer: row.negated_answer, negated_answer: row.answer } : row,
  );
  const another = await change({ base: filesOf(model), head: filesOf(model, { rows: rekeyed }) });
  expect(another.report!.rows_changed).toEqual([
    { source: FILE, added: 0, removed: 0, changed: 1, common: 99 },
  ]);
});

it('added rows alone are a notice, and moved rows or other line ends are no change', async () => {
  const model = await questionModel(knowing);
  const added = await change({
    base: filesOf(model, { rows: QUESTIONS.slice(0, 97) }),
    head: filesOf(model),
  });
  expect(added.report!.warnings).toBeUndefined();
  expect(added.report!.rows_changed).toEqual([
    { source: FILE, added: 3, removed: 0, changed: 0, common: 97 },
  ]);
  expect(added.report!.notices.join('\n')).toContain(
    '3 added, 97 rows in common. By the rows of `main`: pass as well',
  );
  expect(Number(added.outputs.requests)).toBeLessThanOrEqual(72);

  const files = filesOf(model);
  for (const text of [jsonl(QUESTIONS.toReversed()), jsonl(QUESTIONS).replaceAll('\n', '\r\n')]) {
    const { report } = await change({ base: files, head: { ...files, [FILE]: text } });
    expect([report!.rows_changed, report!.base_rules]).toEqual([undefined, undefined]);
  }
});

it('the base is the parent of a merge commit, else the tip of its branch, else that of the event', async () => {
  const model = await questionModel(knowing);
  const [head, other] = [filesOf(model), filesOf(model, { rows: QUESTIONS.slice(0, 95) })];
  const commits = { [TIP]: other };
  const known = (github: Awaited<ReturnType<typeof gitHub>>) => {
    github.commits.push(
      { sha: TIP, message: 'tip', tree: 't', parents: [], branch: 'main' },
      { sha: MERGE, message: 'merge', tree: 't', parents: [TIP, HEAD] },
    );
    github.pulls[0]!.base.sha = BASE;
  };
  const cases: [checkedOut: string | undefined, rows: number | undefined][] = [
    [MERGE, 5],
    [HEAD, 5],
    ['f'.repeat(40), undefined],
    [undefined, undefined],
  ];
  for (const [checkedOut, added] of cases) {
    const { report } = await change({
      base: head,
      head,
      commits,
      checkedOut,
      env: { GITHUB_SHA: MERGE },
      onGitHub: known,
    });
    expect({ checkedOut, added: report!.rows_changed?.[0]?.added }).toEqual({ checkedOut, added });
    expect(report!.warnings ?? []).toEqual([]);
  }
});

it('a head older than a stricter base is judged by the tip of the base branch', async () => {
  const model = await questionModel(deafIn(4));
  const strict = filesOf(model);
  const old = filesOf(model, { from: 'min_pass_rate: 0.85', to: 'min_pass_rate: 0.65' });
  const outdated = (options?: Change['options']) =>
    change({
      ...{ base: old, head: old, commits: { [TIP]: strict }, checkedOut: HEAD, options },
      onGitHub: ({ commits, tags }) => {
        commits.push({ sha: TIP, message: 'tip', tree: 't', parents: [], branch: 'main' });
        tags.set(TIP, { sha: BASE, status: 'diverged', ahead: 1 });
      },
    });
  const { report, comment } = await outdated();
  expect([report!.outcome, verdictIn(report!)]).toEqual(['pass', 'fail']);
  expect(withoutTags(comment)).toContain('main moved since this branch left it');
  expect(comment).toMatch(/<h3>✅ ⚠️ /);
  // A base branch that is gone has no tip: the merge base counts, whose rules are the head's.
  const gone = await outdated({
    forbid: (_method, url) => (url.includes('/git/ref/') ? failures.notFound() : undefined),
  });
  expect([gone.report!.outcome, verdictIn(gone.report!)]).toEqual(['pass', undefined]);
});

it('the report lists the changed rules even if the merge base cannot be read', async () => {
  const model = await questionModel(knowing);
  const files = filesOf(model);
  const loosened = filesOf(model, { from: 'min_pass_rate: 0.85', to: 'min_pass_rate: 0.65' });
  const { report } = await change({
    ...{ base: files, head: loosened, commits: { [TIP]: files }, checkedOut: HEAD },
    onGitHub: ({ commits, tags, truncated }) => {
      commits.push({ sha: TIP, message: 'tip', tree: 't', parents: [], branch: 'main' });
      tags.set(TIP, { sha: BASE, status: 'diverged', ahead: 1 });
      truncated.add(BASE);
    },
  });
  expect(verdictIn(report!)).toContain('GitHub lists only a part of them');
  expect(JSON.stringify(report!.rules_changed)).toContain('add_negation.min_pass_rate');
});

it('a Git LFS pointer is compared by its id, and the rows behind a changed one are unknown', async () => {
  const model = await questionModel(knowing);
  const files = filesOf(model);
  const pointer = (id: string) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${id.repeat(64)}\nsize 9\n`;
  const tracked = { ...files, [FILE]: pointer('a') };
  const left = { [FILE]: files[FILE]! };
  const same = await change({ base: tracked, head: tracked, left });
  expect([same.report!.outcome, same.report!.base_rules]).toEqual(['pass', undefined]);
  const other = await change({ base: { ...files, [FILE]: pointer('b') }, head: tracked, left });
  expect(verdictIn(other.report!)).toContain('lies in Git LFS');
  expect(other.comment).toMatch(/<h3>✅ ⚠️ /);
});

it('the report names the reason if a changed gate cannot be detected', async () => {
  const model = await questionModel(knowing);
  const files = filesOf(model);
  const cases: [reason: string, over: Partial<Change>][] = [
    [
      '`"evals"` is a submodule',
      {
        base: { [CONFIG_PATH]: files[CONFIG_PATH]! },
        onGitHub: ({ treeEntries }) =>
          treeEntries.set(BASE, [{ path: 'evals', mode: '160000', type: 'commit', sha: TIP }]),
      },
    ],
    ['GitHub lists only a part of them', { onGitHub: ({ truncated }) => truncated.add(BASE) }],
    [
      'The action could not read',
      {
        options: {
          forbid: (_method, path) =>
            path.includes('/contents/') ? failures.forbidden() : undefined,
        },
      },
    ],
  ];
  for (const [reason, over] of cases) {
    const { report, comment, outputs } = await change({ base: files, head: files, ...over });
    expect(outputs.outcome).toBe('pass');
    expect(verdictIn(report!)).toContain(reason);
    expect(comment).toMatch(/<h3>✅ ⚠️ /);
    expect(withoutTags(comment)).toContain(
      'Whether this pull request changes its gate is not known',
    );
  }
});

it('a key set to null is a changed rule', async () => {
  // Always wrong, with another letter under a "not", which passes without a key.
  const wrong = await questionModel(
    ({ right, negated }) =>
      LABELS.filter((label) => !right.includes(label)).at(negated ? 0 : -1) ?? 'A',
  );
  const base = filesOf(wrong);
  const head = filesOf(wrong, {
    from: 'limit: 100',
    to: 'limit: 100, columns: { answer: null, negated_answer: null }',
  });
  const { report } = await change({ base, head });
  expect(report!.rules_changed).toContainEqual({
    path: 'tests.sensitivity.add_negation.data.columns.answer',
    old: null,
    new: 'null',
  });
  expect(report!.base_rules).toBeDefined();
});

it('an input with an absolute path into the checkout hides no changed rules or rows', async () => {
  const model = await questionModel(deafIn(4));
  const base = filesOf(model);
  const newFolder = () => mkdtemp(path.join(tmpdir(), 'checkout-'));
  const [workspace, other] = [await newFolder(), await newFolder()];
  const rules = await change({
    base,
    head: filesOf(model, { from: 'min_pass_rate: 0.85', to: 'min_pass_rate: 0.65' }),
    workspace,
    inputs: { config: path.join(workspace, CONFIG_PATH) },
  });
  expect(verdictIn(rules.report!)).toBe('fail');
  const rows = await change({
    base,
    head: filesOf(model, { rows: QUESTIONS.filter((_, i) => i % 4 !== 0) }),
    workspace: other,
    inputs: { data: path.join(other, FILE) },
  });
  expect([rows.report!.outcome, verdictIn(rows.report!)]).toEqual(['pass', 'fail']);
});

it('a head whose hub cannot judge itself is judged by the rules of the base too', async () => {
  const model = await questionModel(deafIn(4));
  const base = filesOf(model);
  const head = {
    ...base,
    [CONFIG_PATH]: `model: { hub: http, name: ours, url: "${model.url}/ask", body: { q: "{prompt}" } }
data: { source: ${FILE}, limit: 100 }
tests: { sensitivity: { add_negation: { min_pass_rate: 0.65 } } }
`,
  };
  const { report, stdout } = await change({ base, head });
  expect(stdout).not.toContain('defect');
  expect(report!.base_rules).toBeDefined();
});
