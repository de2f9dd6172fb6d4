import { z } from 'zod';
import { ConfigError } from '../../errors.ts';
import { connect } from '../http/connect.ts';
import type { Hub, SettingsOf, Signer } from './hub.ts';

/** Any other text could put another host into the address: `x.evil.example/?`. */
const REGION = /^[a-z]{2,4}(?:-[a-z]+){1,2}-\d{1,2}$/;

const KEYS = {
  region: {
    schema: z.string().regex(REGION, 'must be a region of AWS, such as eu-central-1'),
    about: 'region of AWS, such as eu-central-1.',
  },
};

declare module '../settings.ts' {
  // eslint-disable-next-line @typescript-eslint/no-empty-object-type
  interface OwnEndpointKeys extends SettingsOf<typeof KEYS> {}
}

/** The parts of an access key, as the key of the hub holds them. A bearer token has no colon. */
const SEPARATOR = ':';

const signer: Signer = {
  accountOf(key) {
    const [id, secret] = key.split(SEPARATOR);
    return secret === undefined ? undefined : id;
  },
  async sign({ url, method, body }, { key, region }) {
    const { AwsV4Signer } = await import('aws4fetch');
    const [accessKeyId = '', secretAccessKey = '', sessionToken] = key.split(SEPARATOR);
    const signed = await new AwsV4Signer({
      url: url.href,
      method,
      body: body ?? '',
      accessKeyId,
      secretAccessKey,
      sessionToken,
      service: 'bedrock',
      region,
    }).sign();
    return Object.fromEntries(signed.headers);
  },
};

/** A bearer token, or the access key that the login step of AWS leaves in a job. */
function keyFrom(env: NodeJS.ProcessEnv): string | undefined {
  const valueOf = (name: string) => env[name]?.trim() || undefined;
  const token = valueOf('AWS_BEARER_TOKEN_BEDROCK');
  const id = valueOf('AWS_ACCESS_KEY_ID');
  const secret = valueOf('AWS_SECRET_ACCESS_KEY');
  if (token !== undefined || id === undefined || secret === undefined) return token;
  const session = valueOf('AWS_SESSION_TOKEN');
  const parts = session === undefined ? [id, secret] : [id, secret, session];
  return parts.join(SEPARATOR);
}

/** Models of Amazon Bedrock, by its Converse API. */
export const bedrock: Hub = {
  name: 'bedrock',
  urlInRegion: (region = '') =>
    REGION.test(region) ? `https://bedrock-runtime.${region}.amazonaws.com` : undefined,
  hosts: [],
  ownHost: new RegExp(`^bedrock-runtime\\.${REGION.source.slice(1, -1)}\\.amazonaws\\.com$`),
  apis: ['chat'],
  shape: 'bedrock',
  keyVariables: ['AWS_BEARER_TOKEN_BEDROCK', 'AWS_ACCESS_KEY_ID'],
  keyFrom,
  keyHeaders: ['authorization'],
  signer,
  alwaysNeedsKey: true,
  endpointKeys: KEYS,
  sampling: ['temperature', 'top_p', 'top_k', 'max_tokens', 'stop'],
  firstLines: ['region: us-east-1   # where the model runs', 'parameters: { max_tokens: 512 }'],

  async createModel(settings, connection, meter) {
    const [{ createAmazonBedrock }, { baseUrlOf, modelOverPackage, refuseName }] =
      await Promise.all([import('@ai-sdk/amazon-bedrock'), import('./provider-model.ts')]);
    const link = connect({ hub: bedrock, settings, connection, meter });
    refuseName(settings, link.section);
    const { name, region = '' } = settings;
    if (!REGION.test(region)) {
      throw new ConfigError('The hub bedrock needs a region, for which it signs requests.', {
        where: `${link.section}.region`,
        remedy: 'Set `region` to the region that runs the model, such as eu-central-1.',
      });
    }
    const isSigned = link.key !== undefined && signer.accountOf(link.key) !== undefined;
    // The package reads a missing option from the environment. The transport signs.
    const apiKey = isSigned ? 'none' : (link.key ?? 'none');
    const options = { region, baseURL: baseUrlOf(link, ''), apiKey };
    return modelOverPackage(settings, link, {
      open: (send) => createAmazonBedrock({ ...options, fetch: send }).languageModel(name),
      reserved: ['modelId', 'messages', 'system', 'toolConfig'],
      sampleReply: {
        output: { message: { role: 'assistant', content: [{ text: 'Yes.' }] } },
        stopReason: 'end_turn',
        usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      },
      servedModel: () => name,
      // Many models refuse forced tool calls, with which the package asks for JSON.
      takesFormats: false,
    });
  },
};
