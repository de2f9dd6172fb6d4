import {
  startActionsService,
  type ActionsService,
  type ActionsServiceOptions,
} from '../support/actions-service.ts';
import { attentive, oblivious } from '../support/model-server.ts';
import { gitHub, modelServer, scenario } from '../support/scenario.ts';

const services: ActionsService[] = [];
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.close()));
});

async function actionsService(options?: ActionsServiceOptions): Promise<ActionsService> {
  const service = await startActionsService(options);
  services.push(service);
  return service;
}

const UPLOAD = { 'upload-artifact': 'true' };
const RUN = 'https://github.com/octo-org/octo-repo/actions/runs/42';
const warnings = (stdout: string) =>
  stdout.split('\n').filter((line) => line.startsWith('::warning::'));

it('all report files are uploaded and linked, and a second gate of the run has its own artifact', async () => {
  const [model, github, service] = [
    await modelServer({ answer: oblivious }),
    await gitHub(),
    await actionsService(),
  ];
  const first = await scenario({ model, github, inputs: UPLOAD, env: service.env });
  expect(first).toMatchObject({
    exitCode: 1,
    outputs: { 'artifact-id': '1001', 'artifact-url': `${RUN}/artifacts/1001` },
  });
  expect(warnings(first.stdout)).toEqual([]);
  expect(service.artifacts).toHaveLength(1);
  const [{ name, files }] = service.artifacts as [ActionsService['artifacts'][0]];
  expect(name).toBe('sensitivity-report');
  expect(Object.keys(files).sort()).toEqual([
    ...[
      'predicate.json',
      'report.csv',
      'report.html',
      'report.json',
      'report.xml',
      'subjects.sha256',
    ],
  ]);
  expect(JSON.parse(files['report.json']!)).toEqual(first.report);
  const link = `<a href="${RUN}/artifacts/1001">report</a>`;
  expect(first.summary).toContain(link);
  expect(github.comments[0]!.body).toContain(link);

  const inputs = { ...UPLOAD, comment: 'never' };
  await scenario({ model, inputs, env: service.env });
  await scenario({
    model,
    inputs: { ...inputs, 'comment-key': 'org/model: 7b' },
    env: { ...service.env, GITHUB_RUN_ATTEMPT: '2' },
  });
  expect(service.artifacts.map((artifact) => artifact.name)).toEqual([
    'sensitivity-report',
    expect.stringMatching(/^sensitivity-report-[\da-f]{8}$/),
    'sensitivity-report-org-model-7b',
  ]);
});

it.each([
  ['answers 500', 500 as const],
  ['hangs', 'hang' as const],
])(
  'a service that %s costs a warning, and verdict, comment and exit status stand',
  async (_name, trouble) => {
    const [model, github, service] = [
      await modelServer({ answer: attentive }),
      await gitHub(),
      await actionsService({ fail: () => trouble }),
    ];
    const finished = await scenario({
      model,
      github,
      inputs: UPLOAD,
      env: { ...service.env, ACTIONS_ARTIFACT_UPLOAD_TIMEOUT_MS: '400' },
      fresh: true, // The process must end by itself.
    });
    expect(finished).toMatchObject({ exitCode: 0, outputs: { outcome: 'pass', passed: 'true' } });
    expect(warnings(finished.stdout)).toEqual([
      expect.stringMatching(
        /The report files were not uploaded: the upload took longer than 0\.4 s/,
      ),
    ]);
    expect(finished.outputs).not.toHaveProperty('artifact-url');
    expect(github.comments).toHaveLength(1);
    expect(finished.summary).not.toContain('/artifacts/');
    expect(service.calls).toEqual(['CreateArtifact']);
  },
);

it('the warning has the reason of a refused upload, or the missing variables of the runner', async () => {
  const model = await modelServer({ answer: attentive });
  const inputs = { ...UPLOAD, comment: 'never' };
  const service = await actionsService({
    fail: (method) => (method === 'CreateArtifact' ? 403 : undefined),
  });
  const refused = await scenario({ model, inputs, env: service.env });
  expect(refused.exitCode).toBe(0);
  expect(warnings(refused.stdout)).toEqual([expect.stringMatching(/not uploaded: `".*\(403\)/)]);

  const elsewhere = await scenario({ model, inputs });
  expect(elsewhere.exitCode).toBe(0);
  expect(warnings(elsewhere.stdout)).toEqual([
    expect.stringMatching(
      /ACTIONS_RUNTIME_TOKEN and ACTIONS_RESULTS_URL are not set.*The files are in /,
    ),
  ]);

  const enterprise = await scenario({
    model,
    inputs,
    env: { ...service.env, GITHUB_SERVER_URL: 'https://github.example.com' },
  });
  expect(warnings(enterprise.stdout)).toEqual([
    expect.stringMatching(/Enterprise Server.*actions\/upload-artifact@v3/),
  ]);
  expect(service.calls).toEqual(['CreateArtifact']);
});
