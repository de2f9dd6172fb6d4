// ncc reads a file with all its imports. This prints the folder of each package among them, one a
// line. The process ends before ncc builds the bundle, which takes twice as long.
import { createRequire } from 'node:module';
import ncc from '@vercel/ncc';

const require = createRequire(import.meta.url);
const loader = require.resolve('@vercel/ncc/dist/ncc/loaders/relocate-loader.js');
const assets = require(loader);
// Replaces the search for assets, which parses each module a second time.
require.cache[loader].exports = Object.assign(pass, assets);

function pass(source) {
  this._compilation.hooks.finishModules.tap('list', (modules) => {
    const folders = [...modules].flatMap(
      (module) =>
        /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module.nameForCondition()) ?? [],
    );
    console.log([...new Set(folders)].join('\n'));
    process.exit();
  });
  return source;
}

ncc(process.argv[2], { cache: false, quiet: true });
