// The publisher of this action, and its major version. package.json is the only source. As a
// program, this file writes every other mention from there; with --check it lists what it would
// change. A release checks the publisher (check-release.mjs), with the Node of the runner.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * A placeholder for the account. The project does not own this name on GitHub, so the owner of the
 * name would get the keys of users.
 */
export const PLACEHOLDER = 'org';

const WARNING = `> **\`${PLACEHOLDER}\` is a placeholder.** It stands for the account that publishes this action. No account has published it yet: the owner of
> the name \`${PLACEHOLDER}\` on GitHub would get your key. Until then, write the account of your own fork in its place.
`;

/** The publisher that package.json of the working directory names. */
export function publisher() {
  const { name, repository, version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const [, owner = '', ownName] = /^github:([\w-]+)\/([\w.-]+)$/.exec(repository ?? '') ?? [];
  // Mentions are found by the name of the repository, so this must be the name of the package.
  if (ownName !== name)
    throw new Error(`package.json: repository is "${repository}", not "github:OWNER/${name}"`);
  return { owner, name, repository: `${owner}/${name}`, major: version.split('.')[0] };
}

/**
 * The text with every mention of the repository, of its major version and of its maintainers, and
 * the warning, as they are for this publisher.
 *
 * @param {string} text
 * @param {{ owner: string, name: string, major: string }} publisher
 */
export function withMentions(text, { owner, name, major }) {
  const warning = owner === PLACEHOLDER ? WARNING : '';
  return text
    .replaceAll(new RegExp(`(?<![\\w.-])[\\w-]+/${name}(?![\\w-])`, 'g'), `${owner}/${name}`)
    .replaceAll(new RegExp(`(?<=/${name}[@/]v)\\d+\\b`, 'g'), major)
    .replaceAll(/@[\w-]+\/maintainers\b/g, `@${owner}/maintainers`)
    .replaceAll(/(?<=<!-- publisher -->\n)[^]*?(?=<!-- \/publisher -->)/g, warning);
}

if (import.meta.main) {
  const pages = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/*.md', '.github/CODEOWNERS'];
  // The files that `init` writes also name the account.
  const listed = ['ls-files', ...pages, 'src/terminal/publisher.ts'];
  const files = execFileSync('git', listed, { encoding: 'utf8' }).trim().split('\n');
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const written = withMentions(text, publisher());
    if (text === written) continue;
    if (!process.argv.includes('--check')) writeFileSync(file, written);
    else {
      console.error(`${file} names another publisher than package.json. Run \`npm run bundle\`.`);
      process.exitCode = 1;
    }
  }
}
