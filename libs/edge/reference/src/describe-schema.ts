import type { PlainSchema } from './plain-schema';
import type { PageTable, Section } from './section';

/** Types by their names, to which schemas refer. */
export type Types = Readonly<Record<string, PlainSchema>>;

/** The type that a schema refers to, or the schema. */
export function resolved(schema: PlainSchema, types: Types): PlainSchema {
  const name = nameOf(schema);
  const type = name === undefined ? schema : types[name];
  if (type === undefined) throw new Error(`there is no type ${name}`);
  return type;
}

/** The members or positions of a schema as a table; none for what has neither. */
export function tablesOf(schema: PlainSchema, types: Types): PageTable[] {
  const positions = positionsOf(schema);
  if (positions !== undefined) {
    return [
      {
        head: ['#', 'name', 'type', 'meaning'],
        rows: positions.map((item, index) => [
          String(index),
          String(item.title ?? ''),
          typeText(item, types),
          meaning(item),
        ]),
      },
    ];
  }
  const members = schema.properties as Types | undefined;
  if (members === undefined || Object.keys(members).length === 0) return [];
  const required = new Set((schema.required ?? []) as string[]);
  const rows = Object.entries(members).map(([name, member]) => [
    name,
    typeText(member, types),
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

function nameOf({ $ref }: PlainSchema): string | undefined {
  return typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
}

/** A type in short: a name, values, or what a list holds. Of a choice between values, the values. */
export function typeText(schema: PlainSchema, types: Types): string {
  const name = nameOf(schema);
  if (name !== undefined && resolved(schema, types).enum === undefined) return name;
  const { enum: values, anyOf, type, items, additionalProperties } = resolved(schema, types);
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' or ');
  if (Array.isArray(anyOf)) return (anyOf as PlainSchema[]).map((one) => typeText(one, types)).join(' or ');
  if (Array.isArray(type)) return type.join(' or ');
  if (type === 'array') {
    const positions = positionsOf(schema);
    if (positions !== undefined) return `[${positions.map((one) => typeText(one, types)).join(', ')}]`;
    return `array of ${typeText(items as PlainSchema, types)}`;
  }
  if (typeof additionalProperties === 'object' && additionalProperties !== null) {
    return `map to ${typeText(additionalProperties as PlainSchema, types)}`;
  }
  return typeof type === 'string' ? type : 'any';
}

/** A section for each type that these schemas refer to, in alphabetical order. Values stand where they are referred to. */
export function typeSections(schemas: readonly unknown[], types: Types): Section[] {
  const names = [...new Set(schemas.flatMap(referred))].sort();
  return names
    .map((title) => ({ title, schema: types[title] as PlainSchema }))
    .filter(({ schema }) => schema.enum === undefined)
    .map(({ title, schema }) => ({
      title,
      text: [
        meaning(schema),
        ...(tablesOf(schema, types).length > 0 ? [] : [typeText(schema, types)]),
      ].filter(Boolean),
      tables: tablesOf(schema, types),
    }));
}

/** Names of the types to which something refers. */
function referred(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = nameOf(value as PlainSchema);
  return [...(own === undefined ? [] : [own]), ...Object.values(value).flatMap(referred)];
}
