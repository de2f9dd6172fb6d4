import { scalar } from './scalar.ts';
import { ACTION } from './publisher.ts';
import { addressInputs, CONFIG_FILE, secretName, type Setup } from './setup.ts';

export const WORKFLOW_FILE = '.github/workflows/sensitivity.yml';

const CACHE_INPUTS = `          path: \${{ runner.temp }}/sensitivity-cache
          key: sensitivity-store-\${{ github.ref }}-\${{ github.run_id }}-\${{ github.run_attempt }}
`;
/** Keeps the stored answers from job to job. Without a key, nothing is stored. */
const RESTORE_STEP = `      - uses: actions/cache/restore@v5    # one subject has one verdict
        with:
${CACHE_INPUTS}          restore-keys: |
            sensitivity-store-\${{ github.ref }}-
            sensitivity-store-
`;
const SAVE_STEP = `      - uses: actions/cache/save@v5
        if: always()
        with:
${CACHE_INPUTS}`;
const UPLOAD_STEP = `      - uses: actions/upload-artifact@v7  # the report, also of a run that failed
        if: always()
        with: { name: sensitivity-report, path: "\${{ runner.temp }}/sensitivity-report" }
`;

/** The inputs of the step; empty for a model that needs none, since `with:` may not be empty. */
function inputsText(setup: Setup): string {
  const secret = secretName(setup);
  const lines: string[] = [];
  if (setup.config !== CONFIG_FILE) lines.push(`config: ${scalar(setup.config)}`);
  if (secret !== undefined) lines.push(`api-key: \${{ secrets.${secret} }}`);
  for (const [name, value] of Object.entries(addressInputs(setup)))
    lines.push(`${name}: ${scalar(value)}`);
  if (lines.length === 0) return '';
  return `        with:\n${lines.map((line) => `          ${line}\n`).join('')}`;
}

/** The workflow of pull requests, as the README prints it. */
export function workflowText(setup: Setup): string {
  const secret = secretName(setup);
  return `name: sensitivity
on:
  pull_request:
    ${`branches: [${scalar(setup.branch)}]`.padEnd(26)}# the rules of other branches may be weaker, or none
    types: [opened, synchronize, reopened, edited]    # edited: pointed at another branch
permissions:
  contents: read              # the checkout, and the rules of the base
  pull-requests: write        # the comment
jobs:
  sensitivity:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v7
        with: { persist-credentials: false }
${secret === undefined ? '' : RESTORE_STEP}      - uses: ${ACTION}
${inputsText(setup)}${secret === undefined ? '' : SAVE_STEP}${UPLOAD_STEP}`;
}
