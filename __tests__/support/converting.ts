import { DataError } from '../../src/errors.js';
import { convert } from '../../src/evaluate/convert/convert.js';
import type { Converted, ConvertOptions } from '../../src/evaluate/convert/converted.js';

type Given = Partial<Pick<ConvertOptions, 'name' | 'rows' | 'hub' | 'model' | 'data'>> & { files?: Record<string, string> };

/** A text of another tool in our words; the files that it names are in memory. */
export function converting(text: string, { files = {}, name = 'source.yaml', ...given }: Given = {}): Promise<Converted> {
  const read = (file: string, where: string): string => {
    if (files[file] !== undefined) return files[file];
    throw new DataError(`there is no file ${file}`, { where, remedy: 'Write it.' });
  };
  const companions: ConvertOptions['companions'] = {
    text: async (file, where) => read(file, where),
    rows: async function* (file, where) {
      const [head = '', ...lines] = read(file, where).trim().split('\n');
      const names = head.split(',');
      for (const [i, line] of lines.entries()) {
        const cells = line.split(',');
        yield { value: Object.fromEntries(names.map((column, at) => [column, cells[at] ?? ''])), source: `${file}:${i + 2}` };
      }
    },
  };
  return convert({ text, name, companions, ...given }, (file) => `evals/${file}`);
}

/** Where and what, in the order in which it was met. */
export const leftOut = ({ left_out }: Converted): string[] => left_out.map(({ where, what }) => `${where} ${what}`);
