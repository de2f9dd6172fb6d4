import { rowNotices } from '../../../src/report/story/run-notices.ts';
import { reportRow, resultRow } from '../sample-results.ts';

it('counts the answers of a test without those of other tests, and without rows that do not count', () => {
  const report = [
    reportRow({ test_type: 'refusal', filtered_count: 2 }),
    reportRow({ test_type: 'add_toxic_words' }),
  ];
  const answered = { expected_result: 'Yes.', actual_result: 'No.' };
  const results = [
    resultRow({ test_type: 'refusal', ...answered }),
    resultRow({ test_type: 'refusal', ...answered, counted: false }),
    resultRow({ test_type: 'add_toxic_words', ...answered }),
  ];
  expect(rowNotices({ report, results })).toContain(
    'refusal: a content filter of the endpoint withheld 2 of 2 answers. They count as refusals.',
  );
});
