import { REST_STATUS } from '@exchange/core/wire';
import { resolved, tablesOf, typeSections, typeText } from './describe-schema';
import { type Endpoint, ENDPOINTS } from './endpoints';
import { type PlainSchema, PlainSchemas } from './plain-schema';
import type { Chapter, Section } from './section';
import { typeName } from './type-name';

export function endpointsChapter(): Chapter {
  const schemas = new PlainSchemas('2020-12');
  const endpoints = ENDPOINTS.map((endpoint) => endpointSection(endpoint, schemas));
  const parts = typeSections(Object.values(schemas.components), schemas.components);
  return {
    title: 'REST endpoints',
    text: 'All are GET below `/rest/v1`. Every answer is an envelope {status, message, data}: status 0 and message `success`, or a failure with data null.',
    sections: [...endpoints, ...parts, failureSection()],
  };
}

function endpointSection(endpoint: Endpoint, schemas: PlainSchemas): Section {
  const { path, id, summary, parameters, data, example, failures } = endpoint;
  const types = schemas.components;
  const schema = resolved(schemas.of(data, typeName(id), 'data'), types);
  const rows = parameters.map(({ name, in: place, required, schema: type, description }) => [
    name,
    place,
    typeText({ ...type }, types),
    required ? 'required' : 'optional',
    description,
  ]);
  return {
    title: `GET ${path}`,
    text: [
      summary,
      `Data: ${typeText(schema, types)}.`,
      ...(failures.length > 0 ? [`Failures besides those of every endpoint: ${failures.join(', ')}.`] : []),
    ],
    tables: [
      ...(rows.length > 0 ? [{ head: ['parameter', 'in', 'type', 'needed', 'meaning'], rows }] : []),
      ...tablesOf(resolved((schema.items as PlainSchema | undefined) ?? schema, types), types),
    ],
    example: JSON.stringify({ status: 0, message: 'success', data: example }),
  };
}

const failureSection = (): Section => ({
  title: 'Status',
  text: [
    'The status of the envelope, and the HTTP status that goes with it. The message says what would be right.',
  ],
  tables: [
    {
      head: ['what', 'status', 'HTTP'],
      rows: Object.entries(REST_STATUS).map(([name, { status, http }]) => [
        name,
        String(status),
        String(http),
      ]),
    },
  ],
});
