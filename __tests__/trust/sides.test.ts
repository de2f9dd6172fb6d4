/** Each event has a commit that is judged, one that decides, and one to compare with. */
import { chmodSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Config } from '../../src/config/config.ts';
import { chooseSides } from '../../src/trust/ruling.ts';
import { CONFIG_PATH, modelServer, pullRequestOf } from '../support/gate.ts';
import {
  commit,
  git,
  temporaryFolder,
  type PullCommits,
  type Tree,
} from '../support/repository.ts';
import {
  eventAt,
  fork,
  gateConfig,
  gateFiles,
  rulingOn,
  PROMPT,
  PROMPT_PATH,
  QUESTIONS,
  ROWS_PATH,
  rows,
  rowsRead,
  target,
  type Story,
} from './support.ts';

const WEAK: Tree = { [CONFIG_PATH]: gateConfig().replace('0.8', '0.1') };
const NEW_PROMPT: Tree = { [PROMPT_PATH]: `Be kind.\n${PROMPT}` };
/** One of two tests compares. */
const COMPARED: Tree = {
  [CONFIG_PATH]: gateConfig({ test: ', compare: base }\n    add_negation: { compare: off' }),
};

it.each([
  { kind: 'change', ref: 'head', judge: 'head', preview: 'base', compared: 'base' },
  { kind: 'queue', ref: 'base', judge: 'base', compared: 'base' },
  { kind: 'version', ref: 'default', judge: 'base', compared: 'earlier' },
])('$kind by the rules of $ref: $judge judges', ({ kind, ref, ...parts }) => {
  const sides = { head: 'head', base: 'base', earlier: 'earlier' };
  expect(chooseSides({ ...sides, kind, ref } as never)).toEqual({ ...parts, origin: 'base' });
});

const minimumOf = ({ tests }: Config) => tests[0]?.setup.min_pass_rate;

it('the subject is the head, rules and rows are those of the base, which is named', async () => {
  const found = await rulingOn({ head: NEW_PROMPT, checkout: ({ merge }) => merge });
  const { commits, config, base, changes } = found;
  expect(config.subject.texts.prompt?.text).toContain('Be kind.');
  expect(base).toMatchObject({ name: 'main', commit: commits.base });
  expect(base?.config.subject.texts.prompt?.text).not.toContain('Be kind.');
  expect(found).toMatchObject({ commit: commits.head, ref: 'base', told: '' });
  expect(found.preview).toBeUndefined();
  expect(changes.subject.map(({ path: name }) => name)).toEqual([expect.stringMatching(/prompt/)]);
});

it('config-ref: head lets the head decide, and the base stands beside', async () => {
  const head = { ...WEAK, [ROWS_PATH]: rows(QUESTIONS.slice(1)) };
  const found = await rulingOn({ head, configRef: 'head' });
  const { ref, config, preview } = found;
  expect([ref, minimumOf(config), preview && minimumOf(preview.config)]).toEqual([
    'head',
    0.1,
    0.8,
  ]);
  expect([await rowsRead(found), preview && (await rowsRead(preview))]).toEqual([5, 6]);
});

it.each([ROWS_PATH, 'evals/more.jsonl'])(
  'a column of the second test is a change of its rows: %s',
  async (source) => {
    const refusal = `answers: {}
    refusal: { data: { source: ${source}, columns: { should: verdict } } }`;
    const written = (verdict: string) => rows(QUESTIONS.map((row) => ({ ...row, verdict })));
    const { changes } = await rulingOn({
      base: gateFiles({
        [CONFIG_PATH]: gateConfig().replace('answers: { min_pass_rate: 0.8 }', refusal),
        [source]: written('answer'),
      }),
      head: { [source]: written('refuse') },
    });
    expect(changes.rows).toMatchObject([{ source, added: [], removed: [] }]);
    expect(changes.rows[0]?.changed).toHaveLength(6);
  },
);

it('config-ref: head can correct a base that cannot be read', async () => {
  const base = gateFiles({ [CONFIG_PATH]: 'model: [' });
  const head = { [CONFIG_PATH]: gateConfig() };
  const { ref, warnings } = await rulingOn({ base, head, configRef: 'head' });
  expect([ref, warnings.length]).toEqual(['head', 1]);
});

it.each<{ what: string; where: string; story: Story }>([
  {
    what: 'leaves for another dialect',
    where: CONFIG_PATH,
    story: {
      head: {
        [CONFIG_PATH]: `data: { data_source: ${ROWS_PATH} }
tests: { sensitivity: { negation: { min_pass_rate: 0.8 } } }
`,
      },
      overrides: { hub: 'openai', model: 'm' },
    },
  },
  {
    what: 'shows a column that only its own rules fill',
    where: `${CONFIG_PATH}:5:3`,
    story: {
      head: {
        [CONFIG_PATH]: gateConfig().replace(
          `source: ${ROWS_PATH}`,
          `source: ${ROWS_PATH}, columns: { fill: [help] }`,
        ),
        [PROMPT_PATH]: `{help} ${PROMPT}`,
        [ROWS_PATH]: rows(QUESTIONS.map((row) => ({ ...row, help: 'x' }))),
      },
    },
  },
])(
  'config-ref: head judges a head that $what, without the base beside',
  async ({ where, story }) => {
    const { ref, preview, warnings } = await rulingOn({ ...story, configRef: 'head' });
    expect([ref, preview]).toEqual(['head', undefined]);
    expect(warnings).toHaveLength(1);
    await expect(rulingOn(story)).rejects.toMatchObject({ name: 'ConfigError', where });
  },
);

/** Adds a commit to main after the branch was made. */
const movedOn =
  (changes: Tree): Story['then'] =>
  (origin) => {
    git(origin, 'checkout', '--quiet', 'main');
    commit(origin, changes, 'main goes on');
  };

it('an old branch at its head is judged by the tip of the base, and reports its own changes', async () => {
  const { config, changes, preview } = await rulingOn({
    base: gateFiles(WEAK),
    head: NEW_PROMPT,
    then: movedOn({ [CONFIG_PATH]: gateConfig() }),
    checkout: ({ head }) => head,
  });
  expect(minimumOf(config)).toBe(0.8);
  expect([changes.rules, changes.rows, preview]).toEqual([[], [], undefined]);
  expect(changes.subject).toHaveLength(1);
});

it.each([
  { at: 'its head', count: 1, checkout: ({ head }: PullCommits) => head },
  { at: 'the merge', count: 0, checkout: ({ merge }: PullCommits) => merge },
])(
  'a branch that lacks the prompt of main, at $at: warnings: $count',
  async ({ count, checkout }) => {
    const { warnings, changes } = await rulingOn({
      head: { 'README.md': 'x' },
      then: movedOn(NEW_PROMPT),
      checkout,
    });
    expect([warnings.length, changes.subject.length]).toEqual([count, count]);
  },
);

it('without a merge base, changes are counted from the base, and the report says so', async () => {
  const { changes, notices } = await rulingOn({
    base: gateFiles(WEAK),
    then: movedOn({ [CONFIG_PATH]: gateConfig() }),
    checkout: ({ head }) => head,
    mergeBase: () => '0'.repeat(39) + '1',
  });
  expect([changes.rules.length, notices.length]).toEqual([1, 1]);
});

it.each([
  { token: 'ghs_trust', sent: `basic ${btoa('x-access-token:ghs_trust')}` },
  { token: '', sent: undefined },
])('a server of git gets the token $token, and its error names it', async ({ token, sent }) => {
  const { url, requests } = await modelServer();
  const withLogin = `${url.replace('//', '//me:pw@')}/octo-org/app`;
  await expect(
    rulingOn({ checkout: ({ head }) => head, url: withLogin, token }),
  ).rejects.toMatchObject({
    name: 'GitError',
    where: `${url}/octo-org/app`,
    message: expect.not.stringContaining('pw'),
  });
  expect(requests[0]?.headers.authorization).toBe(sent);
});

it('a merge commit of the author is not the merge of GitHub', async () => {
  let forged = '';
  const { config } = await rulingOn({
    then(origin, { base }) {
      git(origin, 'checkout', '--quiet', '-B', 'change', base);
      const weak = commit(origin, WEAK, 'weak');
      const parents = ['-p', weak, '-p', base];
      forged = git(origin, 'commit-tree', `${weak}^{tree}`, ...parents, '-m', 'x');
      git(origin, 'branch', 'forged', forged);
    },
    checkout: () => forged,
    event: (commits) => ({
      ...pullRequestOf({ ...commits, head: forged }),
      env: { GITHUB_SHA: forged },
    }),
  });
  expect(minimumOf(config)).toBe(0.8);
});

it('pull_request_target judges the named head, which is read and never checked out', async () => {
  const {
    config,
    commits,
    commit: sha,
    preview,
  } = await rulingOn({
    event: target,
    checkout: ({ base }) => base,
    head: { ...NEW_PROMPT, ...WEAK },
  });
  expect(config.subject.texts.prompt?.text).toContain('Be kind.');
  expect([preview, sha]).toEqual([undefined, commits.head]);
});

it('a fork counts with name, prompts, variables and sampling, and has no preview', async () => {
  const more =
    'name: other\n  parameters: { temperature: 0.1, max_tokens: 9 }\n  variables: { a: b }';
  const head = {
    ...NEW_PROMPT,
    [CONFIG_PATH]: gateConfig().replace('name: desk-model', more).replace('0.8', '0.1'),
  };
  const { config, preview, warnings } = await rulingOn({ event: fork, head });
  expect(config.subject.model).toMatchObject({ name: 'other', parameters: { max_tokens: 9 } });
  expect([minimumOf(config), preview, warnings]).toEqual([0.8, undefined, []]);
});

it('a merge group is judged by its base_sha, without a preview', async () => {
  const { base, config, preview, commits } = await rulingOn({
    event: ({ base: sha, merge }) =>
      eventAt('merge_group', 'refs/heads/gh-readonly-queue/main/x', merge, {
        merge_group: { head_sha: merge, base_sha: sha, base_ref: 'refs/heads/main' },
      }),
    head: WEAK,
  });
  expect(base).toMatchObject({ name: 'main', commit: commits.base });
  expect([minimumOf(config), preview]).toEqual([0.8, undefined]);
});

it.each([
  { configRef: 'base', minimum: 0.8, whose: 'default' },
  { configRef: 'head', minimum: 0.1, whose: 'head' },
] as const)(
  'config-ref $configRef: a base branch without a configuration has the default branch as its base',
  async ({ configRef, minimum, whose }) => {
    const { config, ref, base, warnings } = await rulingOn({
      then(origin, { base: sha }) {
        git(origin, 'branch', 'ba`re', sha);
        git(origin, 'checkout', '--quiet', 'ba`re');
        commit(origin, { [CONFIG_PATH]: null }, 'bare');
      },
      head: WEAK,
      configRef,
      checkout: ({ head }) => head,
      event: (commits) =>
        pullRequestOf(commits, {
          base: { ref: 'ba`re', sha: commits.base, repo: { full_name: 'octo-org/octo-repo' } },
        }),
    });
    expect([minimumOf(config), ref, base?.name]).toEqual([minimum, whose, 'main']);
    expect(warnings.join()).toContain('ba\\u0060re');
  },
);

it.each(['push', 'workflow_dispatch', 'schedule'])(
  'the default branch is judged by its own rules on %s',
  async (name) => {
    const told = await rulingOn({
      event: ({ base, merge }) => eventAt(name, 'refs/heads/main', merge, { before: base }),
      head: WEAK,
    });
    const isPush = name === 'push';
    expect([told.ref, minimumOf(told.config), told.told]).toEqual(['head', 0.1, '']);
    expect(told.base?.commit).toBe(isPush ? told.commits.base : undefined);
    expect(told.changes.rules).toHaveLength(isPush ? 1 : 0);
  },
);

it.each(['push', 'workflow_dispatch'])(
  'on %s another branch is judged by the default branch, and compared with it',
  async (name) => {
    const { ref, config, base, commits, preview } = await rulingOn({
      event: ({ head, merge }) => eventAt(name, 'refs/heads/change', merge, { before: head }),
      head: WEAK,
    });
    expect([ref, minimumOf(config), base?.commit]).toEqual(['default', 0.8, commits.base]);
    expect(preview).toBeUndefined();
  },
);

it.each(['main', 'change'])('on %s, a comparison that cannot be had is a warning', async (name) => {
  const { base, warnings } = await rulingOn({
    event: (commits) =>
      eventAt('push', `refs/heads/${name}`, commits.merge, { before: commits.base }),
    base: { a: 'x' },
    head: gateFiles(COMPARED),
  });
  expect([base, warnings.length]).toEqual([undefined, 1]);
});

/** A head with another model. */
const otherModel: Tree = { [CONFIG_PATH]: gateConfig().replace('desk-model', 'own-model') };

const tagged = ({ merge }: PullCommits) => eventAt('push', 'refs/tags/v2', merge);

const pushTo =
  (branch: string): Story['event'] =>
  ({ base, merge }) =>
    eventAt('push', `refs/heads/${branch}`, merge, { before: base });

it.each<{ where: string; story: Story; selfName: string }>([
  { where: 'on another branch', story: { event: pushTo('change') }, selfName: 'desk-model' },
  { where: 'on a tag', story: { event: tagged }, selfName: 'desk-model' },
  // The old model may be retired.
  { where: 'by `config-ref: head`', story: { configRef: 'head' }, selfName: 'own-model' },
  { where: 'on the default branch', story: { event: pushTo('main') }, selfName: 'own-model' },
])('`judge: self` means the $selfName $where', async ({ story, selfName }) => {
  const { self, config } = await rulingOn({ ...story, head: otherModel });
  expect([self.name, config.subject.model.name]).toEqual([selfName, 'own-model']);
});

it('a tag is compared with the release before, and its other rules are listed', async () => {
  const { ref, base, changes, commits } = await rulingOn({
    event: tagged,
    base: gateFiles(COMPARED),
    head: WEAK,
    release: ({ base: sha }) => ({ name: 'release v1', commit: sha }),
  });
  expect([ref, base?.name, base?.commit]).toEqual(['default', 'release v1', commits.base]);
  expect(changes.rules.length).toBeGreaterThan(0);
});

it('the first tag is compared with nothing, which is said', async () => {
  const { base, notices } = await rulingOn({ event: tagged, base: gateFiles(COMPARED) });
  expect([base, notices.length]).toEqual([undefined, 1]);
});

it.each(['push', 'release', 'deployment'])('on %s, a tag without a gate fails', async (name) => {
  const ref = name === 'deployment' ? '' : 'refs/tags/v`2';
  const release = { tag_name: 'v`2' };
  const event = ({ merge }: PullCommits) => eventAt(name, ref, merge, { release });
  await expect(rulingOn({ event, head: { [CONFIG_PATH]: null } })).rejects.toThrow(
    /no configuration in \W*(?:the|v\\u00602)/,
  );
});

describe('a checkout below a path', () => {
  it('finds files from its own repository, and the rules of the base there', async () => {
    const { config, changes } = await rulingOn({ folder: 'app', head: WEAK });
    expect([config.path, minimumOf(config)]).toEqual([CONFIG_PATH, 0.8]);
    expect(changes.rules).toHaveLength(1);
  });

  it('finds rows of the job at the workspace', async () => {
    const told = await rulingOn({
      folder: 'app',
      left: { 'app/out.jsonl': rows(QUESTIONS.slice(2)) },
      overrides: { data: 'app/out.jsonl' },
    });
    expect(await rowsRead(told)).toBe(4);
  });

  it.each(['app/', './app/', 'x/../app//'])('reads tracked rows of the base: %s', async (way) => {
    const head = { [ROWS_PATH]: rows(QUESTIONS.slice(3)) };
    const overrides = { data: way + ROWS_PATH };
    expect(await rowsRead(await rulingOn({ folder: 'app', head, overrides }))).toBe(6);
  });

  it('must be there', async () => {
    await expect(rulingOn({ folder: 'app', config: CONFIG_PATH })).rejects.toThrow(/repository/);
  });
});

it('rows that the job wrote may be read where neither side tracks them', async () => {
  const left = { 'out/rows.jsonl': rows(QUESTIONS.slice(1)) };
  const overrides = { data: 'out/rows.jsonl' };
  expect(await rowsRead(await rulingOn({ left, overrides }))).toBe(5);
});

it('hundreds of files take few processes of git', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, i) => [
      `evals/${i}.jsonl`,
      `{"text":"Row ${i}?","answer":"x"}\n`,
    ]),
  );
  const base = gateFiles({
    ...files,
    [CONFIG_PATH]: gateConfig().replace(ROWS_PATH, 'evals/*.jsonl'),
  });
  const script = `#!/bin/sh\necho >> "$0.log"\nPATH='${process.env.PATH}' exec git "$@"\n`;
  const programs = temporaryFolder({ git: script });
  chmodSync(path.join(programs, 'git'), 0o755);
  const told = await rulingOn({ base, checkout: ({ head }) => head, programs });
  expect(await rowsRead(told)).toBe(306);
  // One line for each process.
  expect(readFileSync(path.join(programs, 'git.log')).length).toBeLessThan(50);
});

it('a submodule around the configuration is an entry of the repository, and no repository', async () => {
  const { config } = await rulingOn({
    then: (origin) => mkdirSync(path.join(origin, '.github/.git')),
  });
  expect(minimumOf(config)).toBe(0.8);
});

const HELP = 'help/returns.md';
const drafted = (i: number, quote: string, source = `${HELP}:1-3`) => {
  return { text: `Question ${i}?`, answer: 'a', quote, source };
};
const DRAFTED = rows([
  drafted(1, 'Returns are free for 30 days.'),
  drafted(2, 'Parcels leave on Mondays.'),
  drafted(3, 'Returns are free.', 'A customer'),
]);
const TEXT = 'Returns are free\nfor 30 days.\n\nParcels leave on Mondays.\n';

it.each<{ what: string; head: Tree; stale: string[] }>([
  { what: 'another value', head: { [HELP]: TEXT.replace('30', '14') }, stale: [':1'] },
  { what: 'a longer document', head: { [HELP]: `# New\n\n${TEXT}` }, stale: [] },
  { what: 'another line break', head: { [HELP]: TEXT.replace('on ', 'on\n') }, stale: [] },
  { what: 'no document any more', head: { [HELP]: null }, stale: [':1', ':2'] },
  { what: "the head's rows, which do not decide", head: { [ROWS_PATH]: rows() }, stale: [] },
])('drafted rows are stale by the documents of the head: $what', async ({ head, stale }) => {
  const base = gateFiles({ [ROWS_PATH]: DRAFTED, [HELP]: TEXT });
  const { notices } = await rulingOn({ base, head });
  const told = notices.filter((notice) => notice.includes(`"${HELP}"`)).join();
  expect(told.match(/:\d+/g) ?? []).toEqual(stale);
});
