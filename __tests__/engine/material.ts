/** What a judge's prompt hands over, at its very end. */
export const materialOf = (prompt: string) =>
  JSON.parse(prompt.slice(prompt.lastIndexOf('\n{\n') + 1)) as Record<string, string>;

/** The prompt around its material, and the material, parsed. */
export function parts(prompt: string): {
  before: string;
  block: string;
  after: string;
  material: Record<string, unknown>;
} {
  const lines = prompt.split('\n');
  const [first, last] = [lines.indexOf('{'), lines.lastIndexOf('}')];
  expect(lines.filter((line) => line === '{' || line === '}')).toHaveLength(2);
  const block = lines.slice(first, last + 1).join('\n');
  return {
    before: lines.slice(0, first).join('\n'),
    block,
    after: lines.slice(last + 1).join('\n'),
    material: JSON.parse(block) as Record<string, unknown>,
  };
}
