// Checks that this tag may be released. Needs the whole history (actions/checkout with
// fetch-depth: 0).
//
//   TAG=v1.2.3 GITHUB_REPOSITORY=owner/name node scripts/check-release.mjs
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PLACEHOLDER, publisher } from './publisher.mjs';

const { TAG = '', GITHUB_REPOSITORY = '' } = process.env;
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const { owner, repository } = publisher();
// If there is no branch main, the commit counts as not on it.
const ancestry = ['merge-base', '--is-ancestor', 'HEAD', 'refs/remotes/origin/main'];
const isOnMain = spawnSync('git', ancestry).status === 0;
const isHere = repository.toLowerCase() === GITHUB_REPOSITORY.toLowerCase();

const findings = [];
if (owner === PLACEHOLDER)
  findings.push(
    `package.json: repository names the account '${owner}', which is none of ours. Write the account that publishes, run \`npm run bundle\`, commit, and tag again.`,
  );
else if (!isHere)
  findings.push(
    `package.json: repository says ${repository}, but this is ${GITHUB_REPOSITORY}: README and docs would send users to ${owner}.`,
  );
if (TAG !== `v${version}`)
  findings.push(
    `The tag is ${TAG}, but package.json says ${version}. Delete the tag, correct one of the two, and tag again.`,
  );
if (!readFileSync('CHANGELOG.md', 'utf8').includes(`## [${version}] - `))
  findings.push(
    `CHANGELOG.md: there is no section '## [${version}] - DATE'. Delete the tag, write one, and tag again.`,
  );
if (!isOnMain)
  findings.push(
    `The commit of ${TAG} is not on main: what was never reviewed is not released. Merge it, then tag the commit on main.`,
  );

for (const finding of findings) console.error(`::error::${finding}`);
if (findings.length === 0) console.log(`${TAG} of ${repository} may be released.`);
process.exitCode = findings.length > 0 ? 1 : 0;
