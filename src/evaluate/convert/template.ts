/** A text with places for variables: `{{ name }}`, as promptfoo (Nunjucks) and OpenAI's evals write them. */
export type Template = readonly Piece[];
export type Piece = { text: string } | { variable: string };

const VARIABLE = /^[A-Za-z_$][\w$.-]*$/;

/** The pieces; a text is why it cannot be read: filters, conditions and loops are a language of their own. */
export function parseTemplate(text: string): Template | string {
  const pieces: Piece[] = [];
  let at = 0;
  const opens = /\{[{%#]/g;
  for (;;) {
    opens.lastIndex = at;
    const open = opens.exec(text);
    if (open === null) break;
    const [[, sign], start] = [open[0], open.index];
    if (sign !== '{') return sign === '%' ? 'it has conditions or loops ({% … %})' : 'it has comments ({# … #})';
    const end = text.indexOf('}}', start);
    if (end === -1) return 'a variable is not closed: {{ without }}';
    const inner = text
      .slice(start + 2, end)
      .replace(/^-/, '')
      .replace(/-$/, '')
      .trim();
    if (!VARIABLE.test(inner)) return `{{${inner.slice(0, 40)}}} is more than the name of a variable`;
    if (start > at) pieces.push({ text: text.slice(at, start) });
    pieces.push({ variable: inner });
    at = end + 2;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

export function variablesOf(template: Template): string[] {
  return [...new Set(template.flatMap((piece) => ('variable' in piece ? [piece.variable] : [])))];
}

/** With values in the places; undefined where one is missing. */
export function rendered(template: Template, values: Readonly<Record<string, string>>): string | undefined {
  const texts = template.map((piece) => {
    if ('text' in piece) return piece.text;
    return Object.hasOwn(values, piece.variable) ? values[piece.variable]! : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join('');
}

/** Some of the variables filled in for good. */
export function filledIn(template: Template, values: Readonly<Record<string, string>>): Template {
  return template.map((piece) =>
    'variable' in piece && Object.hasOwn(values, piece.variable) ? { text: values[piece.variable]! } : piece,
  );
}

/** As `model.prompt` has it, where braces of the text's own stand twice. */
export function escaped(text: string): string {
  return text.replace(/[{}]/g, '$&$&');
}
