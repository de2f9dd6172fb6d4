// Guesses how a run sends a prompt, and what fills its placeholders.

/** Matches a placeholder for the text of each row, by one of its usual names. */
const USUAL_PLACEHOLDER = /\{\s{0,9}(?:text|question)\s{0,9}\}/;
/** Matches other placeholders than those for text and options, in single or double braces. */
const PLACEHOLDER = /\{\s{0,9}((?!(?:text|question|options)\s{0,9}\})[A-Za-z_]\w{0,99})\s{0,9}\}/g;
const IN_DOUBLE_BRACES = /\{\{\s{0,9}[A-Za-z_]\w{0,99}\s{0,9}\}\}/;
const IN_SINGLE_BRACES = /(?<!\{)\{\s{0,9}[A-Za-z_]\w{0,99}\s{0,9}\}(?!\})/g;
/** Matches files whose messages are a system prompt and a prompt. */
const MESSAGES_FILE = /\.(?:prompty|ya?ml)$/i;
const ABOUT_DOCUMENTS =
  /\b(?:documents?|documentation|context|passages?|sources?|pages? (?:below|above|of)|help (?:texts?|pages?|cent(?:er|re)s?|articles?)|faqs?|manuals?|handbooks?|knowledge bases?|articles?|(?:provided|given) (?:texts?|facts|information))\b/i;
const LABEL_ALONE =
  /^(?![^]*\bjson\b)[^]*\b(?:(?:one|single) word|nothing else|exactly one|only (?:the|one|with|by)|(?:label|category|class|intent|name|word)s? (?:only|alone))\b/i;
/** Matches names of placeholders that documents fill. */
const FOR_DOCUMENTS = /help|doc|context|passage|knowledge|faq|source|page|article|manual|polic|kb/i;
/** Matches names of placeholders for a value that all rows share. */
const FOR_ALL_ROWS =
  /tone|style|date|day|time|year|name|company|brand|shop|lang|locale|country|role|persona|label|categor|class|example|history|schema|format/i;
/** Matches names of placeholders for the text of a row. */
const FOR_TEXTS =
  /ask|query|question|request|message|msg|mail|input|prompt|ticket|user|text|comment|review|sentence|post|chat|claim|complaint|content/i;

/**
 * Describes how a run sends a prompt.
 *
 * @param documents - a glob for each document
 */
export function describePrompt(
  prompt: { file: string; text: string } | undefined,
  rows: { columns: string[]; text?: string } | undefined,
  documents: readonly string[],
) {
  const { file, text } = prompt ?? { file: '', text: '' };
  const { columns = [], text: namedColumn = 'YOUR-COLUMN' } = rows ?? {};
  // Rows of built-in sets, and of plain text, have no columns: their text is `text`.
  const textColumn = columns.length > 0 ? namedColumn : 'text';
  const names = placeholdersIn(text);
  const hasUsualName = USUAL_PLACEHOLDER.test(text);
  const textPlaceholder = hasUsualName
    ? undefined
    : findTextPlaceholder(names, columns, textColumn);
  const isTemplate = hasUsualName || textPlaceholder !== undefined || MESSAGES_FILE.test(file);
  const documentLine = findDocumentLine(text);
  const endsWithDocuments =
    documentLine !== undefined && documents.length > 0 && !isTemplate && names.length === 0;
  const others = endsWithDocuments ? ['help'] : names.filter((name) => name !== textPlaceholder);
  const placeholders = others.map((name) => {
    const folder = documents.find((glob) => glob.startsWith(`${name}/`)) ?? documents[0];
    // The documents fill it for built-in rows, too, which have no such column.
    const files = FOR_DOCUMENTS.test(name) ? folder : undefined;
    // The column `passage` of drafted rows fills the only placeholder if no document does.
    const spare = others.length === 1 && !files && 'passage';
    const column = columns.find((known) => known === name || known === spare);
    return { name, column, files };
  });
  if (textPlaceholder && textPlaceholder !== textColumn)
    placeholders.unshift({ name: textPlaceholder, column: textColumn, files: undefined });
  return {
    textColumn,
    // The placeholder for the text of a row, where it has a name of the product: `{ticket}`.
    textPlaceholder,
    // True if the file has a place for the text of a row; else it is a system prompt.
    isTemplate,
    documentLine,
    // True if documents go behind the prompt, which speaks of them and has no place for them.
    endsWithDocuments,
    // True if documents have a place in what is sent.
    sendsDocuments: others.some((name) => FOR_DOCUMENTS.test(name)),
    asksForLabel: LABEL_ALONE.test(text),
    // What fills each placeholder: a column of the rows, a glob of documents, both or nothing.
    placeholders,
  };
}

function placeholdersIn(text: string) {
  // If any name stands in double braces, a name in single braces is text.
  const template = IN_DOUBLE_BRACES.test(text) ? text.replaceAll(IN_SINGLE_BRACES, '') : text;
  return [...new Set(Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => name))];
}

/**
 * Finds the placeholder that stands for the text of a row under a name of the product: the name of
 * its column, the only name, or a name for texts of customers.
 */
function findTextPlaceholder(
  names: readonly string[],
  columns: readonly string[],
  textColumn: string,
) {
  if (names.includes(textColumn)) return textColumn;
  return names.find(
    (name) =>
      !columns.includes(name) &&
      !FOR_DOCUMENTS.test(name) &&
      !FOR_ALL_ROWS.test(name) &&
      (names.length === 1 || FOR_TEXTS.test(name)),
  );
}

function findDocumentLine(text: string) {
  for (const [index, line] of text.split('\n').entries())
    if (ABOUT_DOCUMENTS.test(line)) return { line, number: index + 1 };
  return undefined;
}
