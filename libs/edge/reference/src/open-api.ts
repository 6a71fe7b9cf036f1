import { failureSchema, REST_STATUS, type RestFailure, successSchema } from '@exchange/core/wire';
import { INTERFACE_VERSION, type ReferenceFacts } from './async-api';
import { type Endpoint, ENDPOINTS } from './endpoints';
import { PlainSchemas } from './plain-schema';
import { typeName } from './type-name';

/** What any request may be answered with. */
const EVERYWHERE: readonly RestFailure[] = ['rateLimited', 'unavailable', 'internal'];

const header = (description: string, type: 'string' | 'integer' = 'integer') => ({
  description,
  schema: { title: description, type },
});
const LIMIT_HEADERS = {
  'RateLimit-Limit': header('requests in a window'),
  'RateLimit-Remaining': header('what is left of them'),
  'RateLimit-Reset': header('seconds until the window ends'),
};

/** REST as an OpenAPI 3.1 document. */
export function openApiDocument(facts: ReferenceFacts) {
  const schemas = new PlainSchemas('2020-12');
  const paths = Object.fromEntries(
    ENDPOINTS.map((endpoint) => [`/rest/v1${endpoint.path}`, { get: operation(endpoint, schemas) }]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: `${facts.name}: REST`,
      version: INTERFACE_VERSION,
      description: `Public market data, read only. Network ${facts.network}.`,
    },
    servers: [{ url: '/', description: 'where this document was read' }],
    // Nothing of it needs a login.
    security: [],
    paths,
    components: { schemas: schemas.components },
  };
}

function operation({ id, summary, parameters, data, example, failures }: Endpoint, schemas: PlainSchemas) {
  const success = { status: 0, message: 'success', data: example };
  return {
    operationId: id,
    summary,
    parameters,
    responses: {
      200: {
        description: 'Success.',
        headers: {
          ...LIMIT_HEADERS,
          ETag: header('of the body', 'string'),
          'X-Data-Age': header('seconds since data of the markets was the newest for certain'),
        },
        content: {
          'application/json': {
            schema: schemas.of(successSchema(typeName(id, 'answer'), data), '', 'answer'),
            example: success,
          },
        },
      },
      304: { description: 'What If-None-Match names is still the newest.' },
      ...Object.fromEntries(byHttpStatus([...failures, ...EVERYWHERE], schemas)),
    },
  };
}

function byHttpStatus(failures: readonly RestFailure[], schemas: PlainSchemas): [string, object][] {
  const statuses = [...new Set(failures.map((failure) => REST_STATUS[failure].http))];
  return statuses.map((http) => {
    const of = failures.filter((failure) => REST_STATUS[failure].http === http);
    const schema = schemas.of(
      failureSchema(
        typeName(...of, 'failure'),
        of.map((failure) => REST_STATUS[failure].status),
      ),
      '',
      'failure',
    );
    const headers =
      http === 429 ? { ...LIMIT_HEADERS, 'Retry-After': header('seconds to wait') } : LIMIT_HEADERS;
    const description = `Failure: ${of.join(', ')}.`;
    return [String(http), { description, headers, content: { 'application/json': { schema } } }];
  });
}
