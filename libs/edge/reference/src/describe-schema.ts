import type { PlainSchema } from './plain-schema';
import type { PageTable } from './section';

type Schemas = Readonly<Record<string, PlainSchema>>;

/** The members or positions of a schema as a table; none for what has neither. */
export function tablesOf(schema: PlainSchema): PageTable[] {
  const positions = positionsOf(schema);
  if (positions !== undefined) {
    return [
      {
        head: ['#', 'name', 'type', 'meaning'],
        rows: positions.map((item, index) => [
          String(index),
          String(item.title ?? ''),
          typeText(item),
          meaning(item),
        ]),
      },
    ];
  }
  const members = schema.properties as Schemas | undefined;
  if (members === undefined || Object.keys(members).length === 0) return [];
  const required = new Set((schema.required ?? []) as string[]);
  const rows = Object.entries(members).map(([name, member]) => [
    name,
    typeText(member),
    required.has(name) ? 'always' : 'optional',
    meaning(member),
  ]);
  return [{ head: ['member', 'type', 'present', 'meaning'], rows }];
}

function positionsOf(schema: PlainSchema): PlainSchema[] | undefined {
  const positions = schema.prefixItems ?? schema.items;
  return Array.isArray(positions) ? (positions as PlainSchema[]) : undefined;
}

const meaning = ({ description }: PlainSchema): string => String(description ?? '');

/** A type in short: a name, values, or what a list holds. */
export function typeText(schema: PlainSchema): string {
  const { $ref, enum: values, anyOf, type, items, additionalProperties } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (Array.isArray(anyOf)) return (anyOf as PlainSchema[]).map(typeText).join(' or ');
  if (type === 'array') {
    const positions = positionsOf(schema);
    if (positions !== undefined) return `[${positions.map(typeText).join(', ')}]`;
    return `array of ${typeText(items as PlainSchema)}`;
  }
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    return `map to ${typeText(additionalProperties as PlainSchema)}`;
  }
  return typeof type === 'string' ? type : 'any';
}

/** A section for each named schema, in alphabetical order. */
export const objectSections = (schemas: Schemas) =>
  Object.keys(schemas)
    .sort()
    .map((title) => ({ title, schema: schemas[title] as PlainSchema }))
    .map(({ title, schema }) => ({
      title,
      text: [meaning(schema), ...(tablesOf(schema).length > 0 ? [] : [typeText(schema)])].filter(Boolean),
      tables: tablesOf(schema),
    }));
