import { runCli } from '../support/run-action.ts';
import { CONFIG_PATH } from '../support/scenario.ts';
import {
  configOf,
  deaf,
  FILE,
  jsonl,
  LABELS,
  questions,
  run,
  type Way,
  type Written,
} from '../support/triplets.ts';

/** What stands behind the one `::error` of a run. */
const annotationOf = (stdout: string) => /^::error (.*)$/m.exec(stdout)?.[1] ?? '';

describe('a row is asked three ways, until the rows decide', () => {
  it('what is marked on the checks page says what was measured, and what to do', async () => {
    const marked = async (way: Way) => annotationOf((await run(way)).stdout);
    expect(await marked(deaf)).toMatch(
      /^title=reads negation%3A fail,file=\.github\/sensitivity\.yml,line=8::It read the "not" in 0 of 5 questions \(0%25\); 85%25 are needed\. Clear after 5 of 100 rows\.%0A5 asked → 5 known → 5 steady → 0 read the "not"\.%0ALook at the failing rows: .+$/,
    );
    expect(await marked(({ right }) => LABELS.find((label) => !right.includes(label))!)).toContain(
      'It knows the answer to none of',
    );
    const unread = annotationOf(
      (await run(() => 'Towns come, towns go.', { evaluation: ', judge: off' })).stdout,
    );
    expect(unread).toContain('11 rows in error: its answers cannot be read.');
    expect(unread).toContain(
      'Ask for the letter alone, or for True or False only, in `model.prompt`, or name a `judge` that reads them.',
    );
    for (const said of [await marked(deaf), unread])
      expect(said).not.toMatch(/passed|without a score/);
  });
});

it('answers that no rule can read: soon given up, with the cause and the one remedy', async () => {
  const { outputs, report, requests, summary, stdout } = await run(
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

describe('what is said before a request is paid for', () => {
  const planned = async (over: Partial<Written> = {}, rows: readonly unknown[] = questions) => {
    const files = {
      [CONFIG_PATH]: configOf({ url: 'http://127.0.0.1:9', ...over }),
      [FILE]: jsonl(rows),
    };
    const { stdout, stderr, exitCode: code } = await runCli(['plan', '--all'], { files });
    return { text: `${stdout}${stderr}`.replace(/\s+/g, ' '), code };
  };

  it('how many requests, how sure, and what a guess is worth', async () => {
    const { text } = await planned({ evaluation: ', compare: base' });
    expect(text).toContain(
      'of a perfect model 60 requests (20 rows), of one at the minimum 198 requests (66 rows), of one that ignores the perturbation 15 requests (5 rows)',
    );
    expect(text).toContain(
      'In the whole test, a model that reads the change in 90% and is right in 90% of its other answers is failed in 13.0% of runs, one that reads the change in 80% instead is passed in 14.5%',
    );
    expect(text).toContain('A model that guesses is right in 50.0% of the perturbed rows');
    expect(text).toContain('Not compared with the base: this run has no base commit');
    expect(text).toContain('Nothing was sent.');
  });

  it('the base is counted too, with or without a key for it', async () => {
    const of = (name: string) =>
      configOf({ url: 'http://127.0.0.1:9', name, evaluation: ', compare: base' });
    const committed = { [CONFIG_PATH]: of('old'), [FILE]: jsonl(questions) };
    const { stdout } = await runCli(['plan', '--all', '--base', 'HEAD'], {
      committed,
      files: { [CONFIG_PATH]: of('new') },
    });
    const text = stdout.replace(/\s+/g, ' ');
    expect(text).toContain('600 requests at most');
    // 35 rows show that nothing was lost.
    expect(text).toContain('of a perfect model 210 requests (35 rows)');
    expect(text).not.toContain('Not compared');
  });

  it('rows that no answer can be read of are refused, with what to do', async () => {
    const open = Array.from({ length: 30 }, (_, i) => ({
      question: `Why is the river number ${i} so long?`,
    }));
    const { text, code } = await planned({}, open);
    expect(code).toBe(2);
    expect(text).toContain('add_negation: 0 distinct rows (30 of 30 are left out: ');
    expect(text).toContain('`method: pair`');
  });
});
