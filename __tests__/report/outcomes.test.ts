import { findingsOf } from '../../src/github/findings.ts';
import { annotationsOf } from '../../src/github/job-results.ts';
import { deletionSentences } from '../../src/report/attribution.ts';
import { commentText, headlineOf, pageText, terminalText } from '../../src/report/index.ts';
import { junitText } from '../../src/report/junit.ts';
import { groupTitle } from '../../src/report/rows.ts';
import { nextSteps } from '../../src/report/next.ts';
import { wilson } from '../../src/engine/statistics.ts';
import type { Results } from '../../src/run/results.ts';
import { readHtml } from '../support/gfm.ts';
import {
  askedRow,
  errorOf,
  failed,
  inconclusive,
  judgeWithoutJson,
  langTest,
  many,
  MEASURED,
  negationRow,
  NO_CHANGES,
  OUTCOMES,
  passedWithBroken,
  resultsOf,
  shown,
  skipped,
  testRow,
  unread,
} from './fixtures.ts';
import untestedChanges from './untested-changes.json' with { type: 'json' };
import flips from './flips.json' with { type: 'json' };
import { readXml } from './xml.ts';

const inTerminal = (results: Results) => terminalText(results, { columns: 200, showRows: false });

describe('each outcome', () => {
  it.each(Object.entries(OUTCOMES))('%s: columns and titles fit its rows', (_name, outcome) => {
    const results = outcome();
    const hasBaseline = results.report.some(({ baseline }) => baseline);
    expect(inTerminal(results).includes('(rows asked)')).toBe(hasBaseline);
    const isPass = results.outcome === 'pass';
    expect(groupTitle('failed', [], results).includes('allows')).toBe(isPass);
    expect(groupTitle('in error', [], results)).not.toContain('allows');
  });

  it.each([
    { name: 'fail', sign: '❌', names: '"not"' },
    { name: 'pass', sign: '✅', names: 'answers as expected' },
    { name: 'cause', sign: '⚠️', names: '1 setting of the gate' },
    { name: 'inconclusive', sign: '⚠️', names: '"not"' },
    { name: 'judge', sign: '⛔', names: 'the judge' },
    { name: 'judgeless', sign: '⛔', names: "the judge's endpoint" },
    { name: 'error', sign: '⛔', names: 'configuration' },
    { name: 'skipped', sign: '⏭️', names: 'no model was asked' },
    { name: 'langtest', sign: '❌', names: '"not"' },
  ] as const)('$name has its sign and its headline', ({ name, sign, names }) => {
    const results = OUTCOMES[name]();
    expect(headlineOf(results)).toContain(names);
    expect(headlineOf(results)).not.toMatch(/\b0 /);
    const title = `${sign} Sensitivity: `;
    expect(shown(results)).toContain(title);
    expect(pageText(results, {})).toContain(`<main class="${results.outcome}">`);
    expect(inTerminal(results)).toContain(title);
  });

  it.each([
    { name: 'fail', least: 1, level: 'error' },
    { name: 'pass', least: 0, level: undefined },
    { name: 'cause', least: 3, level: 'error' },
    { name: 'inconclusive', least: 1, level: 'error' },
    { name: 'skipped', least: 1, level: 'notice' },
  ] as const)('$name has its annotations', ({ name, least, level }) => {
    const annotations = annotationsOf(OUTCOMES[name]());
    expect(annotations.length).toBeGreaterThanOrEqual(least);
    expect(annotations[0]?.level).toBe(level);
  });

  it.each([
    ["input 'config'", ''],
    ['gate.yml:3:1', 'gate.yml'],
  ])('an error at %s is annotated at %j', (where, path) => {
    const problem = { name: 'ConfigError', message: 'is wrong', where, remedy: 'Correct it.' };
    expect(annotationsOf({ ...unread(), problem })[0]?.path).toBe(path);
  });

  it('has four columns at most, and no table of zeros', () => {
    for (const make of Object.values(OUTCOMES))
      for (const table of commentText(make(), {}).match(/<thead>.*<\/thead>/g) ?? [])
        expect(table.split('<th>').length - 1).toBeLessThanOrEqual(4);
    const must = { rows: 2, held: 0, held_again: 0, broken: 0, errors: 2 };
    const error = testRow({ outcome: 'error', pass_count: 0, fail_count: 0, must });
    const inError = many(2, (nth) =>
      errorOf(askedRow('answers', nth), 'network', `${nth} ${'No '.repeat(40)}${'x'.repeat(nth)}`),
    );
    const down = resultsOf({ outcome: 'error', report: [error], results: inError });
    expect(inTerminal(down).match(/in error/g)).toHaveLength(1);
    for (const results of [judgeWithoutJson(), unread(), skipped(), down])
      expect(commentText(results, {})).not.toMatch(/<table|Cause|Changes/);
    // Each row says how it compares.
    expect(commentText(failed(), {})).not.toContain('"></td>');
  });

  it('names the way out if the model of the base, its judge, is retired', () => {
    const error = { kind: 'not_found' as const, message: 'No such model.', of_judge: true };
    expect(commentText(judgeWithoutJson(error), {})).toContain('config-ref');
  });

  it('names the gate, the commit, the cost and the earlier subjects', () => {
    const text = readHtml(commentText(failed(), { gate: 'gate (nightly)' })).text;
    for (const part of [
      'gate (nightly)',
      '1a2b3c4 ·',
      '254 requests',
      '13,023 tokens',
      '12.3 s',
      'version 3 of this pull request',
      'do not count (3)',
    ])
      expect(text).toContain(part);
    process.env.FORCE_COLOR = '1';
    const lines = terminalText(failed(), { columns: 100, showRows: false });
    delete process.env.FORCE_COLOR;
    expect(lines).toMatch(/\u001B\[2m.*254 requests/);
  });
});

describe('how sure', () => {
  it('has the two error rates of the plan', () => {
    expect(shown(failed())).toMatch(/right in 80% of rows fails 85 .*right in 90% passes 95/);
  });

  it.each([
    [35, 50, 0.562496, 0.808964],
    [45, 50, 0.786398, 0.956524],
    [0, 50, 0, 0.071348],
    [10, 10, 0.722467, 1],
  ])('has the interval of %i of %i', (passes, rows, low, high) => {
    expect(wilson(passes, rows, -1.959963985)).toBeCloseTo(low, 6);
    expect(wilson(passes, rows, 1.959963985)).toBeCloseTo(high, 6);
  });

  it("has LangTest's own table for its files, rounded as it rounds", () => {
    const text = shown(langTest());
    for (const part of [
      'test_typeadd_negation',
      'fail_count7',
      'pass_count1',
      'pass_rate12%',
      'minimum_pass_rate75%',
      'passFalse',
      '2% to 47%',
    ])
      expect(text).toContain(part);
    expect(commentText(langTest(), {})).toContain('<td><code>fail_count</code></td><td align=');
    expect(commentText(failed(), {})).not.toContain('minimum_pass_rate');
  });
});

describe('the attribution', () => {
  const told = (attribution: Results['attribution']) =>
    shown(failed(attribution && { attribution }));
  const part = (name: string, restored: number, is_named = false) => ({
    name,
    places: [],
    restored,
    asked: 12,
    p: 0.5,
    is_named,
    rows: [],
  });
  const measured = { requests: 9, rows: [], control: { restored: 1, asked: 12 } };

  it.each([
    { kind: 'one', parts: [part('a.md:5', 11, true)], revert: 'Revert a.md:5.' },
    {
      kind: 'several',
      parts: [part('a.md:5', 10, true), part('b.md:1', 11, true)],
      revert: 'Revert a.md:5 and b.md:1.',
    },
  ] as const)('$kind names what to revert, with its figures', ({ kind, parts, revert }) => {
    const text = told({ kind, ...measured, parts: [...parts] });
    expect(text).toContain(revert);
    for (const { name, restored } of parts) {
      expect(text).toContain(`${name} broke rows`);
      expect(text).toContain(`${name} as on main, ${restored} of 12 answers`);
    }
    expect(text).toContain('as it is here, 1 of 12.');
    expect(text).not.toMatch(/No single|\b0 failing/);
  });

  it('none has a figure for each part that restored more than the control', () => {
    const untried = { ...part('url', 0), asked: 0, untried: 'no such host' };
    const parts = [untried, part('a.md:5', 1), part('b', 2)];
    const attribution = { kind: 'none' as const, ...measured, parts };
    const text = told(attribution);
    for (const words of ['Cause. No single', 'url (no such host)', 'b as on main, 2 of 12'])
      expect(text).toContain(words);
    expect(text).not.toMatch(/ 0 of|a\.md:5 as on main, \d/);
    // Of one change, no other can explain it.
    const subject = failed().changes.subject.slice(1);
    expect(shown(failed({ attribution, changes: { ...NO_CHANGES, subject } }))).not.toContain(
      'No single',
    );
  });

  it('says that the answers of the base have moved', () => {
    const all = { restored: 0, asked: 6 };
    expect(told({ kind: 'none', ...measured, parts: [], all })).toMatch(
      /base itself now fails them/,
    );
  });
});

describe('a pass beside its base', () => {
  const UNTESTED = 'prompts/support.md:3';
  const LIMIT = '`prompts/support.md` (line 5 of `main`)';

  it.each(flips)('says what rows show: $broken broke, $fixed fixed', (given) => {
    const { broken, fixed, loss, isLimitNamed, step = 'must: true' } = given;
    const { base, changes } = failed();
    const rows = many(12, (nth) => {
      const before = { pass: nth <= 12 - fixed, state: '' };
      return askedRow('answers', nth, { pass: nth > broken, base: before });
    });
    const twice = rows.map((row) => ({ ...row, test_type: 'refusal', pass: true }));
    const results = resultsOf({
      base,
      changes: { ...NO_CHANGES, subject: changes.subject },
      report: ['answers', 'refusal'].map((test_type) => testRow({ test_type, outcome: 'pass' })),
      results: [...rows, ...twice.slice(broken, 12 - fixed)],
    });
    expect(nextSteps(results).join()).toContain(step);
    expect(deletionSentences(results).join().includes(LIMIT)).toBe(isLimitNamed);
    expect(headlineOf(results).includes('broke since')).toBe(loss !== undefined);
    expect(headlineOf(results)).toContain(loss ?? '');
    const text = shown(results);
    expect(text).toMatch(/^⚠️/);
    const [, opened] = /wrong here: (\d+) row/.exec(text) ?? [];
    expect(Number(opened ?? 0)).toBe(broken);
  });

  it.each(untestedChanges)('has advice only on what no row tests: a row $row', (given) => {
    const row = askedRow('answers', 1, {
      pass: true,
      base: { pass: true, state: '' },
      ...(given.given as Partial<Results['results'][number]>),
    });
    const changes = { ...NO_CHANGES, subject: failed().changes.subject };
    const report = [testRow({ outcome: 'pass' })];
    const results = resultsOf({ base: failed().base, changes, report, results: [row] });
    expect(deletionSentences(results).length > 0).toBe(given.isLimitNamed);
    expect(nextSteps(results).join().includes(UNTESTED)).toBe(given.isAdvised);
  });

  it('shows no row as failing that fails on both sides beyond the decision', () => {
    const base = { pass: false, state: '' };
    const row = askedRow('answers', 1, { pass: false, status: 'undecided', base });
    const results = resultsOf({ report: [testRow({ outcome: 'pass' })], results: [row] });
    expect(shown(results)).not.toContain('customers.csv');
  });
});

describe('findings', () => {
  it('are the line that broke it, the changed rule, and the new row that fails', () => {
    expect(findingsOf(failed()).map(({ body: _body, ...finding }) => finding)).toEqual([
      {
        kind: 'cause',
        path: 'prompts/support.md',
        line: 3,
        endLine: 3,
        suggestion: 'Read every word.',
        head: 'Guess what the customer wants.',
      },
      { kind: 'rule', path: '.github/sensitivity.yml', line: 12, endLine: 12 },
      { kind: 'row', path: 'evals/questions.jsonl', line: 99, endLine: 99 },
    ]);
  });

  it('show each row that it broke, all but one folded, and suggest nothing in YAML', () => {
    const [first] = findingsOf(failed());
    expect(first?.body.match(/questions\.jsonl:\d/g)).toHaveLength(6);
    expect(first?.body.indexOf('<details>')).toBeLessThan(first?.body.indexOf('jsonl:2') ?? 0);
    const parts = MEASURED.parts.map((one) => ({
      ...one,
      places: one.places.map((place) => ({ ...place, may_suggest: false })),
    }));
    const [other] = findingsOf(failed({ attribution: { ...MEASURED, parts } }));
    expect(other?.suggestion).toBeUndefined();
  });

  it('are the line that broke a row in a pass, which says how to hold it', () => {
    const [first] = findingsOf(OUTCOMES.cause());
    expect(first).toMatchObject({ kind: 'cause', path: 'prompts/support.md', line: 3 });
    expect(first?.body.match(/customers\.csv:\d/g)).toHaveLength(1);
    expect(annotationsOf(OUTCOMES.cause())[0]).toMatchObject({ path: first?.path, line: 3 });
    expect(shown(OUTCOMES.cause())).toMatch(/ 1 failing row [^]*5 of 5 answers are right/);
  });

  it('list at each line the rows that it broke', () => {
    const [part] = MEASURED.parts;
    const parts = part!.rows.slice(0, 2).map((row) => ({ ...part!, rows: [row] }));
    const causes = findingsOf(failed({ attribution: { ...MEASURED, parts } })).slice(0, 2);
    const listed = causes.map(({ body }) => body.match(/questions\.jsonl:\d(?=<)/g));
    expect(listed).toEqual(parts.map(({ rows: [row] }) => [row?.source.slice(6)]));
  });

  it('are none without a preview, a place, or a part that is named', () => {
    const { preview: _preview, attribution: _attribution, ...results } = failed();
    const rules = [{ path: 'tests.x', old: 1, new: 2 }];
    expect(findingsOf(resultsOf({ ...results, changes: { ...results.changes, rules } }))).toEqual(
      [],
    );
  });
});

describe('annotations', () => {
  it('mark failing rows at their lines', () => {
    const rows = many(30, (nth) => negationRow(nth));
    const annotations = annotationsOf(resultsOf({ report: [testRow()], results: rows }));
    expect(annotations).toHaveLength(31);
    expect(annotations[1]).toMatchObject({
      level: 'warning',
      path: 'evals/questions.jsonl',
      line: 1,
    });
  });

  it('hold no answer of the model', () => {
    const answer = 'SECRET ANSWER';
    const arms = { perturbed: { text: 'x', answer } };
    const results = resultsOf({
      report: [testRow()],
      results: [negationRow(1, { arms, actual_result: answer })],
    });
    expect(JSON.stringify(annotationsOf(results))).not.toContain(answer);
    // @ts-expect-error The compiler takes no answer for a sentence.
    expect(results.results[0]!.actual_result! satisfies string).toBe(answer);
  });
});

describe('JUnit', () => {
  const suites = (results: Results) =>
    readXml(junitText(results))
      .filter(({ name }) => name === 'testsuite')
      .map(({ attributes }) => {
        const { name, tests, failures, errors, skipped: left } = attributes;
        return [name, tests, failures, errors, left].map((value) =>
          Number.isNaN(Number(value)) ? value : Number(value),
        );
      });

  it.each([
    [
      failed,
      [
        ['verdict', 1, 1, 0, 0],
        ['add_negation', 28, 8, 0, 3],
        ['output_toxicity', 43, 0, 0, 0],
      ],
    ],
    [
      passedWithBroken,
      [
        ['verdict', 1, 0, 0, 0],
        ['answers', 42, 0, 0, 2],
        ['output_toxicity', 2, 0, 0, 1],
      ],
    ],
    [
      inconclusive,
      [
        ['verdict', 1, 0, 1, 0],
        ['add_negation', 21, 0, 1, 0],
      ],
    ],
    [unread, [['verdict', 1, 0, 1, 0]]],
    [skipped, [['verdict', 1, 0, 0, 1]]],
  ])('has a suite of verdicts, and a suite a test: %p', (make, expected) => {
    expect(suites(make())).toEqual(expected);
  });

  it('turns nothing red for an advisory test', () => {
    const test = testRow({ advisory: true });
    const results = resultsOf({ outcome: 'pass', report: [test], results: [negationRow(1)] });
    expect(suites(results).map(([, , failures]) => failures)).toEqual([0, 0]);
  });

  it('names each case by itself, also those of a row that is asked in rounds', () => {
    const rows = many(3, () => askedRow('rules', 1, { source: '**a**', original: '**b**' }));
    const report = [testRow({ test_type: 'rules' })];
    const names = readXml(junitText(resultsOf({ report, results: rows }))).flatMap(
      ({ name, attributes }) => (name === 'testcase' ? attributes.name : []),
    );
    expect(new Set(names).size).toBe(4);
    expect(names[2]).toMatch(/^\*\*a\*\*: \*\*b\*\* \(2\)$/);
  });

  it('has what its readers show: names, files, messages and texts', () => {
    const elements = readXml(junitText(failed()));
    // The root element and the suite `verdict` have the time.
    expect(elements.filter(({ attributes }) => attributes.time === '12.300')).toHaveLength(2);
    const row = elements.find(
      ({ attributes }) => attributes.line === '1' && attributes.file === 'evals/questions.jsonl',
    );
    expect(row?.attributes).toMatchObject({ classname: 'sensitivity.add_negation' });
    // A place without a line gets line 1.
    const verdict = elements.find(({ name }) => name === 'testcase');
    expect(verdict?.attributes.line).toBe('1');
    const failure = elements.find(
      ({ name, text }) => name === 'failure' && text.includes('questions.jsonl:1'),
    );
    expect(failure?.attributes.message).toContain('were missing');
    expect(failure?.text).toMatch(/^(?![^]*said: A)[^]*right would be: D\n[^]*main said: D/);
    const error = readXml(junitText(inconclusive())).findLast(({ name }) => name === 'error');
    expect(error?.attributes.message).toContain('60 s');
    expect(error?.text).not.toContain('misses the');
  });
});

describe('rows', () => {
  const [question, ask, pressure] = ['Do you ship?', 'Promise a refund.', 'My boss said so.'];
  const pressed = askedRow('rules', 1, {
    original: question,
    kind: 'authority',
    state: 'breaks under pressure',
    rule: 'Never promises a refund.',
    must: true,
    arms: {
      asked: { text: question, answer: 'We do.' },
      pressed: { text: [question, ask, pressure].join('\n'), answer: 'You get it back.' },
    },
  });
  const original = `${'Really '.repeat(20)}now?`;
  const { state } = pressed;
  const arms = { asked: { text: original, answer: '' } };
  const own = [10, 9].map((nth) => askedRow('answers', nth, { must: true, original, state, arms }));
  const results = resultsOf({
    outcome: 'fail',
    report: [testRow({ test_type: 'answers' }), testRow({ test_type: 'rules' })],
    results: [pressed, { ...pressed, source: 'evals/customers.csv:2' }, ...own],
  });

  it('come by their places, one of each rule in turn, with the parts of what was asked', () => {
    const text = inTerminal(results);
    const places = [...text.matchAll(/customers\.csv:(\d+)/g)].map(([, line]) => line);
    expect(places).toEqual(['1', '9', '2']);
    expect(text).not.toMatch(/answer: *$/m);
    expect(headlineOf(results)).toMatch(
      / fails 4 rows that must hold \(the rule “Never promises .*…[^…]* now/,
    );
    expect(text).toMatch(
      /^(?![^]*ask: Do)[^]*ask: Promise a refund\.[^]*pressure: My boss said so\./,
    );
  });

  it('that fail say what to do, not those that pass', () => {
    const rightly = many(9, (nth) => askedRow('answers', nth, { pass: true, state: 'declined' }));
    const wrong = askedRow('answers', 20, { state: 'unlisted' });
    const report = [testRow({ test_type: 'answers' })];
    const all = resultsOf({ outcome: 'fail', report, results: [...rightly, wrong] });
    expect(inTerminal(all)).toContain('JSON');
    // No row has to hold, so chance fails no run because of one.
    expect(shown(all)).not.toMatch(/% of runs/);
    expect(shown(results)).toMatch(/% of runs/);
  });

  it('a failed gate is annotated at the line that broke it, else at its test', () => {
    expect(annotationsOf(failed())[0]).toMatchObject({
      path: 'prompts/support.md',
      line: 3,
      message: expect.stringContaining('68% (17/25)'),
    });
    const report = [testRow({ place: 'gate.yml:7:3' })];
    expect(annotationsOf(resultsOf({ report }))[0]).toMatchObject({ path: 'gate.yml', line: 7 });
  });
});

describe('the page', () => {
  it('has every row, its own style, no script, and loads nothing', () => {
    const page = pageText(failed(), { runUrl: 'https://github.com/o/r/actions/runs/1' });
    for (let nth = 1; nth <= 25; nth += 1) expect(page).toContain(`questions.jsonl:${nth}<`);
    expect(page).toContain('class="figures"');
    expect(page).toContain("default-src 'none'; style-src 'sha256-");
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(/);
    expect(page.match(/<h1>/g)).toHaveLength(1);
  });
});
