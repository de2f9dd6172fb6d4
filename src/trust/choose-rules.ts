import { ConfigError } from '../errors.ts';
import { eventKind, isUntrusted, proposes, ships } from '../github/event-kinds.ts';
import type { EventContext } from '../github/event.ts';
import type { ChosenRules, TrustInputs, TrustOptions } from './chosen-rules.ts';
import { ownRules, unreviewedRules } from './own-rules.ts';
import { findReviewed, noMergedRulesSentence } from './reviewed-commit.ts';
import { reviewedRules } from './reviewed-rules.ts';
import { commitReader } from './rules-reader.ts';

type Ref = 'head' | 'base' | 'split';

/**
 * Returns the name of the configuration that decides. `auto` trusts a head whose author may push.
 * @throws ConfigError for an untrusted author
 */
export function chooseRef(configRef: TrustInputs['configRef'], event: EventContext): Ref {
  if (configRef === 'auto')
    return isUntrusted(event) || eventKind(event.name).merges || ships(event) ? 'split' : 'head';
  if (configRef === 'head' && isUntrusted(event)) {
    const reason = `it comes from a fork, from Dependabot or by the event ${event.name}, which any account can start`;
    throw new ConfigError(`head would let the author of this change judge it: ${reason}`, {
      where: "input 'config-ref'",
      remedy:
        "Leave the input at auto, or set it to split (the head's model, judged by the base's rules) or base.",
    });
  }
  return configRef;
}

/**
 * Chooses the configuration by `config-ref`, and compares it with the base. Reviewed rules come
 * through GitHub's API.
 * @throws GitHubError, and ConfigError for an untrusted head without reviewed rules
 */
export async function chooseRules(options: TrustOptions): Promise<ChosenRules> {
  const { inputs, event } = options;
  const ref = chooseRef(inputs.configRef, event);
  const readCommit = commitReader(options);
  if (ref === 'head') return ownRules(options, readCommit);
  const reviewed = await findReviewed(event.baseSha, readCommit);
  if (reviewed) return reviewedRules({ ...options, ref, reviewed, readCommit });
  refuseUnreviewed(options);
  return unreviewedRules(options);
}

/** @throws ConfigError for a head that may not be judged by its own rules */
function refuseUnreviewed({ inputs, event }: TrustOptions): void {
  if (!isUntrusted(event) && proposes(event)) return;
  const noRules = noMergedRulesSentence(inputs.config, event.baseSha);
  throw new ConfigError(`${noRules}, and this head is not judged by its own rules`, {
    where: inputs.config,
    remedy:
      'Merge a configuration into the default branch first, by a pull request of the repository itself, or name the path of the one ' +
      'that is there with the input `config`. In a private repository the token needs `contents: read` to see it.',
  });
}
