// The publisher of this action. package.json's `repository` is the only source; every other mention
// is written from there by `npm run bundle` (write-mentions.mjs), and a release checks it
// (check-release.mjs).
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/**
 * Placeholder for the account. The project does not own it on GitHub, so its owner would get users'
 * keys.
 */
export const PLACEHOLDER = 'org';

/**
 * @typedef {{ owner: string, name: string, repository: string, isPlaceholder: boolean }} Publisher
 */

/**
 * @param {string} [root]
 * @returns {Publisher}
 */
export function publisher(root = ROOT) {
  const { name: packageName, repository } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const [, owner, name] = /^github:([\w-]+)\/([\w.-]+)$/.exec(repository ?? '') ?? [];
  // Mentions are found by the repository's name, so it is the package's.
  if (owner === undefined || name !== packageName)
    throw new Error(
      `package.json: repository is "${repository}", not "github:OWNER/${packageName}"`,
    );
  return { owner, name, repository: `${owner}/${name}`, isPlaceholder: owner === PLACEHOLDER };
}

/** Absolute paths of the pages that readers meet the account's name on. */
export function pages() {
  const docs = readdirSync(path.join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.md'),
  );
  return [
    'README.md',
    'SECURITY.md',
    'CONTRIBUTING.md',
    ...docs.map((name) => path.join('docs', name)),
  ].map((name) => path.join(ROOT, name));
}

const WARNING = `> **\`${PLACEHOLDER}\` is a placeholder.** It stands for the account that publishes this action. No account has published it yet: the owner of
> the name \`${PLACEHOLDER}\` on GitHub would get your key. Until then, write the account of your own fork in its place.`;

/**
 * The text with every mention of the repository, of its maintainers and the warning as they are for
 * this publisher.
 *
 * @param {string} text
 * @param {Publisher} publisher
 */
export function withMentions(text, { owner, name, repository, isPlaceholder }) {
  return text
    .replace(
      new RegExp(`(?<![\\w.-])[\\w-]+/${name.replaceAll('.', '\\.')}(?![\\w-])`, 'g'),
      repository,
    )
    .replace(/@[\w-]+\/maintainers\b/g, `@${owner}/maintainers`)
    .replace(
      /(<!-- publisher -->\n)[^]*?(<!-- \/publisher -->)/g,
      (_, start, end) => `${start}${isPlaceholder ? `${WARNING}\n` : ''}${end}`,
    );
}
