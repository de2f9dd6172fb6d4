import { Endpoints, type EndpointsOptions } from '../../src/models/endpoint.ts';
import type { FailureContext } from '../../src/models/failures.ts';
import type { Access } from '../../src/models/context.ts';
import { Grants, type WorkflowKeys } from '../../src/models/keys.ts';
import type { ModelSettings } from '../../src/models/settings.ts';

export const context: FailureContext = {
  host: 'models.example.com',
  section: 'model',
  hasKey: true,
  parameters: ['temperature', 'top_p', 'max_tokens', 'logit_bias'],
  lengthParameter: 'max_tokens',
  timeout: 10,
  retries: 0,
  isFreeForm: false,
  scrub: (text) => text,
};

export function settingsOf(more: Partial<ModelSettings> = {}): ModelSettings {
  const usual = { hub: 'openai', name: 'm', timeout: 20, retries: 4 } as const;
  return { ...usual, api: 'chat', parameters: {}, ...more };
}

/** The access of a job with these keys. The test closes its endpoints. */
export function accessOf(
  workflow: Partial<WorkflowKeys> = {},
  options: Partial<EndpointsOptions> = {},
): Access {
  const keys = { allowedHosts: [], env: {}, ...workflow };
  return {
    endpoints: new Endpoints({ concurrency: 'auto', firstWait: 20, env: keys.env, ...options }),
    grants: new Grants(keys),
    section: 'model',
  };
}
