/** Headers of the configuration. Their secrets are variables that the workflow lists. */
import { ConfigError } from '../../errors.ts';
import { quoted } from '../../json.ts';
import type { HubProfile } from '../hubs/hub.ts';
import type { HeaderVariables } from '../connection.ts';
import { KEY_INPUTS } from '../key-grants.ts';
import type { Section } from '../settings.ts';

export interface OwnHeader {
  name: string;
  value: string;
  /** Names of the variables in the value. The header goes only where each variable may go. */
  variables: readonly string[];
  /** Name of a variable that is not set. Like a missing key, it fails the first question. */
  missing?: string;
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/;
/** Headers that the connection sets itself. */
const CONNECTION_HEADERS = new Set(
  'accept accept-encoding connection content-length content-type expect host keep-alive te trailer transfer-encoding upgrade'.split(
    ' ',
  ),
);
/** Headers of any hub that carry a key or a session. They would replace the section's own key. */
const KEY_HEADER = /^(?:authorization|api-key|x-api-key|x-goog-api-key|x-amz-.*|cookie)$/;
const VARIABLE = /\$\{(\w+)\}/g;

interface HeaderContext {
  hub: HubProfile;
  variables?: HeaderVariables;
}

/**
 * Reads the headers of a section. Replaces each `${NAME}` by the variable's value.
 * @throws ConfigError for a name or value that a header cannot have
 */
export function ownHeaders(
  headers: Readonly<Record<string, string>>,
  section: Section,
  { hub, variables = {} }: HeaderContext,
): OwnHeader[] {
  return Object.entries(headers).map(([name, template]) => {
    refuseName(name, section, hub);
    const header: OwnHeader = {
      name: name.toLowerCase(),
      value: '',
      variables: variablesIn(template),
    };
    header.value = template.replace(VARIABLE, (_, variable: string) => {
      const secret = Object.hasOwn(variables, variable) ? variables[variable] : undefined;
      if (!secret) header.missing ??= variable;
      return secret ?? '';
    });
    if (PRINTABLE_ASCII.test(header.value)) return header;
    const remedy = 'Use printable ASCII; store a secret again, without line breaks.';
    throw new ConfigError(
      `The value of the header ${quoted(name)} contains a line break or a non-ASCII character.`,
      { where: `${section}.headers.${name}`, remedy },
    );
  });
}

/** @throws ConfigError for a header of the connection, or one that carries the key of the hub */
function refuseName(name: string, section: Section, hub: HubProfile): void {
  const where = `${section}.headers.${name}`;
  const lowerCaseName = name.toLowerCase();
  if (
    !HEADER_NAME.test(name) ||
    CONNECTION_HEADERS.has(lowerCaseName) ||
    lowerCaseName.startsWith('proxy-')
  ) {
    const remedy =
      'Use letters, digits and dashes. Headers of the connection (host, content-type …) cannot be set.';
    throw new ConfigError(`${quoted(name)} is not a header that can be set.`, { where, remedy });
  }
  if (hub.setsOwnKeys !== true && KEY_HEADER.test(lowerCaseName)) {
    const remedy = `Remove it, and put the key into the input \`${KEY_INPUTS[section]}\`.`;
    const message = `The header ${quoted(name)} carries a key, and the hub ${hub.name} sends the key itself.`;
    throw new ConfigError(message, { where, remedy });
  }
}

/** Returns the names of the variables in the value of a header. */
export function variablesIn(template: string): string[] {
  return [...template.matchAll(VARIABLE)].map(([, variable = '']) => variable);
}

export function variableRemedy(variable: string): string {
  return (
    `List ${quoted(variable)} in \`header-variables\` under \`with:\`, and set it under \`env:\` of the step; in a terminal, ` +
    'set it, and list it in SENSITIVITY_HEADER_VARIABLES.'
  );
}
