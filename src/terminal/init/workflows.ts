import { scalar } from './scalar.ts';
import { ACTION } from './publisher.ts';
import { addressInputs, CONFIG_FILE, secretName, type Setup } from './setup.ts';

export const WORKFLOW_FILE = '.github/workflows/sensitivity.yml';
export const RELEASE_FILE = '.github/workflows/sensitivity-release.yml';

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

function gateInputs(setup: Setup): string[] {
  const secret = secretName(setup);
  const lines: string[] = [];
  if (setup.config !== CONFIG_FILE) lines.push(`config: ${scalar(setup.config)}`);
  if (secret !== undefined) lines.push(`api-key: \${{ secrets.${secret} }}`);
  for (const [name, value] of Object.entries(addressInputs(setup)))
    lines.push(`${name}: ${scalar(value)}`);
  return lines;
}

/** The workflow of pull requests, as the README prints it. */
export function workflowText(setup: Setup): string {
  const secret = secretName(setup);
  const inputs = [
    ...gateInputs(setup),
    'fail-on: fail, error     # an inconclusive run may merge, and says so',
    '# config-ref: split      # once this is merged: the rules of the base alone judge',
    'upload-artifact: true    # the report files, also of a run that failed; the comment links them',
  ];
  return `name: sensitivity
on:
  pull_request:
    ${`branches: [${scalar(setup.branch)}]`.padEnd(26)}# the rules of other branches may be weaker, or none
    types: [opened, synchronize, reopened, edited]    # edited: pointed at another branch
permissions:
  contents: read
  pull-requests: write        # for the comment
jobs:
  sensitivity:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v7
${secret === undefined ? '' : RESTORE_STEP}      - uses: ${ACTION}
        with:
${inputs.map((line) => `          ${line}`).join('\n')}
${secret === undefined ? '' : SAVE_STEP}`;
}

/**
 * A workflow that gates a tag, signs the evidence and makes the release, as docs/releases.md prints
 * it.
 */
export function releaseWorkflowText(setup: Setup): string {
  const inputs = gateInputs(setup).map((line) => `          ${line}\n`);
  const withInputs = inputs.length > 0 ? `        with:\n${inputs.join('')}` : '';
  return `name: release
on:
  push:
    tags: ["v*"]              # protect them with a ruleset: a tag runs its own workflow file
permissions:
  contents: read
jobs:
  gate:
    runs-on: ubuntu-latest
    timeout-minutes: 30
    permissions:
      contents: read
      id-token: write         # signs the evidence
      attestations: write     # and keeps the signature
    steps:
      - uses: actions/checkout@v7
      - uses: ${ACTION}
        id: gate
${withInputs}      - uses: actions/attest@v4
        with:
          predicate-type: https://in-toto.io/attestation/test-result/v0.1
          predicate-path: \${{ steps.gate.outputs.predicate-path }}
          subject-checksums: \${{ steps.gate.outputs.subject-checksums }}
      - uses: actions/upload-artifact@v7
        with:
          name: evidence
          path: \${{ runner.temp }}/sensitivity-report
  release:
    needs: gate
    runs-on: ubuntu-latest
    timeout-minutes: 5
    permissions:
      contents: write         # in this job only, which holds no key
    steps:
      - uses: actions/download-artifact@v8
        with:
          name: evidence
          path: evidence
      - run: gh release create "$TAG" --verify-tag --generate-notes evidence/report.json evidence/predicate.json evidence/subjects.sha256
        env:
          GH_TOKEN: \${{ github.token }}
          GH_REPO: \${{ github.repository }}
          TAG: \${{ github.ref_name }}
`;
}
