import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'yaml';
import { UNNAMED_MODEL } from '../../config/resolve.js';
import { readRules } from '../../config/rules.js';
import { DataError } from '../../errors.js';
import { isLoopback } from '../../models/http/endpoint.js';
import { validate, type Found, type Validated } from '../validate.js';
import { CONFIG_NAME, DATA_NAME, REFUSALS_NAME, type PathOf } from './assemble.js';
import type { Converted, NewFile } from './converted.js';
import { isMapping } from '../../json.js';

interface CheckOptions {
  files: readonly NewFile[];
  root: string;
  pathOf: PathOf;
  /** The file that was converted. */
  from: string;
}

/**
 * Takes out the tests that could not begin: rows that cannot be negated, say. What is written afterwards loads.
 * @throws DataError where none is left
 */
export async function checked(converted: Converted, options: CheckOptions): Promise<Converted> {
  const { sensitivity } = converted.config.tests as { sensitivity: Record<string, unknown> };
  const folder = await mkdtemp(path.join(tmpdir(), 'sensitivity-convert-'));
  try {
    for (const { name, text } of options.files) await writeFile(path.join(folder, name), text);
    const left_out = [...converted.left_out];
    const kept: Record<string, unknown> = {};
    const notices: string[] = [];
    let problem: Found | undefined;
    for (const [test, body] of Object.entries(sensitivity)) {
      const { problems, notices: told } = await validated(withTests(converted.config, { [test]: body }), { ...options, folder });
      const [first] = problems;
      problem ??= first;
      if (first === undefined) notices.push(...told);
      if (first === undefined) kept[test] = body;
      else left_out.push({ what: `the test ${test}`, where: options.from, why: first.message, instead: first.remedy });
    }
    if (Object.keys(kept).length === 0 && problem) {
      throw new DataError(`nothing of it can be asked here: ${problem.message}`, { where: options.from, remedy: problem.remedy });
    }
    const config = withTests(converted.config, kept);
    const isRead = Object.values(kept).some((body) => !isMapping(body) || body.data === undefined);
    return {
      ...converted,
      // What no test reads any more is not written.
      config: isRead ? config : Object.fromEntries(Object.entries(config).filter(([key]) => key !== 'data')),
      rows: isRead ? converted.rows : [],
      refusals: Object.hasOwn(kept, 'refusal') ? converted.refusals : [],
      left_out,
      notices: [...new Set(notices)],
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function withTests(config: Record<string, unknown>, sensitivity: Record<string, unknown>): Record<string, unknown> {
  return { ...config, tests: { ...(config.tests as Record<string, unknown>), sensitivity } };
}

/** As `validate` finds them, over the files as they will be. */
async function validated(
  config: Record<string, unknown>,
  { files, root, pathOf, folder }: CheckOptions & { folder: string },
): Promise<Validated> {
  const file = pathOf(CONFIG_NAME);
  // Only the user knows the name, and the rows can be looked at without it.
  const overrides = isMapping(config.model) && config.model.name === UNNAMED_MODEL ? { model: 'model' } : {};
  const text = stringify(relocated(config, new Map([DATA_NAME, REFUSALS_NAME].map((name) => [pathOf(name), path.join(folder, name)]))));
  const rules = await readRules({
    read: async () => text,
    readPrompt: async (named) => files.find(({ name }) => path.posix.normalize(pathOf(name)) === named)?.text,
    file,
    overrides,
  });
  return validate({
    config: { path: file, ref: 'local', rules },
    overrides,
    root,
    confined: false,
    keys: {},
    allowedHosts: strangeHosts(config),
    missingKey: 'fail',
  });
}

/** The files of rows lie elsewhere until they are written. */
function relocated(value: unknown, moved: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return (value as unknown[]).map((one) => relocated(one, moved));
  if (!isMapping(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === 'source' && typeof one === 'string' ? (moved.get(one) ?? one) : relocated(one, moved),
    ]),
  );
}

/** Hosts that the command line has to allow. */
export function strangeHosts({ model }: Record<string, unknown>): string[] {
  const { url, base_url } = model as Record<string, unknown>;
  return [url, base_url].flatMap((address) => {
    if (typeof address !== 'string' || !URL.canParse(address)) return [];
    const parsed = new URL(address);
    return isLoopback(parsed) ? [] : [parsed.host];
  });
}
