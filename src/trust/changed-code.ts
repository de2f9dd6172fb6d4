import { quotedNames } from '../data/printable.ts';
import { tryStep } from '../shared/errors.ts';
import type { Side, Sides } from './find-sides.ts';

/** Matches files with code or settings of an app, but not its tests: `src/latest/bot.py`. */
const CODE =
  /^(?!(?:.*[/._-])?(?:tests?|specs?|examples?|fixtures?)[/._-])(?:.*\.(?:py|ipynb|[cm]?[jt]sx?|go|rs|rb|java|kt|cs|php)|(?=.*(?:config|settings|model|llm)).*\.(?:json|ya?ml|toml))$/i;
/** Most code files that are read, and most names and lines that are searched for. */
const MAX_SEARCHED = 50;
/** Longer files, such as a tokenizer, count as empty: to search them would take minutes. */
const MAX_CODE_BYTES = 500_000;
/** In characters. Lines up to this length may occur in any code. */
const MIN_LINE_LENGTH = 40;

/**
 * Warns if changed code no longer names the model, a parameter, a prompt file or a page that the
 * configuration still names, or if it now contains a line of a prompt or a page. The app may then
 * send something other than the gate does.
 */
export async function codeWarnings(
  base: Side,
  { head, origin = base, changes = new Map() }: Sides,
) {
  const { texts, model } = head.config.subject;
  const paths = [...changes.keys()]
    // An app is asked itself, whatever its code names.
    .filter((file) => model.hub !== 'http' && CODE.test(file) && file !== head.config.path)
    .slice(0, MAX_SEARCHED);
  const old = await readCode(origin, paths);
  const now = await readCode(head, paths);
  // Code that reads all pages of a folder may name only the folder.
  const files = Object.entries(texts).flatMap(
    ([field, { file }]) => file?.split('/').slice(field.includes(':') ? -2 : -1) ?? [],
  );
  const values = Object.entries(model.parameters).map((entry) => entry.join(' '));
  const lines = Object.values(origin.config.subject.texts)
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => normalizeCode(line).length > MIN_LINE_LENGTH);
  const moved = [
    ...findOnlyIn(old, now, new Set([model.name, ...values, ...files])),
    ...findOnlyIn(now, old, lines),
  ];
  return moved[0]
    ? [
        `Changed code (${quotedNames(paths)}) drops or copies what the gate sends: ${quotedNames(moved)}. If your app now sends something else, this gate does not test what ships. Let the code read them from the file again, put the new model, file or value into the configuration, or ask the app itself (\`hub: http\`).`,
      ]
    : [];
}

async function readCode({ files }: Side, paths: readonly string[]) {
  // An unreadable path, such as a link, counts as empty.
  const contents = await Promise.all(paths.map((file) => tryStep(() => files.read([file]))));
  return normalizeCode(
    contents
      .flat()
      .filter((bytes) => bytes && bytes.length <= MAX_CODE_BYTES)
      .join(),
  );
}

/** The names or lines that occur in `code`, but not in `other`. */
function findOnlyIn(code: string, other: string, names: Iterable<string>) {
  return [...names]
    .slice(0, MAX_SEARCHED)
    .filter((name) => code.includes(normalizeCode(name)) && !other.includes(normalizeCode(name)));
}

/**
 * Reduces code to words between single spaces: so no name is found inside a longer one, and a line
 * is found even if it is wrapped. Drops zeros at the end of a fraction: 0.30 is 0.3.
 */
function normalizeCode(code: string) {
  return ` ${code.toLowerCase().replaceAll(/(?:[^\p{L}\p{N}_.-]|(?<=\.\d{0,5}[1-9])0{1,9}(?!\d))+/gu, ' ')} `;
}
