/** The lines of a file, one by one: together they may be longer than a text can be. */
export function linesOf(bytes: Buffer): string[] {
  const lines: string[] = [];
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf('\n', from);
    const to = end === -1 ? bytes.length : end;
    lines.push(bytes.toString('utf8', from, to));
    from = to + 1;
  }
  return lines;
}
