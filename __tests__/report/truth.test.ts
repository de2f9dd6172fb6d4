import { findingsOf } from '../../src/github/findings.ts';
import { annotationsOf } from '../../src/github/job-results.ts';
import {
  commentText,
  headlineOf,
  pageText,
  summaryText,
  terminalText,
} from '../../src/report/index.ts';
import { wordsOf, wordsOfRate } from '../../src/report/words.ts';
import { readHtml } from '../support/gfm.ts';
import {
  askedRow,
  errorOf,
  failed,
  inconclusive,
  judgeWithoutJson,
  leftOut,
  many,
  negationRow,
  NO_CHANGES,
  passedWithBroken,
  resultsOf,
  shown,
  testRow,
  unread,
} from './fixtures.ts';
import gateChanges from './gate-changes.json' with { type: 'json' };

const ofTest = (test_type: string) => wordsOf(testRow({ test_type }));
const ofRate = (test_type: string, name: string) => wordsOfRate(testRow({ test_type }), name);

const rateOf = (name: string, passes: number, rows: number, verdict?: 'good' | 'bad') => {
  return { name, minimum: 0.85, passes, rows, verdict };
};

function times(text: string, part: string) {
  return text.split(part).length - 1;
}

describe('the headline', () => {
  it('counts what gates', () => {
    const advisory = testRow({ outcome: 'fail', advisory: true, named: 'billing' });
    const passing = many(3, () => testRow({ test_type: 'answers', outcome: 'pass' }));
    const results = resultsOf({ outcome: 'pass', report: [...passing, advisory] });
    expect(headlineOf(results)).toMatch(/\b3\b/);
    expect(shown(results)).toMatch(/❌ [^(]*\bbilling\b[^(]* \(/);
    expect(headlineOf(resultsOf({ outcome: 'error', report: [advisory] }))).toMatch(/\w$/);
    expect(() => ofTest('tone')).toThrow('tone');
  });

  it('names no advisory test as the reason of a failure', () => {
    const report = [
      testRow({ test_type: 'answers' }),
      testRow({ outcome: 'fail', advisory: true }),
    ];
    const [first = ''] = headlineOf(resultsOf({ report })).split(';');
    expect(first).toContain(ofTest('answers').misses);
    expect(first).not.toContain(ofTest('add_negation').misses);
  });

  it.each(['steady', 'valid'])('names the rate that fails: %s', (name) => {
    const rates = [rateOf('sensitive', 20, 20, 'good'), rateOf(name, 8, 20, 'bad')];
    const results = resultsOf({ report: [testRow({ rates })] });
    expect(headlineOf(results)).toContain(ofRate('add_negation', name).misses);
    expect(shown(results)).toContain('8/20');
  });

  it('names a loss against the base, where the rate is good', () => {
    const rate = { ...rateOf('sensitive', 17, 25, 'good'), minimum: 0.5 };
    const { base, report } = failed();
    const baseline = report[0]?.baseline;
    const test = testRow({ rates: [rate], minimum_pass_rate: 0.5, ...{ baseline } });
    const results = resultsOf({ ...(base && { base }), report: [test] });
    expect(headlineOf(results)).toMatch(/\bmain\b/);
    expect(shown(results)).toContain(`❌ ${ofTest('add_negation').does}`);
  });

  it.each([
    [[0], 'minimum'],
    [[0, 0.5], ofTest('answers').does],
  ])('tells no minimum of 0 as met: %j', (minima, words) => {
    const tests = minima.map((minimum_pass_rate) => {
      const test_type = minimum_pass_rate > 0 ? 'answers' : 'rules';
      return testRow({ test_type, outcome: 'pass', pass_count: 9, minimum_pass_rate });
    });
    const results = resultsOf({ outcome: 'pass', report: tests });
    expect(headlineOf(results)).toContain(words);
    expect(headlineOf(results)).not.toContain(ofTest('rules').does);
    expect(shown(results)).not.toMatch(/\b0%/);
    // The headline has one sign, and each test with a minimum above 0 has one.
    expect(shown(results).match(/✅/g)).toHaveLength(tests.length);
  });

  it('calls no side red that another one kept from a verdict', () => {
    const rates = [rateOf('answer', 5, 5), rateOf('refuse', 0, 5, 'bad')];
    const text = shown(resultsOf({ report: [testRow({ test_type: 'refusal', rates })] }));
    expect(text).toContain(`❌ ${ofRate('refusal', 'refuse').does}`);
    expect(text).not.toMatch(new RegExp(`[❌✅] ${ofRate('refusal', 'answer').does}`));
  });

  it('gives each line of a test its own sign', () => {
    const must = { rows: 39, held: 20, held_again: 0, broken: 19, errors: 0 };
    const rates = [rateOf('kept', 20, 20, 'good')];
    const report = [testRow({ test_type: 'rules', must, rates })];
    const text = shown(resultsOf({ report }));
    expect(text).not.toContain(ofTest('rules').misses);
    expect(text).toMatch(/❌ [^❌✅]*20 of 39 rows[^❌✅]*✅ [^❌✅]*: other rows/);
    const doubt = { doubt: 'Five first answers.', doubt_of_must: true } as const;
    const held = { ...must, held: 39, held_again: 5, broken: 0 };
    const free = testRow({ test_type: 'rules', must: held, outcome: 'pass', minimum_pass_rate: 0 });
    expect(headlineOf(resultsOf({ report: [free] }))).toContain(ofTest('rules').does);
    const doubted = testRow({ test_type: 'rules', must: held, rates, ...doubt });
    expect(shown(resultsOf({ report: [doubted] }))).toMatch(
      /❌ [^❌✅]*must hold[^❌✅]*Five [^❌✅]*39 of 39 [^❌✅]*\b5\b[^❌✅]*✅ [^❌✅]*: other rows/,
    );
  });

  it.each([
    [570, 0.57, '57% (570/1000)57%'],
    [668, 0.67, '66% (668/1000)67%'],
    [855, 0.855, '85.5% (855/1000)85.5%'],
  ])('shows no minimum as another one: %i of 1000, %d', (count, least, cells) => {
    const test = testRow({ pass_count: count, fail_count: 1000 - count, minimum_pass_rate: least });
    expect(shown(resultsOf({ report: [test] }))).toContain(cells);
  });
});

describe('a pass in which rows broke', () => {
  it('names both rows, each once though it fails in two tests', () => {
    const text = shown(passedWithBroken());
    for (const source of ['evals/customers.csv:1', 'evals/customers.csv:2'])
      expect(times(text, source)).toBe(1);
    for (const words of [ofTest('answers').states?.declined, ofTest('output_toxicity').misses])
      expect(text).toContain(words);
    expect(text).toContain('Within 14 days.');
    expect(text).toMatch(/customers\.csv:2 · answers [^·]/);
  });
});

describe('what changed', () => {
  const prompt = (old: string, now: string, path = 'evals/user.txt') =>
    shown(resultsOf({ changes: { ...NO_CHANGES, subject: [{ path, old, new: now }] } }));

  it.each([
    ['a\nb\nc', 'a\nB\nc\nd', 'evals/user.txt:2, “b” → “B” and evals/user.txt:4, added: “d”.'],
    ['a\nb\nc\nd', 'a\nd', 'evals/user.txt (lines 2-3 of the base), deleted: “b c”.'],
    ['a\nb\nc\nd\ne', 'b\nc\ne', 'and evals/user.txt (line 4 of the base), deleted: “d”.'],
    ['Hi. No refund. Bye.', 'Hi. Bye.', 'evals/user.txt:1, deleted: “No refund.”.'],
    ['a\nb\nc\nd', 'a\nB\nC\nd', 'evals/user.txt:2-3, “b c” → “B C”.'],
    ['', 'a\nb', 'evals/user.txt (newly sent).'],
  ])('%j to %j is named by its own lines', (old, now, words) => {
    expect(prompt(old, now)).toContain(words);
  });

  it.each([
    [
      'openai',
      'Model and prompts are those of main. No code is tested here, and no prompt that stands in code.',
    ],
    ['http', 'what changed in it is not known here.'],
  ])('a change of code alone says what no test sees: hub %s', (hub, words) => {
    const results = failed({ changes: NO_CHANGES, model: { hub, name: 'm' } });
    expect(shown(results)).toContain(words);
  });

  it('lists ten changed rules, counts the others, and says when they apply', () => {
    const rules = many(12, (nth) => ({ path: `tests.key_${nth}`, old: nth, new: nth + 1 }));
    const text = shown(resultsOf({ changes: { ...NO_CHANGES, rules } }));
    expect(text).toContain('tests.key_1 1 → 2,');
    expect(text).toMatch(/tests\.key_10 10 → 11 and 2\b/);
    expect(text).not.toContain('key_11');
    const warnings = many(11, (nth) => `Warning ${nth}.`);
    const warned = resultsOf({ warnings, changes: { ...NO_CHANGES, rules } });
    expect(shown(warned)).toContain('and 1 more.');
    const page = pageText(warned, {});
    for (const last of ['key_12', 'Warning 11.']) expect(page).toContain(last);
  });

  it('shows where the two texts of a long rule differ', () => {
    const [old, now] = ['allowed', 'forbidden'].map((end) => `${'Refunds are '.repeat(30)}${end}`);
    const rules = [{ path: 'rules', old, new: now }];
    const text = shown(resultsOf({ changes: { ...NO_CHANGES, rules } }));
    expect(text).toMatch(/allowed.*→.*forbidden/);
  });

  it.each(gateChanges)('tells what a change does to the gate: $words', (given) => {
    const { key, old, new: now, words } = given;
    const place = 'evals/rules.yml:1:1';
    const rules = [
      { path: `tests.s.${key}`, old, new: now, place },
      { path: 'tests.s.rules.alpha', old: old && 0.05, new: now && 0.05 },
    ];
    const report = [testRow({ outcome: 'pass' })];
    const changes = { ...NO_CHANGES, rules };
    const text = shown(resultsOf({ outcome: 'pass', report, changes }));
    expect(text).toMatch(/^⚠️[^]*this change alters [12] settings? of the gate/);
    expect(text).toContain(words);
  });

  it.each([
    ['base', /^⚠️[^]* it does not pass[^]*next\. Correct /],
    ['head', /^✅(?!.* next\.)/],
  ] as const)('a pass by the %s, and a fail by the other side', (ref, words) => {
    const preview = failed();
    const report = [testRow({ outcome: 'pass', pass: true })];
    const config = { ...preview.config, ref };
    expect(shown(resultsOf({ outcome: 'pass', report, preview, config }))).toMatch(words);
  });

  it('names removed rows, and warns of those that no longer have to hold', () => {
    const { changes } = failed();
    const removed = many(4, (nth) => `q.csv:${nth}`);
    const rows = changes.rows.map((one) => ({ ...one, removed, no_longer_must: ['It smells.'] }));
    expect(shown(failed({ changes: { ...changes, rows } }))).toMatch(
      /4 removed: q\.csv:1, q\.csv:2, q\.csv:3 and 1 more; ⚠️ [^.]*hold: “It smells\./,
    );
    const hidden = ['1', '2', '3'].map((end) => 'x'.repeat(999) + end);
    const row = { ...changes.rows[0]!, removed: [...hidden, 'a`b'] };
    expect(shown(failed({ changes: { ...changes, rows: [row] } }))).toMatch(/x… and aˋb/);
  });

  it('counts the new rows that fail by their own rules', () => {
    const results = [98, 99, 99].map((nth) => negationRow(nth));
    const { changes } = failed();
    const rows = changes.rows.map((one) => ({ ...one, changed: ['evals/questions.jsonl:98'] }));
    const preview = { outcome: 'pass' as const, report: [], results };
    expect(shown(failed({ preview, changes: { ...changes, rows } }))).toMatch(
      /⚠️ Rows [^.]*: 2 asked, 2 failed\./,
    );
  });

  it('shows the new rows that fail first, and open in a pass', () => {
    const { config, changes, preview } = failed();
    const report = [testRow({ outcome: 'pass' })];
    const html = commentText(resultsOf({ report, config, changes, preview }), {});
    expect(html.split('<details>')[0]).toContain('<code>evals/questions.jsonl:99</code>');
    expect(shown(failed())).toMatch(/jsonl:99.*jsonl:2/);
  });

  it('warns of a preview with another verdict, and says why there is none', () => {
    const shownWith = (outcome: 'pass' | 'fail') =>
      shown(failed({ preview: { outcome, report: [], results: [] } }));
    expect(times(shownWith('pass'), '⚠️')).toBe(1 + times(shownWith('fail'), '⚠️'));
    const changes = { ...NO_CHANGES, rules: [{ path: 'deadline', old: '9 s', new: '8 s' }] };
    const preview = { outcome: 'pass' as const, report: [], results: [] };
    expect(shown(failed({ preview, changes }))).toContain('but for its limits');
    const left_out = 'Its judge gets no key.';
    expect(shown(failed({ preview: { left_out } }))).toContain(left_out);
  });
});

describe('the failing rows', () => {
  it('stand once, and the plainest before the sections', () => {
    const row = negationRow(5, { test_case: 'Is it?', base: { pass: true, state: '' } });
    const results = failed({
      results: failed()
        .results.with(4, row)
        .with(7, negationRow(8, { ...row, source: 'evals/questions.jsonl:8', test_case: '' })),
    });
    const html = commentText(results, {});
    expect(findingsOf(results)[0]?.body).toMatch(/^[^:]*:3<[^:]*:[^:]*jsonl:5</);
    for (let nth = 1; nth <= 8; nth += 1)
      expect(times(html, `<code>evals/questions.jsonl:${nth}</code>`)).toBe(1);
    const [open] = html.split('<details>');
    expect(open).toMatch(
      /Cause[^]* without this change, 6 failing [^]*questions\.jsonl:5<(?![^]*jsonl)[^]*What to do next[^]*Revert [^]*first merge rows/,
    );
  });

  it('show what was asked, with the edit marked, answered, right and said by the base', () => {
    const html = commentText(failed(), {});
    expect(html).toContain('<b><code>not</code></b>');
    expect(shown(failed())).toMatch(
      /:\d · add_negation .*D\. lung.*answer: A right would be: D main said: D/,
    );
  });

  it('show one text where several tests asked, and on the page all', () => {
    const one = negationRow(1);
    const arms = { asked: { text: one.original, answer: 'Zebra' } };
    const results = resultsOf({
      report: [testRow()],
      results: [one, { ...one, test_type: 'answers', arms }],
    });
    expect(shown(results)).not.toContain('Zebra');
    expect(pageText(results, {})).toContain('Zebra');
  });

  it('of a test that decides come before those of a test that passes', () => {
    const report = [testRow(), testRow({ test_type: 'answers', outcome: 'pass' })];
    const results = [askedRow('answers', 1), negationRow(1)];
    const [open] = commentText(resultsOf({ report, results }), {}).split('<det');
    expect(open).toContain('questions.jsonl:1');
  });

  it('are counted in a terminal beyond the third', () => {
    const results = failed({ results: many(13, (nth) => negationRow(nth)) });
    const text = terminalText(results, { columns: 80, showRows: false });
    expect(text).toMatch(/\b12 more[^]*\b10\b/);
    expect(text).not.toContain('questions.jsonl:4');
    expect(terminalText(results, { columns: 80, showRows: true })).toContain('questions.jsonl:9');
  });
});

describe('the next step', () => {
  it('is advice on the model only where no change is named', () => {
    const { attribution, ...others } = failed();
    expect(attribution?.kind).toBe('one');
    const { remedy } = ofTest('add_negation');
    expect(shown(failed())).not.toContain(remedy);
    expect(shown(resultsOf(others))).toContain(remedy);
    const skipped = { kind: 'skipped', why: 'The base fails as well.', requests: 0 } as const;
    expect(shown(resultsOf({ ...others, attribution: skipped }))).toContain(remedy);
  });

  it.each([
    [4, true],
    [5, false],
  ])('asks for a row where %i texts of one place were fixed: %p', (count, isAsked) => {
    const base = { pass: false, state: 'wrong' };
    const rows = many(count, (nth) =>
      askedRow('answers', 1, { pass: true, base, original: `Question ${nth}?` }),
    );
    const changes = { ...NO_CHANGES, subject: failed().changes.subject };
    const report = [testRow({ outcome: 'pass', case_count: 5 })];
    const text = shown(resultsOf({ report, changes, results: rows }));
    expect(text.includes('seems to be about')).toBe(isAsked);
  });

  it('is to correct what keeps the own rows of a pull request from being tried', () => {
    const preview = { left_out: 'evals/q.csv:3: no answer.' };
    const { config } = failed();
    const report = [testRow({ outcome: 'pass' })];
    expect(shown(resultsOf({ report, preview, config }))).toMatch(
      /^⚠️(?!.*does not pass).*next\. .*evals\/q\.csv:3/,
    );
  });

  it('is never cut within a word', () => {
    const why = `${'requests '.repeat(200)}end.`;
    const attribution = { kind: 'skipped', why, requests: 0 } as const;
    expect(shown(failed({ attribution }))).toMatch(/requests …/);
  });

  it.each([
    ['breaks another rule', true],
    ['breaks under pressure', false],
  ])('is on the rules where the request of another one led there: %s', (state, isOnRules) => {
    const arms = (nth: number) => ({ asked: { text: 'My parcel?', answer: `Shop ${nth}.` } });
    const rows = many(6, (nth) => askedRow('rules', nth, { state, arms: arms(nth) }));
    const report = [testRow({ test_type: 'rules', pass_count: 0, fail_count: 6 })];
    const text = shown(resultsOf({ report, results: rows }));
    expect(text.includes(ofTest('rules').remedy)).toBe(!isOnRules);
  });

  it('tells one answer to all rows, be some left out or in error', () => {
    const arms = { original: { text: 'a', answer: 'D' }, placebo: { text: 'b', answer: null } };
    const rows = many(25, (nth) => negationRow(nth, { arms }));
    const error = errorOf(negationRow(27), 'timeout', 'No answer.');
    const others = [leftOut(negationRow(26)), error, askedRow('refusal', 1)];
    const report = [testRow({ error_count: 1 })];
    const told = (pass: boolean) =>
      shown(resultsOf({ report, results: [negationRow(28, { arms, pass }), ...rows, ...others] }));
    expect(told(false)).toMatch(/\b26 rows are D\b/);
    expect(told(true)).not.toContain('rows are D');
  });

  it('is the remedy of the errors, once, where they keep a test open', () => {
    const text = shown(inconclusive());
    expect(text).toContain('1 row in error');
    expect(text).toMatch(/next\. Raise/);
    expect(times(text, 'Raise model.timeout')).toBe(1);
  });

  it('is there even for an error without a remedy', () => {
    const report = [testRow({ outcome: 'inconclusive', error_count: 1 })];
    const results = [errorOf(negationRow(1), 'no_logprobs', 'No loss.')];
    expect(shown(resultsOf({ report, results }))).toContain('next.');
  });

  it.each(['fail', 'inconclusive', 'error'] as const)('begins with the doubt: %s', (outcome) => {
    const doubt = 'Two rules were touched by no row.';
    const test = testRow({ outcome, doubt });
    expect(times(shown(resultsOf({ outcome, report: [test] })), doubt)).toBe(1);
    const must = { rows: 9, held: 9, held_again: 0, broken: 0, errors: 0 };
    const alone = resultsOf({ outcome, report: [{ ...test, must, rates: [] }] });
    expect(times(shown(alone), doubt)).toBe(1);
  });
});

describe('judges', () => {
  it('that gave no JSON are said to, and never to read otherwise', () => {
    const text = shown(judgeWithoutJson());
    expect(text).toContain('it holds no JSON');
    expect(text).not.toMatch(/otherwise/);
    expect(text).not.toContain('0%');
  });

  it('are told with what they read right', () => {
    expect(shown(failed())).toContain('49 of 50');
  });
});

describe('causes', () => {
  it('are one with its place and remedy', () => {
    const text = shown(unread());
    expect(text).toContain('.github/sensitivity.yml:12:22: min_pass_rate is 85');
    expect(times(text, 'Write 0.85.')).toBe(1);
    expect(annotationsOf(unread())[0]).toMatchObject({
      path: '.github/sensitivity.yml',
      line: 12,
      message: expect.stringMatching(/^.+\n.*is 85.*\n.+$/),
    });
  });

  it('are those of the base, too, where it leaves nothing to compare with', () => {
    const message = 'HTTP 404: no model `gpt-5`.\nName another model.';
    const base = { pass: null, state: '', error: { kind: 'bad_request', message } };
    const baseline = { paired_count: 0, pass_rate: null, broken: 0, fixed: 0 };
    const rows = many(6, (nth) => askedRow('answers', nth, { pass: true, base }));
    rows.push(errorOf(askedRow('answers', 7, { base }), 'timeout', 'No answer.'));
    const report = [testRow({ test_type: 'answers', outcome: 'pass', baseline })];
    const text = shown(resultsOf({ report, results: rows, base: { name: 'main', commit: 'f' } }));
    expect(text).not.toContain('broke');
    expect(text).toMatch(/6 rows in error on main, such as .*: HTTP 404: no model gpt-5.*another/);
  });

  it('of a run have no row', () => {
    const { problem } = unread();
    expect(shown(resultsOf({ outcome: 'skipped', ...(problem && { problem }) }))).not.toContain(
      'such as',
    );
  });

  it('that are our defects are told as ours', () => {
    const problem = { name: 'TypeError', message: 'x is undefined', remedy: 'Report it.' };
    expect(headlineOf(resultsOf({ outcome: 'error', problem }))).toContain(
      'the action has a defect',
    );
  });
});

describe('notices', () => {
  it('are given once', () => {
    const notices = many(3, () => 'The column `note` is not read.');
    const text = readHtml(summaryText(failed({ notices }), {})).text;
    expect(times(text, 'is not read')).toBe(1);
  });
});
