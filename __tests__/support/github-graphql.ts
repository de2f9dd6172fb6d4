/** The one GraphQL query that is answered: who the token belongs to. */
import type { Reply } from './github-operations.js';
import type { State } from './github-state.js';

const VIEWER = /^\s*(?:query\b\s*\w*\s*)?\{\s*viewer\s*\{\s*login\s*\}\s*\}\s*$/;

/** GitHub answers a query that it does not understand with 200 and a list of errors. */
export function answerGraphql(body: unknown, { login }: State, violations: string[]): Reply {
  const query = typeof body === 'object' && body !== null && 'query' in body ? body.query : undefined;
  if (typeof query === 'string' && VIEWER.test(query)) return { status: 200, body: { data: { viewer: { login } } } };
  const message = `The test server answers only { viewer { login } }, not ${JSON.stringify(query)}`;
  violations.push(`graphql: ${message}`);
  return { status: 200, body: { errors: [{ type: 'NOT_MODELLED', message }] } };
}
