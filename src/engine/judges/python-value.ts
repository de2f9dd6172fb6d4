const ESCAPES: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Returns a value of JSON as Python's `repr()` prints it. Invisible characters are escaped. */
export function pythonValue(value: unknown): string {
  if (typeof value === 'string') return pythonText(value);
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(', ')}]`;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object' || value === null)
    return value === null ? 'None' : JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, item]) => `${pythonText(key)}: ${pythonValue(item)}`)
    .join(', ')}}`;
}

function pythonText(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text.replace(/[\\\p{C}\p{Z}']/gu, (character) => {
    if (character === ' ') return character;
    if (character === "'") return quote === "'" ? "\\'" : character;
    const code = character.codePointAt(0)!;
    const digits = code.toString(16);
    const escape = ESCAPES[character];
    if (escape !== undefined) return escape;
    if (code < 0x100) return `\\x${digits.padStart(2, '0')}`;
    return code < 0x10000 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
  });
  return `${quote}${escaped}${quote}`;
}
