import { patchLines, placeFindings, type Finding } from '../../../src/github/place-findings.ts';
import { reviewTexts, type RestoringPart } from '../../../src/report/formats/review.ts';
import { asGitHub } from '../../support/gfm.ts';
import { HOSTILE } from '../hostile.ts';
import { resultRow, results } from '../sample-results.ts';

const PART: RestoringPart = {
  path: 'prompts/system.md',
  base: ['Mind every "not".'],
  head: ['Be quick.'],
  sentence: 'Reverting this line restores 7 of the 8 rows that broke (asking again restores 1).',
  rows: [0, 1, 2, 3],
};
const rows = Array.from({ length: 4 }, (_, i) =>
  resultRow({
    source: `evals/questions.jsonl:${i + 1}`,
    original: `Is it ${i}?`,
    test_case: `Is it not ${i}?`,
  }),
);
const describePart = (part: RestoringPart, given = results({ results: rows })): Finding => {
  return {
    ...part,
    kind: 'attribution',
    id: 'part',
    restored: { firstLine: 1, head: part.head, base: part.base },
    body: () => reviewTexts(given, {}).describePart(part),
  };
};
const patch = ({ base, head }: RestoringPart) =>
  [
    `@@ -1,${base.length} +1,${head.length} @@`,
    ...base.map((line) => `-${line}`),
    ...head.map((line) => `+${line}`),
  ].join('\n');
const placed = (part: RestoringPart, given?: ReturnType<typeof results>) =>
  placeFindings(
    [describePart(part, given)],
    [{ path: part.path, diff: patchLines(patch(part)) }],
    10,
  ).placed[0]!;

it('a part: the effect of reverting it, three rows, and the text of the base to apply', () => {
  const { lines, body } = placed(PART);
  expect(lines).toEqual({ first: 1, last: 1 });
  expect(body).toMatch(
    /^<p><b>Reverting this line restores 7 of the 8 rows that broke \(asking again restores 1\)\.<\/b><\/p>\n<table>/,
  );
  expect(body.match(/Is it (?:<b><ins>)?not/g)).toHaveLength(3);
  expect(body).toMatch(/<\/table>\n\n```suggestion\nMind every "not"\.\n```$/);
});

it('a changed rule: old and new value, and the verdict by the rules of the base', () => {
  const changes = [{ path: 'tests.sensitivity.add_negation.min_pass_rate', old: 0.85, new: 0.7 }];
  const base_rules = results({ outcome: 'fail' });
  const { describeRules } = reviewTexts(
    results({ outcome: 'pass', rules_changed: changes, base_rules }),
    { base: 'main' },
  );
  expect(describeRules(changes).replace(/<[^>]+>/g, '')).toMatch(
    /^This pull request changes the gate: tests\.sensitivity\.add_negation\.min_pass_rate 0\.85 → 0\.7\. By the rules of main: fail \(/,
  );
});

it('the review: the verdict, how many findings, and a link to the comment', () => {
  const { describeReview } = reviewTexts(results(), { key: 'gpt' });
  expect(describeReview(2, 'https://github.com/o/r/pull/1#issuecomment-1')).toMatchInlineSnapshot(`
"<p>❌ <b>Sensitivity (gpt) failed: the model keeps its answers in spite of a &quot;not&quot; too often</b></p>
<p>2 findings at lines of this pull request. <a href="https://github.com/o/r/pull/1#issuecomment-1">The comment has all results.</a></p>"
`);
  expect(describeReview(0)).toContain('No finding at a line of this pull request.');
});

it('hostile rows, names and prompts add no mention, link, element or end of a fence', () => {
  for (const text of HOSTILE) {
    const hostile = resultRow({
      original: text,
      test_case: `not ${text}`,
      expected_result: text,
      actual_result: text,
      source: `${text}:1`,
    });
    const lines = text.split('\n');
    const part = { ...PART, sentence: text, base: lines, head: ['x'], rows: [0] };
    const given = results({
      results: [hostile],
      rules_changed: [{ path: text, old: text, new: text }],
    });
    const { failingRows: failing, describeRules } = reviewTexts(given, { base: text });
    for (const body of [
      placed(part, given).body,
      failing[0]!.body(),
      describeRules(given.rules_changed!),
    ]) {
      const { blocks, elements, links, images, mentions, references, addresses, comments } =
        asGitHub(`<!-- marker -->\n${body}`);
      expect({ text, blocks: blocks.filter((block) => block !== 'code') }).toEqual({
        text,
        blocks: [],
      });
      expect(blocks.length).toBeLessThanOrEqual(1);
      expect({ text, links, images, mentions, references, addresses }).toEqual({
        text,
        links: [],
        images: [],
        mentions: [],
        references: [],
        addresses: [],
      });
      expect(
        elements
          .map(({ name }) => name)
          .filter((name) => /script|details|img|form|style/.test(name)),
      ).toEqual([]);
      expect(comments).toHaveLength(1);
    }
  }
});
