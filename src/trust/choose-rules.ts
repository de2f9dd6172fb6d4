import { ConfigError } from '../errors.js';
import { eventKind, isUntrusted, proposes, ships } from '../github/event-kinds.js';
import type { EventContext } from '../github/event.js';
import type { ChosenRules, TrustInputs, TrustOptions } from './chosen-rules.js';
import { ownRules } from './own-rules.js';
import { findReviewed, noRulesMerged } from './reviewed-commit.js';
import { reviewedRules } from './reviewed-rules.js';
import { baseCommitName, commitReader, readHead } from './rules-reader.js';

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
 * @throws GitHubError, ConfigError.
 */
export async function chooseRules(options: TrustOptions): Promise<ChosenRules> {
  const { inputs, event } = options;
  const ref = chooseRef(inputs.configRef, event);
  const readCommit = commitReader(options);
  if (ref === 'head') return ownRules(options, readCommit);
  const reviewed = await findReviewed(event.baseSha, readCommit);
  if (!reviewed) return unreviewedRules(options);
  return reviewedRules({ ...options, ref, reviewed, readCommit });
}

/**
 * Chooses the head's own rules if no rules were merged yet.
 * @throws ConfigError for an untrusted author
 */
async function unreviewedRules(options: TrustOptions): Promise<ChosenRules> {
  const { inputs, event } = options;
  const { baseSha } = event;
  const noRules = noRulesMerged(inputs.config, baseSha);
  if (isUntrusted(event) || !proposes(event)) {
    throw new ConfigError(`${noRules}, and this head is not judged by its own rules`, {
      where: inputs.config,
      remedy:
        'Merge a configuration into the default branch first, by a pull request of the repository itself, or name the path of the one ' +
        'that is there with the input `config`. In a private repository the token needs `contents: read` to see it.',
    });
  }
  const head = await readHead(options);
  const comparison: ChosenRules['comparison'] = {
    path: inputs.config,
    ref: 'head',
    rules: head.rules,
  };
  if (baseSha !== undefined)
    comparison.base = {
      name: baseCommitName(baseSha),
      rules: { absent: true },
      dataChanged: false,
    };
  return {
    comparison,
    root: inputs.workspace,
    warnings: [
      `${noRules}, so this run was judged by the head's own configuration: these rules were never merged.`,
    ],
    notices: [],
    rulesDiffer: true,
    prompts: head.prompts,
  };
}
