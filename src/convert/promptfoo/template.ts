/** A text split at its variables: their names stand at odd places. */
export type Template = readonly string[];

/** Undefined if the text holds filters, conditions, loops or comments. */
export function templateOf(text: string): Template | undefined {
  const pieces = text.split(/\{\{-?\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}-?\}\}/);
  return pieces.some((piece, i) => i % 2 === 0 && /\{[{%#]/.test(piece)) ? undefined : pieces;
}

export const rendered = (template: Template, values: Readonly<Record<string, string>>): string =>
  template.map((piece, i) => (i % 2 === 0 ? piece : (values[piece] ?? ''))).join('');

export const templateVariables = (template: Template): string[] => [
  ...new Set(template.filter((_, i) => i % 2 === 1)),
];
