// What the formatter leaves to us: comments of at most as many characters as a line of code has, and in each folder of tests a README that
// says in a line what they prove.
//
//   node scripts/check-form.mjs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './publisher.mjs';

const { printWidth } = JSON.parse(readFileSync(path.join(ROOT, '.oxfmtrc.json'), 'utf8'));
const findings = [];

const files = ['src', 'scripts', '__tests__'].flatMap((folder) =>
  readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
);
for (const file of files.filter((name) => /\.(?:ts|mjs)$/.test(name))) {
  readFileSync(path.join(ROOT, file), 'utf8')
    .split('\n')
    .forEach((line, index) => {
      if (line.length > printWidth && /^\s*(?:\/\/|\/?\*)/.test(line))
        findings.push(`${file}:${index + 1}: a comment of ${line.length} characters, and ${printWidth} are a line`);
    });
}
const folders = new Set(files.filter((file) => file.endsWith('.test.ts')).map((file) => path.dirname(file)));
for (const folder of folders)
  if (!existsSync(path.join(ROOT, folder, 'README.md'))) findings.push(`${folder}: no README.md says what its tests prove`);

for (const finding of findings) console.error(finding);
process.exitCode = findings.length > 0 ? 1 : 0;
