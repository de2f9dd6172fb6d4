import { runCli } from '../support/run-action.ts';
import { CONFIG_PATH } from '../support/scenario.ts';
import {
  configOf,
  deaf,
  FILE,
  jsonl,
  LABELS,
  QUESTIONS,
  runTriplet,
  type Way,
  type Written,
} from '../support/triplets.ts';

/** The text of a run's first `::error`. */
const annotationOf = (stdout: string) => /^::error (.*)$/m.exec(stdout)?.[1] ?? '';

describe('the annotation of a failed test', () => {
  it('has the figures, and what to do', async () => {
    const marked = async (way: Way) => annotationOf((await runTriplet(way)).stdout);
    expect(await marked(deaf)).toMatch(
      /^title=reads negation%3A fail,file=\.github\/sensitivity\.yml,line=8::It read the "not" in 0 of 5 questions \(0%25\); 85%25 are needed\. Clear after 5 of 100 rows\.%0A5 asked → 5 known → 5 steady → 0 read the "not"\.%0ALook at the failing rows: .+$/,
    );
    expect(await marked(({ right }) => LABELS.find((label) => !right.includes(label))!)).toContain(
      'It knows the answer to none of',
    );
    const unread = annotationOf(
      (await runTriplet(() => 'Towns come, towns go.', { evaluation: ', judge: off' })).stdout,
    );
    expect(unread).toContain('11 rows in error: its answers cannot be read.');
    expect(unread).toContain(
      'Ask for the letter alone, or for True or False only, in `model.prompt`, or name a `judge` that reads them.',
    );
    for (const said of [await marked(deaf), unread])
      expect(said).not.toMatch(/passed|without a score/);
  });
});

it('unreadable answers end a run early, with their cause and one remedy', async () => {
  const { outputs, report, requests, summary, stdout } = await runTriplet(
    () => 'Towns come, towns go, and maps grow old.',
    {
      evaluation: ', judge: off',
    },
  );
  expect(outputs.outcome).toBe('error');
  expect(requests).toBeLessThanOrEqual(36);
  expect(report!.report[0]).toMatchObject({
    undecided_count: 89,
    error_count: 11,
    pass_rate: null,
  });
  for (const page of [summary, stdout]) {
    expect(page).toContain('An answer could not be read in 11 rows: ask for the letter alone');
    expect(page).not.toContain('mend what');
  }
});

describe('plan', () => {
  const planned = async (over: Partial<Written> = {}, rows: readonly unknown[] = QUESTIONS) => {
    const files = {
      [CONFIG_PATH]: configOf({ url: 'http://127.0.0.1:9', ...over }),
      [FILE]: jsonl(rows),
    };
    const { stdout, stderr, exitCode: code } = await runCli(['check', '--offline'], { files });
    return { text: `${stdout}${stderr}`.replace(/\s+/g, ' '), code };
  };

  it('prints the requests, the error rates and the worth of a guess', async () => {
    const { text } = await planned({ evaluation: ', compare: base' });
    // 60 answers; 20 rows x 6 readings and 50 known cases where none is plain.
    expect(text).toContain('about 60 to 230 requests for a model that passes, 15 to ');
    expect(text).toMatch(/add_negation \S+ 85% 0 100 20 5 13% 15% /);
    expect(text).toContain('Not compared with the base: this run has no base commit');
  });

  it('counts the requests to the base without a key', async () => {
    const of = (name: string) =>
      configOf({ url: 'http://127.0.0.1:9', name, evaluation: ', compare: base' });
    const committed = { [CONFIG_PATH]: of('old'), [FILE]: jsonl(QUESTIONS) };
    const { stdout } = await runCli(['check', '--offline', '--base', 'HEAD'], {
      committed,
      files: { [CONFIG_PATH]: of('new') },
    });
    const text = stdout.replace(/\s+/g, ' ');
    // 35 rows show that nothing was lost.
    expect(text).toContain('about 210 ');
    expect(text).not.toContain('Not compared');
  });

  it('refuses rows whose answers cannot be read, with a remedy', async () => {
    const open = Array.from({ length: 30 }, (_, i) => ({
      question: `Why is the river number ${i} so long?`,
    }));
    const { text, code } = await planned({}, open);
    expect(code).toBe(2);
    expect(text).toContain('add_negation: 0 distinct rows (30 of 30 are left out: ');
    expect(text).toContain('`method: pair`');
  });
});
