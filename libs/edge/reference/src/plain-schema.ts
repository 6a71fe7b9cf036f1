import type { TSchema } from '@sinclair/typebox';

/** The JSON Schema that a document speaks: AsyncAPI 3.0 draft 07, OpenAPI 3.1 version 2020-12. */
type Dialect = 'draft-07' | '2020-12';

export type PlainSchema = Record<string, unknown>;

/**
 * Schemas of one document, without what only our own code reads. Those that have a name of their own (a title such as
 * `Order`) are put into `components` and referred to.
 */
export class PlainSchemas {
  readonly components: Record<string, PlainSchema> = {};

  constructor(private readonly dialect: Dialect) {}

  of(schema: TSchema): PlainSchema {
    const title: unknown = schema.title;
    if (typeof title !== 'string' || !/^[A-Z][a-z]/.test(title)) return this.plain(schema);
    this.components[title] ??= this.plain(schema);
    return { $ref: `#/components/schemas/${title}` };
  }

  private plain(schema: TSchema): PlainSchema {
    const choices = constants(schema.anyOf);
    if (choices !== undefined) {
      const type = choices.every((value) => typeof value === 'number') ? 'integer' : 'string';
      return { type, enum: choices, ...described(schema) };
    }
    const plain: PlainSchema = {};
    for (const [key, value] of Object.entries(schema)) this.add(plain, key, value);
    return plain;
  }

  private add(plain: PlainSchema, key: string, value: unknown): void {
    switch (key) {
      case 'x-kind':
      case 'x-secret':
        return;
      case 'properties':
        plain.properties = mapValues(value as Record<string, TSchema>, (member) => this.of(member));
        return;
      case 'patternProperties':
        // A map: any key, values of one form.
        plain.additionalProperties = this.of(Object.values(value as Record<string, TSchema>)[0] as TSchema);
        return;
      case 'anyOf':
        plain.anyOf = (value as TSchema[]).map((one) => this.of(one));
        return;
      case 'items':
        this.addItems(plain, value as TSchema | TSchema[]);
        return;
      case 'additionalItems':
        if (this.dialect === 'draft-07') plain.additionalItems = value;
        return;
      default:
        plain[key] = value;
    }
  }

  private addItems(plain: PlainSchema, items: TSchema | TSchema[]): void {
    if (!Array.isArray(items)) {
      plain.items = this.of(items);
      return;
    }
    const positions = items.map((item) => this.plain(item));
    if (this.dialect === 'draft-07') plain.items = positions;
    else Object.assign(plain, { prefixItems: positions, items: false });
  }
}

function described({ title, description }: TSchema): PlainSchema {
  return { ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) };
}

/** The values of a union of constants. */
function constants(anyOf: unknown): (string | number)[] | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const values = anyOf.map((one: TSchema) => one.const as string | number | undefined);
  return values.every((value) => value !== undefined) ? values : undefined;
}

const mapValues = <T, R>(record: Readonly<Record<string, T>>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
