/** A part of a prompt: a text as it stands, or a variable. */
type TemplatePart = { text: string } | { variable: string };
export type Template = readonly TemplatePart[];

/** Parses a template; undefined if the text holds filters, conditions, loops or comments. */
export function templateOf(text: string): Template | undefined {
  const pieces = text.split(/\{\{-?\s{0,9}([A-Za-z_]\w{0,99})\s{0,9}-?\}\}/);
  // The names that the pattern captures stand at odd places.
  const template = pieces.map((piece, i): TemplatePart =>
    i % 2 === 0 ? { text: piece } : { variable: piece },
  );
  const isPlain = template.every((part) => !('text' in part) || !/\{[{%#]/.test(part.text));
  return isPlain ? template : undefined;
}

/** Joins the parts of a template, each written by one of the functions. */
export function joinTemplate(
  template: Template,
  writeVariable: (name: string) => string,
  writeText: (text: string) => string = (text) => text,
): string {
  return template
    .map((part) => ('text' in part ? writeText(part.text) : writeVariable(part.variable)))
    .join('');
}

export function templateVariables(template: Template): string[] {
  return [...new Set(template.flatMap((part) => ('text' in part ? [] : part.variable)))];
}
