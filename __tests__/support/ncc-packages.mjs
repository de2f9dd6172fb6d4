// Bundles a file by ncc, and prints the folders of the packages that it takes, as JSON.
import ncc from '@vercel/ncc';

const { stats } = await ncc(process.argv[2], { cache: false, quiet: true });
console.log(JSON.stringify([...new Set(packagesIn(stats.compilation.modules))]));

/** Webpack shows some modules only within those that they are concatenated in. */
function packagesIn(modules) {
  return [...modules].flatMap((module) => {
    const file = module.nameForCondition() ?? '';
    const [folder] = /^.*node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file) ?? [];
    return [folder ?? [], packagesIn(module.modules ?? [])].flat();
  });
}
