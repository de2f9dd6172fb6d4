// Lets ncc read a file with all that it imports, and prints the folders of the packages among that,
// a line each. The process ends there: what ncc makes of the modules takes twice as long.
import { createRequire } from 'node:module';
import ncc from '@vercel/ncc';

const require = createRequire(import.meta.url);
const loader = require.resolve('@vercel/ncc/dist/ncc/loaders/relocate-loader.js');
const assets = require(loader);
// In place of the search for assets, which parses each module once more.
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
