import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MARKDOWN } from '../report/elements.ts';
import { count, parseMarkup } from '../report/markup.ts';
import { readPage, strangeOn } from '../report/page.ts';
import { spellingsOf } from '../../src/secrets.ts';
import { asGitHub, INERT } from '../support/gfm.ts';
import { HOSTILE } from '../support/hostile-corpus.ts';
import { runCli, type ActionRun, type Finished } from '../support/run-action.ts';
import { one, some } from '../support/runs.ts';
import {
  CONFIG_PATH,
  MODEL_KEY,
  TOKEN,
  gitHub,
  modelServer,
  scenario,
} from '../support/scenario.ts';
import { workflowCommands, type WorkflowCommand } from '../support/workflow-commands.ts';

/**
 * Hostile text of models, data, options, file names and configurations stays text in every output.
 * Each commit draws a part of the corpus; THOROUGH=1 takes all of it.
 */

interface Trick {
  text: string;
  /** Finds the text again in an output that changed it. */
  mark: string;
}

const ALL: readonly Trick[] = HOSTILE.map((text, index) => ({ text, mark: `zq${index}x` }));
const TRICKS = some(ALL, 5);
const SHORT = TRICKS.filter(({ text }) => text.length <= 200);
const MARK = /zq\d+x/;

const trickIn = (text: string): Trick | undefined =>
  TRICKS.find(({ mark }) => mark === MARK.exec(text)?.[0]);
const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
    all.slice(i * size, (i + 1) * size),
  );
/** In JSON, and so in YAML, with every character that is not plain spelt out. */
const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007F-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const RUN = 'https://github.com/octo-org/octo-repo/actions/runs/42';
const ELEMENTS = {
  markdown: [...MARKDOWN, 'a'],
  junit: [
    'testsuites',
    'testsuite',
    'properties',
    'property',
    'testcase',
    'failure',
    'error',
    'skipped',
  ],
};
const OUTPUTS = ['comment-url', 'outcome', 'pass-rates', 'passed', 'report-json', 'requests'];
const UNSEEN =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B-\u200F\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;

interface Published extends Finished {
  comment: string;
  page: string;
  junit: string;
  /** What the runner would act on, the masks aside. */
  commands: WorkflowCommand[];
}

/** Runs the action and holds everything that it published to what holds for any text at all. */
async function publish(
  run: ActionRun & { model?: Awaited<ReturnType<typeof modelServer>> },
): Promise<Published> {
  const github = await gitHub();
  const directory = await mkdtemp(path.join(tmpdir(), 'sensitivity-hostile-'));
  try {
    const finished = await scenario({
      ...run,
      github,
      inputs: { 'report-directory': directory, ...run.inputs },
    });
    const read = (name: string): Promise<string> => readFile(path.join(directory, name), 'utf8');
    const [page, junit] = [await read('report.html'), await read('report.xml')];
    expect(github.comments).toHaveLength(1);
    const comment = github.comments[0]!.body!;
    const all = workflowCommands(finished.stdout, finished.stderr).filter(
      ({ name }) => !['group', 'endgroup'].includes(name),
    );
    const commands = all.filter(
      ({ name, data }) => name !== 'add-mask' || !spellingsOf([MODEL_KEY, TOKEN]).includes(data),
    );
    const published = { ...finished, comment, page, junit, commands };
    expectHarmless(published);
    return published;
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

function expectHarmless({
  stdout,
  stderr,
  outputs,
  summary,
  comment,
  page,
  junit,
  commands,
}: Published): void {
  for (const [markdown, comments] of [
    [summary, []],
    [comment, [expect.stringMatching(/^ sensitivity-action:[0-9a-f]{16} $/)]],
  ] as const) {
    const { elements, text: _text, ...rest } = asGitHub(markdown);
    const [marker = [], ...subjects] = rest.comments.map((one) => [one]);
    expect(subjects.flat().filter((one) => !SUBJECTS.test(one))).toEqual([]);
    expect({ ...rest, comments: marker }).toEqual({
      ...INERT,
      blocks: [],
      comments,
      links: [RUN],
    });
    expect(elements.filter(({ name }) => !ELEMENTS.markdown.includes(name))).toEqual([]);
    expect(
      elements
        .flatMap(({ attributes }) => Object.keys(attributes))
        .filter((name) => !['align', 'colspan', 'href', 'open'].includes(name)),
    ).toEqual([]);
    expectWellFormed(
      markdown.replace(
        /^<!-- sensitivity-action:[0-9a-f]{16} -->(?:<!-- sensitivity-subjects: [0-9a-f]{12}[+-] -->)?\n/,
        '',
      ),
      ELEMENTS.markdown,
    );
  }
  expect(strangeOn(page)).toEqual([]);
  expectWellFormed(
    junit.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, ''),
    ELEMENTS.junit,
  );
  expect(junit).toMatch(/^[\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]*$/u);
  // Data may hold tabs, which HTML shows as a space.
  for (const shown of [summary, comment, page])
    expect(UNSEEN.exec(shown.replaceAll('\t', ''))).toBeNull();
  expect(UNSEEN.exec(stdout)).toBeNull();
  expect(stderr).toBe('');
  expect(Object.keys(outputs).sort()).toEqual(OUTPUTS);
  expect(
    commands.filter(({ name, legacy }) => legacy || !['error', 'warning', 'notice'].includes(name)),
  ).toEqual([]);
}

const SUBJECTS = /^ sensitivity-subjects: [0-9a-f]{12}[+-] $/;

function expectWellFormed(source: string, elements: readonly string[]): void {
  const names = parseMarkup(source).elements.map(({ name }) => name);
  expect(names.filter((name) => !elements.includes(name))).toEqual([]);
}

const rowsIn = (source: string): number =>
  count(parseMarkup(source.replace(/^(?:<!--[^>]*-->)+\n/, '')), 'tr');

/** The configuration of every run here, as JSON, which is YAML too. */
function configuration(url: string, over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    model: { hub: 'openai', name: 'scenario-model', base_url: `${url}/v1`, retries: 0 },
    data: { source: 'evals/rows.jsonl' },
    tests: { sensitivity: { add_negation: { method: 'pair' } } },
    ...over,
  };
}

const rowOf = ({ text, mark }: Trick) => ({
  text: `${text}\nThe sky ${mark} is blue.`,
  options: `${text} ${mark}`,
});
const answerOf = ({ text, mark }: Trick): string => `${text}\n${mark}`;
const jsonl = (rows: readonly unknown[]): string => rows.map(json).join('\n');

describe.each(inBatches(TRICKS, 40).map((tricks, index) => ({ from: 40 * index, tricks })))(
  'hostile texts from number $from',
  ({ from, tricks }) => {
    it('stay text as answers, rows and options', async () => {
      const model = await modelServer({ answer: (prompt) => answerOf(trickIn(prompt)!) });
      const files = {
        [CONFIG_PATH]: json(configuration(model.url)),
        'evals/rows.jsonl': jsonl(tricks.map(rowOf)),
      };
      const { report, summary, comment, page, junit, stdout, commands } = await publish({
        files,
        env: { RUNNER_DEBUG: from % 80 === 0 ? '1' : '' },
      });

      // Answered alike with and without the negation, so that every row fails, and is shown.
      const all = tricks.length;
      expect(
        report!.results.map(({ original, options, expected_result, actual_result, pass }) => ({
          original,
          options,
          expected_result,
          actual_result,
          pass,
        })),
      ).toEqual(
        tricks.map((trick) => {
          const [answer, row] = [answerOf(trick).toWellFormed(), rowOf(trick)];
          return {
            original: row.text.toWellFormed(),
            options: row.options.toWellFormed(),
            expected_result: answer,
            actual_result: answer,
            pass: false,
          };
        }),
      );
      expect(rowsIn(summary)).toBe(2 + 1 + 3 * all);
      expect(readPage(page).rows).toHaveLength(all);
      expect(count(parseMarkup(junit.slice(junit.indexOf('\n') + 1)), 'testcase')).toBe(1 + all);
      const listed = comment.split('colspan').length - 1;
      // Three rows that explain, under a head of their own, and as many others as there is room
      // for: beside the longest texts, maybe none.
      expect(rowsIn(comment)).toBe(2 + 4 + (listed > 0 ? 1 : 0) + 3 * listed);
      if (tricks.every((trick) => SHORT.includes(trick))) expect(listed).toBeGreaterThan(0);

      expect(stdout).not.toMatch(MARK);
      const marked = commands.filter(({ properties }) =>
        properties.title?.endsWith('this row failed'),
      );
      expect(marked.length).toBeGreaterThan(0);
      for (const { data } of marked)
        expect(data).toBe('One row in which it kept its answer in spite of the "not".');
      expect(commands.filter(({ name }) => name === 'error')).toEqual([
        {
          name: 'error',
          legacy: false,
          properties: { title: 'reads negation: fail', file: CONFIG_PATH, line: '1' },
          data: expect.stringMatching(
            `^It changed its answer for the "not" in 0 of ${all} rows \\(0%\\); `,
          ),
        },
        {
          name: 'error',
          legacy: false,
          properties: {},
          data: expect.stringMatching(`^fail: The model [^]* in 0 of ${all} rows \\(0%\\); `),
        },
      ]);
    });
  },
);

it.each(inBatches(SHORT, 160).map((tricks) => [tricks[0]!.mark, tricks] as const))(
  'hostile error messages of an endpoint stay text, from %s on',
  async (_from, tricks) => {
    const model = await modelServer({
      fail: ({ body }) => {
        const trick = / not /.test(JSON.stringify(body))
          ? trickIn(JSON.stringify(body))
          : undefined;
        return (
          trick && {
            status: 400,
            body: {
              error: {
                message: answerOf(trick),
                code: trick.text,
                type: trick.text,
                param: trick.text,
              },
            },
          }
        );
      },
    });
    const rows = tricks.map(({ mark }) => `The sky ${mark} is blue.`);
    const files = {
      [CONFIG_PATH]: json(configuration(model.url)),
      'evals/rows.jsonl': jsonl(rows),
    };
    const { report, summary, stdout } = await publish({ files, env: { RUNNER_DEBUG: '1' } });
    expect(
      report!.results.filter(({ error }) => error && MARK.test(error.message)).length,
    ).toBeGreaterThan(tricks.length / 2);
    expect(summary).toMatch(MARK);
    expect(stdout).toContain('in error (bad_request)');
    expect(stdout).not.toMatch(MARK);
  },
);

describe('hostile file names', () => {
  /** As near to the text as the file system takes it. */
  const fileOf = ({ text, mark }: Trick): string => {
    const name = text.toWellFormed().replaceAll('\0', '').replaceAll('/', '\u2215');
    return `${Buffer.from(name).subarray(0, 200).toString().replaceAll('\uFFFD', '')} ${mark}.jsonl`;
  };

  // A glob's star stands for no leading dot.
  it.each(
    inBatches(
      TRICKS.filter(({ text }) => !text.startsWith('.')),
      160,
    ).map((tricks) => [tricks[0]!.mark, tricks] as const),
  )('stay text as the sources of rows, from %s on', async (_from, tricks) => {
    const model = await modelServer({ answer: () => 'Yes.' });
    const config = json(configuration(model.url, { data: { source: '*.jsonl' } }));
    const names = Object.fromEntries(
      tricks.map((trick) => [fileOf(trick), json(`The sky ${trick.mark} is blue.`)]),
    );
    const { report, summary, page } = await publish({ files: { [CONFIG_PATH]: config, ...names } });
    expect(report!.results).toHaveLength(tricks.length);
    expect(report!.results.map(({ source }) => MARK.exec(source)![0]).sort()).toEqual(
      tricks.map(({ mark }) => mark).sort(),
    );
    expect(rowsIn(summary)).toBe(2 + 1 + 3 * tricks.length);
    expect(readPage(page).rows).toHaveLength(tricks.length);
  });

  const named = [
    '::error file=README.md,line=1::pwned',
    '##[error]pwned',
    'a\r::error::b',
    '\u001B[2J\u001B[H',
    'pay \u202Egnp.exe',
    '\u200B::error::b',
    'EOF\noutcome=pass',
  ];
  it.each(some(named).map((text) => [text]))(
    'stay text as the place of an error: %j',
    async (text) => {
      const trick = ALL.find((one) => one.text === text)!;
      const config = json(configuration('http://127.0.0.1:9', { data: { source: '*.jsonl' } }));
      const { report, commands, stdout } = await publish({
        files: { [CONFIG_PATH]: config, [fileOf(trick)]: `{"text": "my data zq0x` },
      });
      expect(report!.problem!.where).toContain(trick.mark);
      expect(stdout).toContain(trick.mark);
      expect(stdout).not.toContain('my data');
      expect(commands.map(({ name, properties: { title } }) => [name, title])).toEqual([
        ['error', 'DataError'],
        // These rules were never merged.
        ['notice', 'Sensitivity tests'],
        ['error', undefined],
      ]);
    },
  );
});

describe('a hostile configuration', () => {
  it.each(
    one([
      '::error::a ##[error]b, @octocat #1 <b>|`\u001B[2J\u202E.yml',
      '::error::a\r::error::b %0A.yml',
      '`| <img src=x> |`.yml',
    ]),
  )('keeps its path as text: %j', async (file) => {
    const model = await modelServer({ answer: () => 'Yes.' });
    const { report, commands } = await publish({
      files: { [file]: json(configuration(model.url)), 'evals/rows.jsonl': '"The sky is blue."' },
      inputs: { config: file },
    });
    expect(report!.config.path).toBe(file.trim());
    expect(commands.map(({ name, properties: { title } }) => [name, title])).toEqual([
      ['error', 'reads negation: fail'],
      ['warning', 'reads negation: this row failed'],
      // These rules were never merged.
      ['notice', 'Sensitivity tests'],
      ['error', undefined],
    ]);
    const missing = await publish({ inputs: { config: `no ${file}` } });
    expect(missing.report!.problem!.name).toBe('ConfigError');
    expect(missing.commands).toHaveLength(2);
  });

  // An error lists 50 mistakes at most.
  it.each(inBatches(SHORT, 50).map((tricks) => [tricks[0]!.mark, tricks] as const))(
    'keeps unknown keys as text, from %s on',
    async (_from, tricks) => {
      const keys = Object.fromEntries(tricks.map(({ text, mark }) => [`${mark} ${text}`, 1]));
      const { report, commands, stdout } = await publish({
        files: { [CONFIG_PATH]: json({ ...configuration('http://127.0.0.1:9'), ...keys }) },
      });
      expect(report!.problem!.name).toBe('ConfigError');
      for (const { mark } of tricks) expect(stdout).toContain(mark);
      expect(commands.map(({ name, properties: { title } }) => [name, title])).toEqual([
        ['error', 'ConfigError'],
        ['error', undefined],
      ]);
    },
  );
});

describe('a terminal', () => {
  const env = { OPENAI_API_KEY: MODEL_KEY };

  it('prints errors without control characters', async () => {
    const keys = Object.fromEntries(SHORT.map(({ text, mark }) => [`${mark} ${text}`, 1]));
    const run = await runCli(['run'], {
      files: { [CONFIG_PATH]: json({ ...configuration('http://127.0.0.1:9'), ...keys }) },
      env,
    });
    const plan = await runCli(['check', '--offline'], {
      files: { [CONFIG_PATH]: json({ ...configuration('http://127.0.0.1:9'), ...keys }) },
      env,
    });
    const argument = await runCli(['\u001B[2J\r::error::x\u202E'], { env });
    for (const { exitCode, stdout, stderr } of [run, plan, argument]) {
      expect(exitCode).toBe(2);
      expect(UNSEEN.exec(stdout + stderr)).toBeNull();
      expect(workflowCommands(stdout, stderr)).toEqual([]);
    }
  });
});
