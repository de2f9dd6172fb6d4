import type { Overrides } from '../../src/config/config.ts';
import { readConfig } from '../../src/config/read.ts';
import { ConfigError } from '../../src/shared/errors.ts';
import type { Files } from '../../src/shared/files.ts';

export const FILE = 'f.yml';
export const LANGTEST_INPUTS = { hub: 'reference', model: 'attentive', data: 'builtin:statements' };

export function filesOf(texts: Readonly<Record<string, string | Buffer>>): Files {
  return {
    name: 'the work tree',
    list: async () => Object.keys(texts).sort(),
    read: async (paths) =>
      paths.map((file) =>
        Object.hasOwn(texts, file) ? Buffer.from(texts[file] ?? '') : undefined,
      ),
  };
}

export interface Given {
  files?: Readonly<Record<string, string | Buffer>>;
  overrides?: Overrides;
}

export function read(text: string, { files = {}, overrides }: Given = {}) {
  return readConfig({ path: FILE, bytes: Buffer.from(text), files: filesOf(files), overrides });
}

/** Each problem as `place: message | remedy`. */
export async function problemsOf(text: string, given?: Given): Promise<string[]> {
  try {
    await read(text, given);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const first = { where: error.where, message: error.message, remedy: error.remedy };
    return [first, ...error.others].map(
      ({ where, message, remedy }) => `${where}: ${message} | ${remedy}`,
    );
  }
  return [];
}

const MODEL = 'model: { hub: openai, name: m }\n';
const DATA = 'data: { source: a.csv }\n';

/** Our configuration with these tests. */
export const ours = (tests: string, more = '') =>
  `${MODEL}${DATA}tests: { sensitivity: { ${tests} } }\n${more}`;

/** Our configuration with these keys of `model`. */
export const withModel = (keys: string) =>
  `model: { hub: openai, name: m, ${keys} }\n${DATA}tests: { sensitivity: { refusal: {} } }\n`;

export const langTest = (more = '') => `tests: { sensitivity: { add_negation: {} } }\n${more}`;
