import { patchLines, placeFindings } from '../../src/github/place-findings.ts';

const PATH = 'prompts/system.md';

/** The lines and the block of a part's comment, in the diff of this patch. */
function placed(patch: string[], first: number, head: string[], base: string[]) {
  const finding = {
    kind: 'attribution' as const,
    id: 'a',
    path: PATH,
    base,
    head,
    restored: { firstLine: first, head, base },
    body: () => '',
  };
  const files = [{ path: PATH, diff: patchLines(patch.join('\n')) }];
  const [comment] = placeFindings([finding], files, 1).placed;
  return { lines: comment!.lines, block: comment!.body.trim() };
}

it('a byte-order mark is no part of the first line', () => {
  const patch = ['@@ -1,2 +1,2 @@', '-\uFEFFRead.', '+\uFEFFSkip.', ' Be brief.'];
  expect(placed(patch, 1, ['Skip.'], ['Read.'])).toEqual({
    lines: { first: 1, last: 1 },
    block: '```suggestion\nRead.\n```',
  });
});

it('a removed paragraph is found, whichever of two equal lines the diff shows as removed', () => {
  const patch = ['@@ -1,5 +1,3 @@', ' One.', ' ', '-Two.', '-', ' Three.'];
  expect(placed(patch, 2, [], ['', 'Two.'])).toEqual({
    lines: { first: 1, last: 1 },
    block: '```suggestion\nOne.\n\nTwo.\n```',
  });
});

it('a removed end of a file without a final line break', () => {
  const end = '\\ No newline at end of file';
  const patch = ['@@ -1,3 +1 @@', '-One.', '-', '-Two.', end, '+One.', end];
  expect(placed(patch, 2, [], ['', 'Two.']).block).toBe('```suggestion\nOne.\n\nTwo.\n```');
});

it('a new file has no suggestion: without its lines it is empty', () => {
  const patch = ['@@ -0,0 +1,2 @@', '+Skip.', '+All.'];
  expect(placed(patch, 1, ['Skip.', 'All.'], [])).toEqual({
    lines: { first: 1, last: 2 },
    block: '```diff\n-Skip.\n-All.\n```',
  });
});
