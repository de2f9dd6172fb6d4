/**
 * GitHub's OpenAPI description, which checks a client's requests and the local server's replies.
 */
import { readFileSync } from 'node:fs';
import {
  OpenAPIBackend,
  type Document,
  type Operation,
  type Request,
  type ValidationResult,
} from 'openapi-backend';
import { completer, type Completer, type Schema } from './github-samples.ts';

/** One operation of the description: `route` is its template, as in `GET /repos/{owner}/{repo}`. */
export interface ContractOperation {
  id: string;
  route: string;
  documentationUrl: string;
}

export interface Contract {
  /**
   * The operation that a method and a path mean, or undefined for one that the description does not
   * have.
   */
  match(request: Request): ContractOperation | undefined;
  /** The values of the route's `{names}`, decoded. */
  params(request: Request, operation: ContractOperation): Record<string, string>;
  requestErrors(request: Request, operation: ContractOperation): string[];
  responseErrors(operation: ContractOperation, status: number, body: unknown): string[];
  complete: Completer;
}

let loaded: Promise<Contract> | undefined;

/** Reads the description once a worker: compiling its schemas is the slow part. */
export function loadContract(): Promise<Contract> {
  loaded ??= load();
  return loaded;
}

/** ajv knows no formats by itself. GitHub's description uses these. */
const FORMATS = {
  'date-time': (text: string) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text),
  uri: (text: string) => URL.canParse(text),
  email: true,
  'repo.nwo': /^[^/]+\/[^/]+$/,
} as const;

async function compile(): Promise<OpenAPIBackend> {
  const text = readFileSync(new URL('./github-openapi.json', import.meta.url), 'utf8');
  const api = new OpenAPIBackend({
    definition: JSON.parse(text) as Document,
    quick: true,
    // To check the description and to optimize validators would take longer than all validations.
    ajvOpts: { strict: false, formats: FORMATS, validateSchema: false, code: { optimize: false } },
  });
  await api.init();
  // The router builds them several times for each request.
  const operations = api.router.getOperations();
  api.router.getOperations = () => operations;
  return api;
}

async function load(): Promise<Contract> {
  const api = await compile();
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
    params: (request, operation) =>
      router.parseRequest(request, find(operation)).params as Record<string, string>,
    requestErrors: (request, operation) =>
      messages(validator.validateRequest(request, find(operation))),
    responseErrors: (operation, status, body) => {
      if (Object.hasOwn(find(operation).responses ?? {}, String(status))) {
        return messages(validator.validateResponse(body, find(operation), status));
      }
      // The description lacks most errors, such as nearly every 401. They have the common shape.
      if (status >= 400)
        return messages(validator.validateResponse(body, 'users/get-authenticated', 401));
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
