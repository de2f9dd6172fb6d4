import { z } from 'zod';

/**
 * Matches shell and workflow variables, which nothing fills in, and texts in curly quotes, which
 * YAML reads as letters.
 */
const ODD_TEXT =
  /^\$(?:\w+|\{\w+\})$|\$\{\{|\{\{\s*(?:env|vars|secrets|inputs|matrix)\.|^[“‘„].*[”’“]$/;

/** False for a text, or a list with a text, that its author may expect to be replaced. */
export const isLiteral = (value: unknown) =>
  ![value].flat().some((part) => typeof part === 'string' && ODD_TEXT.test(part));

/** The message for a value that is not literal. */
export const SENT_UNCHANGED =
  'would be sent unchanged: variables are not expanded here, and curly quotes are not quotes. Write the value itself; the inputs `hub`, `model` and `base-url` may use variables';

/** A text of a configuration that is sent, or looked for, unchanged. */
export const literalText = z.string().min(1).refine(isLiteral, SENT_UNCHANGED);
