import { z } from 'zod';
import { entryOf } from '../json.ts';
import refused from './langtest-parameters.json' with { type: 'json' };

/** Values that keys of the configuration have in common. */

/** Shell and workflow variables, which nothing fills in, and quotes that are none in YAML. */
const ODD_TEXT =
  /^\$(?:\w+|\{\w+\})$|\$\{\{|\{\{\s*(?:env|vars|secrets|inputs|matrix)\.|^[“‘„].*[”’“]$/;
const isMeant = (value: unknown) =>
  ![value].flat().some((one) => typeof one === 'string' && ODD_TEXT.test(one));
const SENT_UNCHANGED =
  'would be sent unchanged: variables are filled in nowhere here, and curly quotes are letters. Write the value itself; the inputs `hub`, `model` and `base-url` may hold variables.';

export const plainText = z.string().min(1).refine(isMeant, SENT_UNCHANGED);
const SHARE = 'must be >=0 and <=1';
export const share = z.number().min(0, SHARE).max(1, SHARE);
export const belowHalf = z.number().gt(0).lt(0.5);

/** Parameters of a request, without those that a server would ignore. */
export const parameters = z.record(
  z.string().refine((name) => entryOf(refused, name) === undefined, {
    error: ({ input }) => `is no parameter of a request. ${entryOf(refused, String(input))}`,
  }),
  z.unknown().refine(isMeant, SENT_UNCHANGED),
);

const PATH = /^(?![/~\s]|\w+:|(?:[^]*\/)?\.\.(?:\/|$))[^\\\p{Cc}]{1,300}$/u;

/** A file of the repository, the same at head and base. */
export const repositoryFile = plainText.regex(
  PATH,
  'must be a path from the root of the repository, with forward slashes, without `..`',
);

export const dataSource = plainText.regex(
  new RegExp(`^(?:builtin|hf):|${PATH.source}`, 'u'),
  'must be a path or a glob from the root of the repository, with forward slashes, without `..`; builtin:NAME; or hf:OWNER/NAME',
);

export const address = plainText.regex(
  /^https?:\/\/[^/]/i,
  'must be a URL, such as https://models.example.com/v1',
);

const FILE_NAME =
  /^(?:file:\/\/|@)?[^\s{}<>"'`|?*:]{1,300}\.(?:txt|md|markdown|prompty?|j2|jinja2?|tmpl|tpl|hbs|ya?ml|json|html?|toml|xml)$/i;

/** A prompt, and no path of one. */
export const promptText = z
  .string()
  .refine(
    (text) => !FILE_NAME.test(text.trim()),
    'is a path, and the model would read the path itself. Write it as prompt_file, or as system_prompt_file.',
  );

export const placeholderName = z
  .string()
  .regex(
    /^(?!(?:text|question|options)$)[A-Za-z_]\w*$/,
    'must be a name of letters, digits and _, and none of text, question and options',
  );

/** A name that `init` and examples write where only the user knows one. */
const EXAMPLE_NAME = /^your[-_ ][\w-]+$|^<[^<>]*>$/i;

export const modelName = plainText
  .refine((name) => !EXAMPLE_NAME.test(name), 'must be the name of a model, which only you know')
  .refine(
    (name) => !/[\p{Cc}\p{Cf}]|^\s|\s$/u.test(name),
    'has an invisible character. Write the name anew, without a copied sign',
  );

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Seconds, or a number with its unit; in milliseconds once parsed. */
export const duration = z
  .union([z.number(), z.string()])
  .transform((written) => {
    const [, count, unit = 's'] = /^(\d{1,7}(?:\.\d+)?)([smhd]?)$/.exec(String(written)) ?? [];
    return Number(count) * (SECONDS[unit] ?? 1) * 1000;
  })
  .refine(
    (milliseconds) => milliseconds > 0 && milliseconds <= 24 * 86_400_000,
    'must be a number of seconds, or one with its unit: 90s, 10m, 2h or 7d; at most 24d',
  );
