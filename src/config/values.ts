import { z } from 'zod';
import refused from './langtest-parameters.json' with { type: 'json' };

/** Values that keys of the configuration have in common. */

/** Shell and workflow variables, which nothing fills in, and quotes that are none in YAML. */
const ODD_TEXT =
  /^\$(?:\w+|\{\w+\})$|\$\{\{|\{\{\s*(?:env|vars|secrets|inputs|matrix)\.|^[“‘„].*[”’“]$/;
const isMeant = (value: unknown) => !ODD_TEXT.test(String(value));
const SENT_UNCHANGED =
  'would be sent unchanged: variables are filled in nowhere here, and curly quotes are letters. Write the value itself; the inputs `hub`, `model` and `base-url` may hold variables.';

export const plainText = z.string().min(1).refine(isMeant, SENT_UNCHANGED);
export const share = z.number().min(0).max(1);
export const belowHalf = z.number().gt(0).lt(0.5);
export const mapping = z.record(z.string(), z.unknown());

const REMEDIES: Readonly<Record<string, string>> = refused;

/** Parameters of a request, without those that a server would ignore. */
export const parameters = z.record(
  z.string().refine((name) => !Object.hasOwn(REMEDIES, name), {
    error: ({ input }) => `is no parameter of a request. ${REMEDIES[String(input)] ?? ''}`,
  }),
  z.unknown().refine(isMeant, SENT_UNCHANGED),
);

const PATH = /^(?![/~\s]|\w+:|(?:[^]*\/)?\.\.(?:\/|$))[^\\\p{Cc}]{1,300}$/u;

/** A file of the repository, the same at head and base. */
export const repositoryFile = plainText.regex(
  PATH,
  'must be a path from the root of the repository, with forward slashes, without `..`',
);

export const dataSource = plainText.refine(
  (source) => /^(?:builtin|hf):/.test(source) || PATH.test(source),
  {
    error:
      'must be a path or a glob from the root of the repository, with forward slashes, without `..`; builtin:NAME; or hf:OWNER/NAME',
  },
);

const FILE_NAME =
  /^(?:file:\/\/|@)?[^\s{}<>"'`|?*:]{1,300}\.(?:txt|md|markdown|prompty?|j2|jinja2?|tmpl|tpl|hbs|ya?ml|json|html?|toml|xml)$/i;

/** A prompt, and no path of one. */
export function promptText(key: string) {
  return z.string().refine((text) => !FILE_NAME.test(text.trim()), {
    error: `is a path, and the model would read the path itself. Write it as ${key}.`,
  });
}

export const placeholderName = z
  .string()
  .regex(
    /^(?!(?:text|question|options)$)[A-Za-z_]\w*$/,
    'must be a name of letters, digits and _, and none of text, question and options',
  );

/** A name that `init` and examples write where only the user knows one. */
const EXAMPLE_NAME = /^your[-_ ][\w-]+$|^<[^<>]*>$/i;

export const modelName = plainText.refine((name) => !EXAMPLE_NAME.test(name), {
  error: 'must be the name of a model, which only you know',
});

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };
const MAX_SECONDS = 30 * 86_400;

function secondsIn(written: string | number): number {
  const [, count, unit = 's'] = /^(\d{1,7}(?:\.\d+)?)([smhd]?)$/.exec(String(written)) ?? [];
  return Number(count) * (SECONDS[unit] ?? 1);
}

/** Seconds, or a number with its unit; in milliseconds once parsed. */
export const duration = z
  .union([z.number(), z.string()])
  .refine((written) => secondsIn(written) > 0 && secondsIn(written) <= MAX_SECONDS, {
    error: 'must be a number of seconds, or one with its unit: 90s, 10m, 2h or 7d; at most 30d',
  })
  .transform((written) => secondsIn(written) * 1000);

/** A number as Python and YAML both read it: `0.`, `.5`, `-1e-1`. */
const NUMBER = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`;
const PAIR = String.raw`\(\s*(${NUMBER})\s*,\s*(${NUMBER})\s*(?:,\s*)?\)`;
const PYTHON_PAIR = new RegExp(`^${PAIR}$`);
const THRESHOLD_IN_BRACES = new RegExp(String.raw`[{,]\s*(["']?)threshold\1\s*:\s*${PAIR}`, 'g');

/** A threshold that is a Python tuple between braces, where YAML reads two values, as a list. */
export function tuplesAsLists(text: string): string {
  return text.replace(THRESHOLD_IN_BRACES, (match) => match.replace('(', '[').replace(')', ']'));
}

/** A pair of ends, in YAML or, as LangTest's pages write it, in Python: `(-0.1, 0.1)`. */
export const thresholdPair = z.preprocess(
  (value) => PYTHON_PAIR.exec(String(value))?.slice(1).map(Number) ?? value,
  z
    .tuple([z.number(), z.number()], { error: 'must be a pair [low, high]' })
    .refine(([low, high]) => low <= high, {
      error: 'has its ends in the wrong order, so that no row could fail. Write [low, high].',
    }),
);
