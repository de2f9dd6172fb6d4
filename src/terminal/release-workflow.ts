export const RELEASE_FILE = '.github/workflows/sensitivity-release.yml';

/** A workflow that gates a tag, signs the evidence and makes the release, as docs/releases.md prints it. `gate`: the step with that id. */
export function releaseWorkflow(gate: string): string {
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
${gate}      - uses: actions/attest@v4
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
