import { blockLines } from '../../../src/report/formats/terminal-blocks.ts';

const BOLD = '\u001B[1m';

it('a sentence that begins with emphasis is bold, and one that begins with text is not', () => {
  const layout = { columns: 80, color: true };
  const block = { place: 'head', sentences: [['Plain.'], [{ strong: 'Loud.' }]] } as const;
  const [plain, loud] = blockLines(block, layout);
  expect(plain).not.toContain(BOLD);
  expect(loud).toContain(BOLD);
});
