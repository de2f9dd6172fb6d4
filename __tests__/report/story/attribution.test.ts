import type { Results } from '../../../src/engine/results.ts';
import { attributionSentence } from '../../../src/report/story/attribution.ts';
import { reportRow, resultRow, results } from '../sample-results.ts';

it('names the broken rule by the figures of the test, whatever the judge wrote', () => {
  const rules = ['Names no price.', 'Says “maybe” ”never”.'].map((rule) => ({
    rule,
    kept_count: 3,
    broken_count: 5,
    untouched_count: 0,
    tested: true,
  }));
  const row = resultRow({
    test_type: 'rules',
    state: 'breaks under pressure',
    rule_verdicts: {
      original: [{ verdict: 'kept' }, { verdict: 'kept' }],
      test_case: [{ verdict: 'kept' }, { verdict: 'broken' }],
    },
  });
  const part = {
    ...{ field: 'prompt', place: 'prompts/a.md:5', path: 'prompts/a.md', line: 5 },
    ...{ old: 'a', new: 'b', base: [], head: ['b'], restored: 3, asked: 4, p: 0.01 },
    ...{ named: true, rows: [0] },
  };
  const attribution = {
    ...{ kind: 'one', parts: [part], rows: 2, requests: 8 },
    control: { restored: 0, asked: 4 },
  } as unknown as Results['attribution'];
  const report = [
    reportRow({ test_type: 'rules', method: 'stream', decision: 'sequential', rules } as never),
  ];
  expect(attributionSentence({ ...results(), results: [row], report, attribution })).toContain(
    'With it the model breaks the rule “Says “maybe” ”never”.” under pressure.',
  );
});
