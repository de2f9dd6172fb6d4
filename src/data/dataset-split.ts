import { z } from 'zod';
import { DataError } from '../errors.js';
import { quoted } from '../json.js';
import { ask } from './datasets-server.js';
import type { DataOptions } from './source.js';
import { didYouMeanSentence, list } from './printable.js';

const PREFERRED_SPLITS = ['test', 'validation', 'train'];

const splitsSchema = z.object({ splits: z.array(z.object({ config: z.string(), split: z.string() })) });

export interface DatasetSplit {
  dataset: string;
  config: string;
  split: string;
}

/**
 * Config and split as the source names them; else config `default`, split `test`, `validation` or `train`; else the
 * only one there is.
 *
 * @throws DataError that lists what there is, if it takes the user to choose
 */
export async function findSplit(options: DataOptions): Promise<DatasetSplit> {
  const { dataset, config, split } = parseName(options);
  if (config !== undefined && split !== undefined) return { dataset, config, split };

  const { splits } = await ask(options, { path: 'splits', query: { dataset }, schema: splitsSchema });
  const configs = [...new Set(splits.map((entry) => entry.config))];
  // Both parts are optional: the `test` of `hf:OWNER/NAME:test` is a split where there is no config of that name.
  const isSplit = config !== undefined && !configs.includes(config) && splits.some((entry) => entry.split === config);
  const [wantedConfig, wantedSplit] = isSplit ? [undefined, config] : [config, split];

  const chosen = choose(configs, wantedConfig, { kind: 'config', preferred: ['default'], dataset, options });
  const ofConfig = splits.filter((entry) => entry.config === chosen).map((entry) => entry.split);
  const of = { kind: 'split', preferred: PREFERRED_SPLITS, dataset, options } as const;
  return { dataset, config: chosen, split: choose(ofConfig, wantedSplit, of) };
}

function parseName({ source, where }: DataOptions) {
  const [, dataset, config, split] = /^hf:([\w.-]+\/[\w.-]+)(?::([^:]*))?(?::([^:]+))?$/.exec(source) ?? [];
  if (dataset !== undefined) return { dataset, config: config || undefined, split };
  throw new DataError(`${quoted(source)} does not name a data set on the Hugging Face Hub.`, {
    where,
    remedy: 'Write hf:OWNER/NAME, hf:OWNER/NAME:config or hf:OWNER/NAME:config:split.',
  });
}

interface Choice {
  kind: 'config' | 'split';
  preferred: readonly string[];
  dataset: string;
  options: DataOptions;
}

/** The wanted name if it is there; without one, the only one, or the first of those preferred. */
function choose(names: string[], wanted: string | undefined, choice: Choice): string {
  const { kind, preferred, dataset, options } = choice;
  const only = names.length === 1 ? names : [];
  const fitting = wanted === undefined ? [...preferred, ...only] : [wanted];
  const found = fitting.find((name) => names.includes(name));
  if (found !== undefined) return found;

  const there = names.length === 0 ? `no ${kind}s` : `the ${kind}s ${list(names)}`;
  const problem = wanted === undefined ? '' : `, but no ${quoted(wanted)}.${didYouMeanSentence(wanted, names)}`;
  throw new DataError(`The data set ${quoted(dataset)} has ${there}${problem || '.'}`, {
    where: options.where,
    remedy: `Name the ${kind}: ${quoted(`hf:${dataset}:${kind === 'config' ? 'CONFIG' : 'CONFIG:SPLIT'}`)}.`,
  });
}
