// Checks that this tag may be released. Needs the whole history (actions/checkout with fetch-depth:
// 0).
//
//   TAG=v1.2.3 GITHUB_REPOSITORY=owner/name node scripts/check-release.mjs [FOLDER]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PLACEHOLDER, publisher, ROOT } from './publisher.mjs';

const folder = path.resolve(process.argv[2] ?? ROOT);
const { TAG = '', GITHUB_REPOSITORY = '' } = process.env;
/** @param {string} name */
const read = (name) => readFileSync(path.join(folder, name), 'utf8');
const { version } = JSON.parse(read('package.json'));
const { owner, repository, isPlaceholder } = publisher(folder);

const findings = [];
if (isPlaceholder) {
  findings.push(
    `package.json: repository names the account '${PLACEHOLDER}', which is none of ours. Write the account that publishes, run \`npm run bundle\`, commit, and tag again.`,
  );
} else if (repository.toLowerCase() !== GITHUB_REPOSITORY.toLowerCase()) {
  findings.push(
    `package.json: repository says ${repository}, but this is ${GITHUB_REPOSITORY}: README and docs would send users to ${owner}.`,
  );
}
if (TAG !== `v${version}`)
  findings.push(
    `The tag is ${TAG}, but package.json says ${version}. Delete the tag, correct one of the two, and tag again.`,
  );
if (!read('CHANGELOG.md').includes(`## [${version}] - `)) {
  findings.push(
    `CHANGELOG.md: there is no section '## [${version}] - DATE'. Delete the tag, write one, and tag again.`,
  );
}
if (!isOnMain())
  findings.push(
    `The commit of ${TAG} is not on main: what was never reviewed is not released. Merge it, then tag the commit on main.`,
  );

for (const finding of findings) console.error(`::error::${finding}`);
if (findings.length === 0) console.log(`${TAG} of ${repository} may be released.`);
process.exitCode = findings.length > 0 ? 1 : 0;

function isOnMain() {
  try {
    execFileSync('git', ['merge-base', '--is-ancestor', 'HEAD', 'refs/remotes/origin/main'], {
      cwd: folder,
      stdio: 'ignore',
    });
    return true;
  } catch {
    return false; // Not an ancestor, or no such branch: in both cases it is not shown to be one.
  }
}
