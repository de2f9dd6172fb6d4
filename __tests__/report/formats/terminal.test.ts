import { nameOptions } from '../../../src/terminal/option-names.ts';
import { renderPlan } from '../../../src/report/formats/plan.ts';
import type { Plan } from '../../../src/report/story/plan.ts';
import { renderTerminal } from '../../../src/report/formats/terminal.ts';
import { displayWidth, wrapLine } from '../../../src/report/formats/layout.ts';
import { workflowCommands } from '../../support/workflow-commands.ts';
import { HOSTILE, holds, hostileResults } from '../hostile.ts';
import { leftOutRow, realistic, reportRow, resultRow, results } from '../sample-results.ts';
import { some } from '../../support/runs.ts';
import fc from 'fast-check';

/** Control characters but the line feed, and what no reader sees. */
const UNSEEN =
  /(?!\n)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B-\u200F\u2060-\u206F\uFEFF\u{E0000}-\u{E007F}]/u;

/** A log of GitHub's is a terminal too. */
function harmless(shown: string): void {
  expect(shown).not.toMatch(UNSEEN);
  expect(workflowCommands(shown)).toEqual([]);
}

const plain = { columns: 80, color: false };
const lines = (text: string): string[] => text.split('\n');

describe('renderTerminal', () => {
  it('fits its terminal', () => {
    for (const columns of [60, 80, 100, 140]) {
      for (const line of lines(
        renderTerminal(realistic(), { columns, color: false, showsRows: true }),
      )) {
        expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('starts with the verdict and ends with the requests and the time of the run', () => {
    const shown = lines(renderTerminal(realistic(), plain));
    expect(shown[0]).toBe(
      '✖ sensitivity: fail — The model keeps its answers in spite of a "not" too often',
    );
    expect(shown.slice(-3).join(' ')).toContain('seed 42');
  });

  it('says where tests stand that have no sentence', () => {
    const passed = reportRow({ outcome: 'pass', test_type: 'add_toxic_words' });
    const run = results({ report: [reportRow(), passed] });
    expect(renderTerminal(run, plain)).toContain('\n  1 more test in the table below.\n');
  });

  it('shows the report as a table, with more columns where there is room', () => {
    const shown = renderTerminal(realistic(), plain);
    expect(shown).toMatch(/\n {2}✖ reads negation +26% +70% +12 of 47 +3 +24\n/);
    expect(shown).not.toMatch(/ name |test_type|expected_result|eval_score \d/);
    expect(renderTerminal(realistic(), { columns: 120, color: false })).toMatch(
      / name +result [^]*✖ reads negation +add_negation +26%/,
    );
  });

  it('shows cards in a narrow terminal, with everything that a wide one shows', () => {
    const shown = renderTerminal(realistic(), { columns: 60, color: false });
    expect(shown).toMatch(
      /\n {2}✖ reads negation\n {4}name +add_negation\n {4}result +26%\n {4}needed +70%\n {4}passed +12 of 47\n/,
    );
    expect(shown).toMatch(/\n {4}with "not"\n {6}\S/);
    for (const line of lines(renderTerminal(realistic(), { columns: 30, color: false })))
      expect(displayWidth(line)).toBeLessThanOrEqual(30);
  });

  it('names options where a sentence names an input of the action', () => {
    const problem = {
      name: 'ConfigError',
      message: 'no data is named',
      remedy: 'Set data.source in the file or the input `data`.',
    };
    const shown = renderTerminal(results({ outcome: 'error', report: [], results: [], problem }), {
      ...plain,
      words: nameOptions,
    });
    expect(shown).toContain('Set data.source in the file or `--data`.');
  });

  it('shows up to five failing rows of each test, or every row', () => {
    const blocks = (showsRows: boolean): number =>
      renderTerminal(realistic(), { ...plain, showsRows }).match(/^ {4}with (?:"not"|foul words)/gm)
        ?.length ?? 0;
    expect(blocks(false)).toBe(5 + 1);
    expect(blocks(true)).toBe(realistic().results.length);
    expect(renderTerminal(realistic(), plain)).toContain('... and 33 more rows.');
  });

  it('marks what was inserted, with colours or without', () => {
    expect(renderTerminal(results(), plain)).toContain('The moon is {+not+} smaller');
    expect(renderTerminal(results(), { columns: 80, color: true })).toContain(
      '\u001B[1m\u001B[4mnot\u001B[24m\u001B[22m',
    );
  });

  it('says what was left out, what is missing and what stopped the run', () => {
    expect(renderTerminal(realistic(), plain)).toContain(
      'Reads negation: 24 samples left out (24 x add_negation leaves this text as it\nis)',
    );
    const problem = {
      name: 'ConfigError',
      message: 'no model',
      where: 'a.yml:1',
      remedy: 'Name one.',
    };
    expect(
      renderTerminal(results({ outcome: 'error', report: [], results: [], problem }), plain),
    ).toContain('  a.yml:1: no model\n  Name one.\n');
    expect(
      renderTerminal(results({ results: [resultRow({ actual_result: null })] }), plain),
    ).toMatch(/ {6}answer +\(no answer\)/);
  });

  it('sends no sequence but its own colours', () => {
    const sent = some(HOSTILE, 12).flatMap(
      (text) =>
        renderTerminal(hostileResults(text), { columns: 80, color: true }).match(
          /\u001B[^]{0,4}/g,
        ) ?? [],
    );
    expect(sent.filter((sequence) => !/^\u001B\[\d{1,2}m/.test(sequence))).toEqual([]);
  });
});

describe('wrap', () => {
  const joined = (text: string, width: number): string[] =>
    wrapLine([{ text, inserted: false }], width).map((line) =>
      line.map((part) => part.text).join(''),
    );

  it.each([
    ['one two three', 8, ['one two', 'three']],
    ['one two', 7, ['one two']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['a\n\nb', 5, ['a', '', 'b']],
    ['漢字漢字', 5, ['漢字', '漢字']],
    ['ｶﾅｶﾅ', 3, ['ｶﾅｶ', 'ﾅ']],
    ['ꀀꀀ', 3, ['ꀀ', 'ꀀ']],
    ['🫠🇩🇪', 3, ['🫠', '🇩🇪']],
    ['', 5, ['']],
  ])('%j in %d cells', (text, width, expected) => {
    expect(joined(text, width)).toEqual(expected);
  });

  it('loses nothing but spaces, and never exceeds its width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '漢', '👍', '\n'), maxLength: 80 }),
        fc.integer({ min: 2, max: 20 }),
        (text, width) => {
          const wrapped = joined(text, width);
          expect(wrapped.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          for (const line of wrapped) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        },
      ),
    );
  });
});

describe('renderPlan', () => {
  const plan: Plan = {
    tests: [
      {
        test_type: 'add_negation',
        scorer: 'embedding',
        minimum_pass_rate: 0.7,
        samples: 50,
        cases: 26,
        not_applicable: Array.from({ length: 24 }, (_, i) =>
          leftOutRow({ source: `a.jsonl:${i}` }),
        ),
        prompt: { source: 'a.jsonl:1', system: undefined, text: 'The moon is big.' },
      },
    ],
    sections: [{ section: 'model', names: ['openai/example-model'], least: 52, most: 52 }],
    requests: { total: 56, cap: 100 },
  };

  it('says what is asked, what is left out and how many requests are sent', () => {
    const text = renderPlan(plan, plain);
    expect(text).toMatch(/model +openai\/example-model +52 +— +—\n/);
    expect(text).toMatch(/add_negation +embedding +70% +50 +24 +26\n/);
    expect(text.replace(/\s+/g, ' ')).toContain(
      'add_negation: 24 samples left out: add_negation leaves this text as it is',
    );
    expect(text.replace(/\s+/g, ' ')).toContain('A run sends 56 requests at most. The cap is 100.');
    expect(text).toContain('    The moon is big.\n');
  });

  it('names requests to a judge as a range', () => {
    const judge = { section: 'judge' as const, names: ['openai/j'], least: 0, most: 157 };
    expect(renderPlan({ ...plan, sections: [judge] }, plain)).toMatch(/openai\/j +0 to 157 /);
  });

  it('of a gate with every kind of test fits on a screen', () => {
    const sequential = {
      ...{ perfect: { rows: 20, requests: 60 }, at_minimum: { rows: 36, requests: 108 } },
      ...{ deaf: { rows: 5, requests: 15 }, calibration: 0, read: 0 },
      plan_error: { good: 0.9, bad: 0.8, failed_if_good: 0.099, passed_if_bad: 0.287 },
    };
    const tests = Array.from({ length: 6 }, () => ({ ...plan.tests[0]!, sequential }));
    const data = Array.from({ length: 6 }, (_, i) => `"${i}.csv": 3 columns, 40 rows`);
    const text = renderPlan({ ...plan, tests, data }, plain);
    expect(lines(text).length).toBeLessThanOrEqual(40);
    expect(text).toMatch(/add_negation +70% +24 +26 +20 +5 +10% +29%\n/);
    expect(text).toContain('2 data sources more: see `--json`.');
  });

  it('warns where the cap is too low', () => {
    const capped = { ...plan, requests: { ...plan.requests, least: 30, cap: 40 } };
    expect(renderPlan(capped, plain).replace(/\s+/g, ' ')).toContain(
      'rows past it would be left in error',
    );
    expect(renderPlan({ ...plan, requests: { total: 1 } }, plain)).toContain('There is no cap.');
  });

  it('every hostile text', () => {
    for (const text of HOSTILE) {
      const test = {
        ...plan.tests[0]!,
        test_type: text,
        scorer: text,
        not_applicable: [leftOutRow({ source: text, original: text, reason: text })],
        prompt: { source: text, system: text, text },
      };
      holds(text, () =>
        harmless(
          renderPlan(
            { ...plan, tests: [test], sections: [{ ...plan.sections[0]!, names: [text] }] },
            plain,
          ),
        ),
      );
    }
  });
});
