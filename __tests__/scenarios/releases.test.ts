/** Releases: main's rules decide, and the previous release is what they compare with. */
import { CONFIG_PATH, gate, gitHub, modelServer } from '../support/gate.ts';
import { BROKEN, COMPARED, deskFiles, deskModel, PROMPT_PATH } from '../support/desk.ts';
import type { Tree } from '../support/repository.ts';
import { eventAt } from '../trust/support.ts';

const BASE = deskFiles({ [CONFIG_PATH]: COMPARED });

/** Ships v2.0.0 where v1.0.0 was published. */
async function shipped(head: Tree) {
  const [model, github] = [await modelServer(deskModel()), await gitHub()];
  const { report } = await gate({
    base: BASE,
    head,
    model,
    github,
    hasRemote: true,
    event({ base, merge }) {
      github.releases.push({ tag: 'v1.0.0', published: '2026-01-01T00:00:00Z' });
      github.tags.set('v1.0.0', { sha: base, status: 'ahead', ahead: 1 });
      const release = { tag_name: 'v2.0.0' };
      return eventAt('release', 'refs/tags/v2.0.0', merge, { release });
    },
  });
  expect(github.comments).toEqual([]);
  return { report, asked: model.requests.length };
}

it('a release that lost rows fails beside the one before, and its line is named', async () => {
  const { report } = await shipped(BROKEN);
  expect(report).toMatchObject({
    outcome: 'fail',
    base: { name: expect.stringContaining('v1.0.0') },
    attribution: { parts: [{ name: `${PROMPT_PATH}:2` }] },
  });
  expect(report.report[0]?.baseline?.broken).toBeGreaterThan(0);
});
