import path from 'node:path';
import { VERDICT_OPTIONS, type Command } from './command.js';
import { runTests } from './run.js';

export const merge: Command = {
  name: 'merge',
  about: 'decide a run from what its shards wrote, and send nothing',
  more: 'Takes the folder with the files that `run --shard` left, or with a folder for each, and the options and keys that the shards had. The verdict and the rows are those of one run.',
  words: { name: 'DIR', inWords: 'the folder that the files of the shards are in', least: 1, most: 1, completes: 'file' },
  options: VERDICT_OPTIONS,
  examples: [
    ['merge shards', 'all files of shards in ./shards'],
    ['merge --base origin/main shards', 'as its shards were asked, beside what main answers'],
  ],
  run: ({ options, words: [folder = ''] }, terminal) => runTests(options, terminal, path.resolve(terminal.root, folder)),
};
