/**
 * A pull request that changes its own gate is judged by the rules and rows of its base as well, and
 * both verdicts are shown.
 */
import path from 'node:path';
import type { Results } from '../../src/engine/results.ts';
import { failures } from '../support/github-server.ts';
import type { ModelServer } from '../support/model-server.ts';
import type { ActionRun } from '../support/run-action.ts';
import { CONFIG_PATH, gitHub, KEY, pullRequest, scenario } from '../support/scenario.ts';
import { newFolder, removeFolders } from '../support/shards.ts';
import { configOf, FILE, jsonl, knowing, questions, serving } from '../support/triplets.ts';

const BASE = 'c'.repeat(40);
const HEAD = 'b'.repeat(40);
const MERGE = 'd'.repeat(40);
const TIP = 'e'.repeat(40);

afterEach(removeFolders);

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
  [FILE]: jsonl(over.rows ?? questions),
});
const verdictIn = ({ base_rules }: Results) =>
  base_rules && ('error' in base_rules ? base_rules.error : base_rules.outcome);
const withoutTags = (page: string) => page.replace(/<[^>]+>/g, '').replaceAll('&quot;', '"');

it('a lower minimum: both verdicts, the key with its old and new value, in comment, summary, log, annotations and report', async () => {
  const model = await serving(({ sheet, right, plain }) =>
    sheet % 4 === 0 ? plain[0]! : right[0]!,
  );
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
  const told =
    'This pull request changes the gate: tests.sensitivity.add_negation.min_pass_rate 0.85 → 0.65. By the rules of main: fail (';
  for (const page of [comment, summary]) {
    expect(withoutTags(page)).toContain(told);
    expect(page).toMatch(/<h3>✅ ⚠️ /);
  }
  expect(stdout).toMatch(/^warning: This pull request changes the gate/m);
  expect(stdout).toMatch(/^::warning [^\n]*changes the gate/m);
});

it('nothing changes: not one request more, also where the base branch moved on', async () => {
  const model = await serving(knowing);
  const files = filesOf(model);
  await change({ base: files, head: files });
  const once = asked(model);
  expect(once).toBe(60);
  // Merged meanwhile: `base.sha` is older than the commit that the pull request was merged into for
  // this run.
  const moved = filesOf(model, { rows: questions.slice(0, 90) });
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

it('a higher minimum shares its answers: no more requests than the larger of the two plans', async () => {
  const model = await serving(knowing);
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

it('rows: changed, removed and added ones are counted, and judged on the rows of the base', async () => {
  const model = await serving(({ sheet, right, plain }) => (sheet < 40 ? plain[0]! : right[0]!));
  const easier = [
    ...questions.slice(40),
    ...questions
      .slice(0, 2)
      .map((row) => ({ ...row, negated_answer: row.answer, answer: row.answer })),
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

  const rekeyed = questions.map((row, i) =>
    i === 0 ? { ...row, answer: row.negated_answer, negated_answer: row.answer } : row,
  );
  const another = await change({ base: filesOf(model), head: filesOf(model, { rows: rekeyed }) });
  expect(another.report!.rows_changed).toEqual([
    { source: FILE, added: 0, removed: 0, changed: 1, common: 99 },
  ]);
});

it('added rows alone are a note; moved rows and other line ends are no change', async () => {
  const model = await serving(knowing);
  const added = await change({
    base: filesOf(model, { rows: questions.slice(0, 97) }),
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
  for (const text of [jsonl(questions.toReversed()), jsonl(questions).replaceAll('\n', '\r\n')]) {
    const { report } = await change({ base: files, head: { ...files, [FILE]: text } });
    expect([report!.rows_changed, report!.base_rules]).toEqual([undefined, undefined]);
  }
});

it('the base is the first parent of the merge commit, the tip of the base branch for a head, else what the event says', async () => {
  const model = await serving(knowing);
  const [head, other] = [filesOf(model), filesOf(model, { rows: questions.slice(0, 95) })];
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
      ...(checkedOut !== undefined && { checkedOut }),
      env: { GITHUB_SHA: MERGE },
      onGitHub: known,
    });
    expect({ checkedOut, added: report!.rows_changed?.[0]?.added }).toEqual({ checkedOut, added });
    expect(report!.warnings ?? []).toEqual([]);
  }
});

it('a head that is checked out from before its base became stricter is judged by the tip, and the move is said', async () => {
  const model = await serving(({ sheet, right, plain }) =>
    sheet % 4 === 0 ? plain[0]! : right[0]!,
  );
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

it('the changed rules are known even if the merge base cannot be read', async () => {
  const model = await serving(knowing);
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

it('Git LFS: the id of the pointer decides; the rows behind another one are not known', async () => {
  const model = await serving(knowing);
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

it('not known, with the reason: a submodule at another commit, a tree that GitHub lists in part, a base that cannot be read', async () => {
  const model = await serving(knowing);
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

it('in shards: each asks for both verdicts, no question twice, and the merge has those of one run', async () => {
  const model = await serving(({ sheet, right, plain }) =>
    sheet % 4 === 0 ? plain[0]! : right[0]!,
  );
  const [base, head] = [
    filesOf(model),
    filesOf(model, { from: 'min_pass_rate: 0.85', to: 'min_pass_rate: 0.65' }),
  ];
  const whole = await change({ base, head });
  const parts = await newFolder();
  model.requests.length = 0;
  for (const nth of ['1', '2']) {
    const inputs = { shard: `${nth}/2`, 'report-directory': path.join(parts, nth) };
    expect((await change({ base, head, inputs })).exitCode).toBe(0);
  }
  const sent = model.requests.map(({ body }) => JSON.stringify(body));
  expect(new Set(sent).size).toBe(sent.length);
  const merged = await change({ base, head, inputs: { merge: parts } });
  const shown = ({
    outcome,
    rules_changed,
    rows_changed,
    base_rules,
    warnings,
    report,
  }: Results) => ({
    ...{ outcome, rules_changed, rows_changed, warnings, report },
    base_rules: base_rules && 'report' in base_rules ? base_rules.report : base_rules,
  });
  expect(shown(merged.report!)).toEqual(shown(whole.report!));
  expect([merged.report!.outcome, verdictIn(merged.report!)]).toEqual(['pass', 'fail']);
});

it('in shards: rules of the base that ask another hub than the head have their verdict in the merge too', async () => {
  const model = await serving(knowing);
  // The base has no model of this hub there, so the head's own goes without a key.
  delete model.options.keys;
  const judge = `judge: { hub: openai, name: the-judge, base_url: "${model.url}/v1" }`;
  const base = filesOf(model, { from: 'method: triplet', to: `method: triplet, ${judge}` });
  const head = {
    ...base,
    [CONFIG_PATH]: `model: { hub: http, name: ours, url: "${model.url}/v1/chat/completions", body: { model: ours, messages: [{ role: user, content: "{prompt}" }] }, answer: /choices/0/message/content }
data: { source: ${FILE}, limit: 100 }
tests: { sensitivity: { add_negation: { min_pass_rate: 0.65 } } }
`,
  };
  const env = { OPENAI_API_KEY: KEY };
  const parts = await newFolder();
  for (const nth of ['1', '2'])
    await change({
      ...{ base, head, env },
      inputs: { shard: `${nth}/2`, 'report-directory': path.join(parts, nth) },
    });
  const merged = await change({ base, head, env, inputs: { merge: parts } });
  expect([merged.report!.outcome, verdictIn(merged.report!)]).toEqual(['pass', 'pass']);
});

it('what a red team found untold: a key set to null, inputs by absolute paths, a head whose hub cannot judge', async () => {
  // Wrong always, and another letter under a "not": without a key it would do.
  const wrong = await serving(
    ({ right, negated }) =>
      ['A', 'B', 'C', 'D'].filter((label) => !right.includes(label)).at(negated ? 0 : -1) ?? 'A',
  );
  const base = filesOf(wrong);
  const keyless = {
    ...base,
    [CONFIG_PATH]: base[CONFIG_PATH]!.replace(
      'limit: 100',
      'limit: 100, columns: { answer: null, negated_answer: null }',
    ),
  };
  const nulls = await change({ base, head: keyless });
  expect(nulls.report!.rules_changed).toContainEqual({
    path: 'tests.sensitivity.add_negation.data.columns.answer',
    old: null,
    new: 'null',
  });
  expect(nulls.report!.base_rules).toBeDefined();

  const partly = await serving(({ sheet, right, plain }) =>
    sheet % 4 === 0 ? plain[0]! : right[0]!,
  );
  const [failing, passing] = [
    filesOf(partly),
    filesOf(partly, { from: 'min_pass_rate: 0.85', to: 'min_pass_rate: 0.65' }),
  ];
  const workspace = await newFolder();
  const absolute = await change({
    base: failing,
    head: passing,
    workspace,
    inputs: { config: path.join(workspace, CONFIG_PATH) },
  });
  expect(verdictIn(absolute.report!)).toBe('fail');
  const easy = questions.filter((_, i) => i % 4 !== 0);
  const elsewhere = await newFolder();
  const rows = await change({
    base: failing,
    head: filesOf(partly, { rows: easy }),
    workspace: elsewhere,
    inputs: { data: path.join(elsewhere, FILE) },
  });
  expect([rows.report!.outcome, verdictIn(rows.report!)]).toEqual(['pass', 'fail']);

  const http = {
    ...failing,
    [CONFIG_PATH]: `model: { hub: http, name: ours, url: "${partly.url}/ask", body: { q: "{prompt}" } }\ndata: { source: ${FILE}, limit: 100 }\ntests: { sensitivity: { add_negation: { min_pass_rate: 0.65 } } }\n`,
  };
  const application = await change({ base: failing, head: http });
  expect(application.stdout).not.toContain('defect');
  expect(application.report!.base_rules).toBeDefined();
});
