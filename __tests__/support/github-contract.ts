/** GitHub's own OpenAPI description, as the judge of what a client asks and of what the local server answers. */
import type { Operation, Request, ValidationResult } from 'openapi-backend';
import { completer, type Completer, type Schema } from './github-samples.js';
import { loadApi } from './openapi.js';

/** One operation of the description: `route` is its template, as in `GET /repos/{owner}/{repo}`. */
export interface ContractOperation {
  id: string;
  route: string;
  documentationUrl: string;
}

export interface Contract {
  /** The operation that a method and a path mean, or undefined for one that the description does not have. */
  match(request: Request): ContractOperation | undefined;
  /** The values of the route's `{names}`, decoded. */
  params(request: Request, operation: ContractOperation): Record<string, string>;
  requestErrors(request: Request, operation: ContractOperation): string[];
  responseErrors(operation: ContractOperation, status: number, body: unknown): string[];
  complete: Completer;
}

let loaded: Promise<Contract> | undefined;

/** Reads the description once for all servers of a test file: compiling its schemas is the slow part. */
export function loadContract(): Promise<Contract> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Contract> {
  const api = await loadApi();
  const { router, validator } = api;
  const find = ({ id }: ContractOperation) => {
    const found = router.getOperation(id);
    if (!found) throw new Error(`The description has no operation ${id}.`);
    return found;
  };

  return {
    match: (request) => {
      const found = router.matchOperation(request);
      return found && describe(found);
    },
    params: (request, operation) => router.parseRequest(request, find(operation)).params as Record<string, string>,
    requestErrors: (request, operation) => messages(validator.validateRequest(request, find(operation))),
    responseErrors: (operation, status, body) => {
      if (Object.hasOwn(find(operation).responses ?? {}, String(status))) {
        return messages(validator.validateResponse(body, find(operation), status));
      }
      // GitHub leaves most errors out of the description (401 nearly everywhere): hold them to the common shape.
      if (status >= 400) return messages(validator.validateResponse(body, 'users/get-authenticated', 401));
      return [`${status} is not among the operation's responses`];
    },
    complete: completer((api.definition.components?.schemas ?? {}) as Record<string, Schema>),
  };
}

function describe(operation: Operation): ContractOperation {
  return {
    id: operation.operationId ?? '',
    route: `${operation.method.toUpperCase()} ${operation.path}`,
    documentationUrl: operation.externalDocs?.url ?? 'https://docs.github.com/rest',
  };
}

function messages({ errors }: ValidationResult): string[] {
  return (errors ?? []).map(({ instancePath, message, params }) => {
    return `${instancePath || '/'} ${message ?? 'is invalid'} ${JSON.stringify(params)}`;
  });
}
