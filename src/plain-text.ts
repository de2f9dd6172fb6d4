import { z } from 'zod';

/** Shell and workflow variables, which nothing fills in, and quotes that are none in YAML. */
const ODD_TEXT =
  /^\$(?:\w+|\{\w+\})$|\$\{\{|\{\{\s*(?:env|vars|secrets|inputs|matrix)\.|^[“‘„].*[”’“]$/;
export const isMeant = (value: unknown) =>
  ![value].flat().some((one) => typeof one === 'string' && ODD_TEXT.test(one));
export const SENT_UNCHANGED =
  'would be sent unchanged: variables are filled in nowhere here, and curly quotes are letters. Write the value itself; the inputs `hub`, `model` and `base-url` may hold variables.';

/** What `init` leaves to its user. */
export const isFilledIn = (text: string) => !/^(?:https:\/\/)?YOUR-[A-Z]/.test(text);

/** A text of a configuration that is sent or looked for as it is written. */
export const plainText = z.string().min(1).refine(isMeant, SENT_UNCHANGED);
