import type { TSchema } from '@sinclair/typebox';
import { assert } from '@exchange/core/kernel';
import { typeName } from './type-name';

/** The JSON Schema that a document speaks: AsyncAPI 3.0 draft 07, OpenAPI 3.1 version 2020-12. */
type Dialect = 'draft-07' | '2020-12';

export type PlainSchema = Record<string, unknown>;

/** Where a schema stands: in which type, and what it is called there. */
interface Place {
  readonly owner: string;
  readonly title: string;
}

/**
 * Schemas of one document, without what only our own code reads. Every one has a title, so that what generators make of
 * it has a name. Objects, arrays with positions and choices become types: they are put into `components`, by their own
 * name or by the one of their place, and referred to.
 */
export class PlainSchemas {
  readonly components: Record<string, PlainSchema> = {};
  private readonly shapes = new Map<string, string>();

  constructor(private readonly dialect: Dialect) {}

  /** A schema that stands in the type `owner` as `title`: a reference to its type if it is one. */
  of(schema: TSchema, owner: string, title: string): PlainSchema {
    return this.at(schema, { owner, title });
  }

  /** A type by this name in its place: nothing refers to it. */
  inPlace(schema: TSchema, name: string): PlainSchema {
    return this.plain(schema, { owner: name, title: name });
  }

  private at(schema: TSchema, place: Place): PlainSchema {
    const own: unknown = schema.title;
    const isNamed = typeof own === 'string' && /^[A-Z][a-z]/.test(own);
    if (!isNamed && !isType(schema)) return this.plain(schema, place);
    const name = isNamed ? own : typeName(place.owner, place.title);
    const { title: _, description, 'x-position': __, ...parts } = schema;
    const shape = JSON.stringify(parts);
    assert((this.shapes.get(name) ?? shape) === shape, `two types have the name ${name}`);
    if (!this.shapes.has(name)) {
      this.shapes.set(name, shape);
      // Before its parts, so that types stand in the order in which they are met.
      const type: PlainSchema = (this.components[name] = {});
      Object.assign(type, this.plain(schema, { owner: name, title: name }));
    }
    return {
      $ref: `#/components/schemas/${name}`,
      title: place.title,
      ...(description === undefined ? {} : { description }),
    };
  }

  private plain(schema: TSchema, place: Place): PlainSchema {
    const { description } = schema;
    const about = { title: place.title, ...(description === undefined ? {} : { description }) };
    const values = constants(schema);
    if (values !== undefined) {
      // Generators make a type of a constant as well, and it must be another one in another place.
      const title = values.length === 1 ? typeName(place.owner, place.title) : place.title;
      return { type: typeOf(values), enum: values, ...about, title };
    }
    if (schema.anyOf !== undefined) return { ...this.union(schema.anyOf as TSchema[], place), ...about };
    const plain: PlainSchema = {};
    for (const [key, value] of Object.entries(schema)) this.add(plain, key, value, place);
    return { ...plain, ...about };
  }

  /** Of values that JSON has a word for, a list of types; of others, a choice of schemas. */
  private union(parts: readonly TSchema[], { owner, title }: Place): PlainSchema {
    const isNullable = parts.length === 2 && parts.some(({ type }) => type === 'null');
    const titleOf = (part: TSchema) =>
      typeof part.title === 'string' ? part.title : isNullable ? title : `${title} value`;
    const plain = parts.map((part) =>
      this.at(part, { owner, title: part.type === 'null' ? 'none' : titleOf(part) }),
    );
    const simple = plain.every(({ type, enum: values }) => SIMPLE.has(type) && values === undefined);
    if (!simple) return { anyOf: plain };
    return Object.assign({}, ...plain, { type: plain.map(({ type }) => type) }) as PlainSchema;
  }

  private add(plain: PlainSchema, key: string, value: unknown, { owner, title }: Place): void {
    switch (key) {
      case 'x-kind':
      case 'x-secret':
      case 'x-position':
        return;
      case 'properties':
        plain.properties = mapEntries(value as Record<string, TSchema>, (member, name) =>
          this.at(member, { owner, title: name }),
        );
        return;
      case 'patternProperties': {
        // A map: any key, values of one form.
        const [values] = Object.values(value as Record<string, TSchema>);
        plain.additionalProperties = this.at(values as TSchema, { owner, title: `${title} value` });
        return;
      }
      case 'items':
        this.addItems(plain, value as TSchema | TSchema[], { owner, title });
        return;
      case 'additionalItems':
        if (this.dialect === 'draft-07') plain.additionalItems = value;
        return;
      default:
        plain[key] = value;
    }
  }

  private addItems(plain: PlainSchema, items: TSchema | TSchema[], { owner, title }: Place): void {
    if (!Array.isArray(items)) {
      plain.items = this.at(items, { owner, title: `${title} item` });
      return;
    }
    const positions = items.map((item) => this.at(item, { owner, title: positionName(item) }));
    if (this.dialect === 'draft-07') plain.items = positions;
    else Object.assign(plain, { prefixItems: positions, items: false });
  }
}

/** What one value of JSON can be, without parts. */
const SIMPLE = new Set<unknown>(['string', 'integer', 'number', 'boolean', 'null']);

/** Whether it is more than a value, a list or a map of them. */
const isType = (schema: TSchema): boolean =>
  schema.properties !== undefined || Array.isArray(schema.items) || (constants(schema)?.length ?? 0) > 1;

/** The NAME of a position in an array. */
function positionName(item: TSchema): string {
  const name: unknown = item['x-position'] ?? item.title;
  assert(typeof name === 'string', `a position without a NAME: ${JSON.stringify(item)}`);
  return name;
}

/** The values of a constant, or of a union of constants. */
function constants(schema: TSchema): readonly (string | number | boolean)[] | undefined {
  const {
    const: value,
    enum: values,
    anyOf,
  } = schema as { const?: Value; enum?: Value[]; anyOf?: TSchema[] };
  if (value !== undefined) return [value];
  if (values !== undefined) return values;
  const each = anyOf?.map((one) => one.const as Value | undefined) ?? [undefined];
  return each.every((one) => one !== undefined) ? each : undefined;
}
type Value = string | number | boolean;

function typeOf(values: readonly Value[]): string {
  const types = new Set(values.map((value) => (typeof value === 'number' ? 'integer' : typeof value)));
  assert(types.size === 1, `a choice of values of several types: ${values.join(', ')}`);
  return [...types].join('');
}

const mapEntries = <T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value, key)]));
