// Writes the publisher's account wherever it is mentioned. Part of `npm run bundle`; with --check
// it only says what it would change.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pages, publisher, ROOT, withMentions } from './publisher.mjs';

const who = publisher();
// The files that `init` writes also name the account.
const files = [
  ...pages(),
  path.join(ROOT, '.github', 'CODEOWNERS'),
  path.join(ROOT, 'src', 'terminal', 'publisher.ts'),
];
const stale = files.filter((file) => {
  const text = readFileSync(file, 'utf8');
  const written = withMentions(text, who);
  if (text !== written && !process.argv.includes('--check')) writeFileSync(file, written);
  return text !== written;
});
if (process.argv.includes('--check') && stale.length > 0) {
  console.error(
    `${stale.map((file) => path.relative(ROOT, file)).join(', ')}: not what package.json's repository (${who.repository}) makes of it. Run \`npm run bundle\`.`,
  );
  process.exitCode = 1;
}
