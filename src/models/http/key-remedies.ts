import { enumerate } from '../../language/enumerate.ts';
import { quoted } from '../../json.ts';
import type { HubProfile } from '../hubs/hub.ts';
import { configKeyOf } from '../config-keys.ts';
import { KEY_INPUTS, type Withheld } from '../key-grants.ts';
import type { Section } from '../settings.ts';
import { howToAllowLoopback } from './host-trust.ts';

export interface KeyContext {
  url: URL;
  section: Section;
  /** The section whose input has the key. */
  owner: Section;
  hub: HubProfile;
  hasKey: boolean;
  withheld?: Withheld;
}

export function keyRemedy({ hub, hasKey, section, owner, url, withheld }: KeyContext): string {
  if (withheld === 'base' && !hasKey) return withheldRemedy({ hub, section, url });
  if (withheld === 'loopback')
    return `No key is sent to an address of this machine that only the configuration names. To send it, ${howToAllowLoopback(url)}`;
  const places = keyPlaces(hub, owner);
  if (!hasKey) return `Set the key in ${places}.`;
  const model = `\`${configKeyOf(section, 'name')}\`: some hubs send the same error for an unknown model`;
  return `Check the key in ${places}, that it may use the model, and ${model}.`;
}

export function expiredRemedy({ hub, owner }: KeyContext): string {
  const places = keyPlaces(hub, owner);
  return `Make the key in ${places} anew, right before this step and for longer than a run takes. Answers so far are kept.`;
}

/** `` the input `judge-api-key` or the variable `OPENAI_API_KEY` ``. */
function keyPlaces({ keyVariables = [] }: HubProfile, owner: Section): string {
  const input = `the input \`${KEY_INPUTS[owner]}\``;
  if (keyVariables.length === 0) return input;
  const names = keyVariables.map((name) => `\`${name}\``);
  return `${input} or the variable ${enumerate(names, 'or')}`;
}

export function withheldRemedy({
  hub: { keyVariables = [], hosts },
  section,
  url,
}: Pick<KeyContext, 'hub' | 'section' | 'url'>): string {
  const problem = `No key is sent to ${quoted(url.origin)}: neither the base's configuration nor the workflow says that \`${section}\` is there.`;
  const ways = ['Merge the address of that section first'];
  if (section === 'model') ways.push('name it in the input `base-url`');
  const [host] = hosts;
  if (host !== undefined && keyVariables.length > 0) {
    const names = keyVariables.map((name) => `\`${name}\``);
    ways.push(`set the variable ${enumerate(names, 'or')}, which goes to ${quoted(host)}`);
  }
  return `${problem} ${enumerate(ways, 'or')}.`;
}
