import { ModelError } from '../../errors.ts';
import { asRecord } from '../../json.ts';
import { configKeyOf } from '../config-keys.ts';
import type { Section } from '../settings.ts';

/** The shape of a reply, by the interface that sends it. */
export type ReplyShape = 'chat' | 'responses' | 'anthropic' | 'google' | 'bedrock';

/** An interface of models, as its replies show it. */
interface ReplyInterface {
  owner: string;
  /** The lines of the configuration for this interface. */
  lines: string;
  fits: (reply: Record<string, unknown>) => boolean;
}

const SHAPES: Readonly<Record<ReplyShape, ReplyInterface>> = {
  chat: {
    owner: "OpenAI's chat API",
    lines: '`hub: openai`, without `api`',
    fits: ({ choices }) => Array.isArray(choices),
  },
  responses: {
    owner: "OpenAI's Responses API",
    lines: '`hub: openai` with `api: responses`',
    fits: ({ object, output }) => object === 'response' && Array.isArray(output),
  },
  anthropic: {
    owner: "Anthropic's API",
    lines: '`hub: anthropic`',
    fits: ({ type, content, error }) =>
      (type === 'message' && Array.isArray(content)) ||
      (type === 'error' && typeof asRecord(error)['type'] === 'string'),
  },
  google: {
    owner: "Google's Gemini API",
    lines: '`hub: google`',
    fits: ({ candidates, promptFeedback, usageMetadata }) =>
      Array.isArray(candidates) || promptFeedback !== undefined || usageMetadata !== undefined,
  },
  bedrock: {
    owner: "Amazon Bedrock's Converse API",
    lines: '`hub: bedrock`',
    fits: ({ output, stopReason }) =>
      asRecord(output)['message'] !== undefined && typeof stopReason === 'string',
  },
};

/** Returns a sentence that names the other interface of a reply; undefined for an unknown one. */
export function otherInterfaceOf(reply: unknown, expectedShape: ReplyShape): string | undefined {
  const record = asRecord(reply);
  const otherShapes = Object.values(SHAPES).filter((shape) => shape !== SHAPES[expectedShape]);
  const fittingShape = otherShapes.find(({ fits }) => fits(record));
  return fittingShape && `This looks like ${fittingShape.owner}: write ${fittingShape.lines}.`;
}

/** @throws ModelError for a reply of another interface, or of none */
export function refuseOtherShape(
  reply: unknown,
  { shape, address, section }: { shape: ReplyShape; address: string; section: Section },
): void {
  const { fits, owner } = SHAPES[shape];
  if (fits(asRecord(reply))) return;
  const otherInterface = otherInterfaceOf(reply, shape);
  const remedy =
    otherInterface ?? `Check that \`${configKeyOf(section, 'hub')}\` and \`base_url\` go together.`;
  throw new ModelError(`The reply is not one of ${owner}.`, {
    kind: 'bad_response',
    fatal: otherInterface !== undefined,
    where: address,
    remedy,
  });
}
