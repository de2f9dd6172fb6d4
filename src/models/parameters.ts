import { ConfigError } from '../errors.js';
import { sectionOf } from './section.js';
import type { ModelSettings } from './settings.js';

/**
 * `model.parameters`, which are sent as written. Throws ConfigError for the names in `reserved`: what another key of the
 * configuration sets would otherwise be overridden, or dropped in silence. Streams are never read.
 */
export function parametersOf(settings: ModelSettings, reserved: readonly string[]): Record<string, unknown> {
  const { parameters } = settings;
  const section = sectionOf(settings);
  for (const name of ['stream', ...reserved]) {
    if (Object.hasOwn(parameters, name)) {
      throw new ConfigError(`\`${name}\` is no parameter that can be set here.`, {
        where: `${section}.parameters.${name}`,
        remedy: `Remove it. Model, endpoint and prompt have keys of their own under \`${section}\`; answers are never streamed.`,
      });
    }
  }
  return parameters;
}
