import { DataError } from '../../src/errors.ts';
import { convert, type ConvertOptions } from '../../src/convert/convert.ts';

type Given = Partial<Pick<ConvertOptions, 'name' | 'hub' | 'model'>> & {
  files?: Record<string, string>;
};

/** Converts a text; the files that it names are in memory. */
export async function converting(
  text: string,
  { files = {}, name = 'source.yaml', ...given }: Given = {},
) {
  const read = (file: string, where: string): string => {
    if (files[file] !== undefined) return files[file];
    throw new DataError(`there is no file ${file}`, { where, remedy: 'Write it.' });
  };
  const sourceFiles: ConvertOptions['sourceFiles'] = {
    text: async (file, where) => read(file, where),
    fromRoot: async (file) => `quiz/${file}`,
    matching: async (pattern) => {
      const [before = '', after = ''] = pattern.split('*');
      return Object.keys(files).filter((file) => file.startsWith(before) && file.endsWith(after));
    },
    rows: async function* (file, where) {
      const [head = '', ...lines] = read(file, where).trim().split('\n');
      for (const [i, line] of lines.entries()) {
        const cells = line.split(',');
        yield {
          value: Object.fromEntries(head.split(',').map((column, at) => [column, cells[at] ?? ''])),
          source: `${file}:${i + 2}`,
        };
      }
    },
  };
  const made = await convert({
    text,
    name,
    sourceFiles,
    schema: 's',
    pathOf: (file) => `evals/${file}`,
    ...given,
  });
  const left = made.left_out.flatMap(({ what, places }) =>
    places.map((where) => `${where} ${what}`),
  );
  return { ...made, left, model: made.config.model as Record<string, unknown> };
}
