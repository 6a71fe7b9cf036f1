import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { COMMAND_NAMES, definitionOf, EVENT_NAMES, parseFrame } from '@exchange/core/wire';
import { asyncApiDocument, commandMessage, examplePacket, packetMessage } from './async-api';
import { exampleCommand } from './command-examples';
import { COMMAND_NOTES } from './command-notes';
import { openApiDocument } from './open-api';
import { markdownPages } from './reference';
import { FACTS } from '../test/reference.fixture';

const openApi = openApiDocument(FACTS);
const asyncApi = asyncApiDocument(FACTS);

// Shared, so that what several messages refer to is compiled once.
const messages = asyncApi.components.messages as Record<string, { payload: object }>;
const asyncApiAjv = new Ajv({ strict: false, allErrors: true });
asyncApiAjv.addSchema({ $id: 'doc', components: asyncApi.components });

/** What the AsyncAPI document has against a message as an example of that name. */
function faultsOf(name: string, message: unknown): readonly string[] {
  const validate = asyncApiAjv.compile(withDocument(messages[name]?.payload));
  if (validate(message)) return [];
  return (validate.errors ?? []).map(({ instancePath, message: fault }) => `${instancePath} ${fault}`);
}

/** All references of a document. */
const refsOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const own = '$ref' in value ? [String(value.$ref)] : [];
  return [...own, ...Object.values(value).flatMap(refsOf)];
};
const found = (document: unknown, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);

describe('the OpenAPI document', () => {
  it('is a valid OpenAPI 3.1 document by an independent reader', async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(openApi));
    expect(result.errors ?? []).toEqual([]);
    expect(result.valid).toBe(true);
    expect(validator.version).toBe('3.1');
  });

  it('has examples that fit its schemas', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    ajv.addSchema({ $id: 'doc', components: openApi.components });
    for (const [path, { get }] of Object.entries(openApi.paths)) {
      const { schema, example } = get.responses[200].content['application/json'];
      const valid = ajv.validate(withDocument(schema), example);
      expect([path, valid, ajv.errorsText()]).toEqual([path, true, 'No errors']);
    }
  });
});

describe('the AsyncAPI document', () => {
  it('is a valid AsyncAPI 3.0 document by the schema of the AsyncAPI project', () => {
    const ajv = new Ajv({ strict: false, allErrors: true, logger: false });
    addFormats.default(ajv);
    const specification = createRequire(import.meta.url)(
      '@asyncapi/specs/schemas/3.0.0-without-$id.json',
    ) as object;
    const valid = ajv.validate(specification, structuredClone(asyncApi));
    expect(ajv.errors?.slice(0, 3) ?? []).toEqual([]);
    expect(valid).toBe(true);
  });

  it('has every command and every event, once', () => {
    expect(Object.keys(asyncApi.components.messages)).toHaveLength(COMMAND_NAMES.length + EVENT_NAMES.length);
    expect(Object.keys(COMMAND_NOTES).sort()).toEqual([...COMMAND_NAMES].sort());
    for (const name of COMMAND_NAMES) {
      expect(faultsOf(commandMessage(name), { ...exampleCommand(name), c: 'other' })).not.toEqual([]);
    }
  });

  it.each(EVENT_NAMES)('has an example of %s that fits its schema', (name) => {
    expect(faultsOf(packetMessage(name), examplePacket(name))).toEqual([]);
  });
});

it.each(COMMAND_NAMES)('the server reads the example of %s, which fits the document as well', (name) => {
  const frame = JSON.stringify([exampleCommand(name)]);
  expect(parseFrame(frame)).toMatchObject({ elements: [{ command: { c: name } }] });
  expect(faultsOf(commandMessage(name), exampleCommand(name))).toEqual([]);
});

it.each(
  COMMAND_NAMES.flatMap((name) =>
    (definitionOf(name).rules ?? []).map((rule) => [name, rule.says, rule.choice] as const),
  ),
)('%s: the page says that %s, and the document and the server hold to it', (name, says, choice) => {
  const section = markdownPages()['commands.md']?.split(`\n## ${name}\n`)[1]?.split('\n## ')[0];
  expect(section).toContain(says);
  if (choice === undefined) return;
  const none = Object.fromEntries(
    Object.entries(exampleCommand(name)).filter(([field]) => !choice.of.includes(field)),
  );
  expect(parseFrame(JSON.stringify([none]))).toMatchObject({ elements: [{ rejection: { message: says } }] });
  expect(faultsOf(commandMessage(name), none)).not.toEqual([]);
});

it('the documents refer only to what they hold', () => {
  for (const document of [openApi, asyncApi]) {
    for (const ref of refsOf(document)) expect([ref, found(document, ref)]).not.toContain(undefined);
  }
});

it('every schema of the documents has a title, of which generators make names', () => {
  const inPaths = Object.values(openApi.paths).flatMap(({ get }) => [
    ...get.parameters.map(({ schema }) => schema),
    ...Object.values(get.responses).flatMap((response) => schemasIn(response as Parts)),
  ]);
  const payloads = Object.values(messages).map(({ payload }) => payload);
  const named = [openApi, asyncApi].flatMap(({ components }) => Object.entries<object>(components.schemas));
  for (const [name, type] of named) expect(type).toMatchObject({ title: name });
  const all = [...inPaths, ...payloads, ...named.map(([, type]) => type)].flatMap(partsOf);
  expect(all.length).toBeGreaterThan(1000);
  expect(all.filter(({ title }) => typeof title !== 'string' || title === '')).toEqual([]);
});

/** The schemas of headers and bodies. */
const schemasIn = ({ headers = {}, content = {} }: Parts): object[] =>
  [headers, content].flatMap((one) => Object.values(one) as { schema: object }[]).map(({ schema }) => schema);

interface Parts {
  readonly headers?: object;
  readonly content?: object;
}

/** A schema and all that it is made of. */
function partsOf(schema: object): Readonly<Record<string, unknown>>[] {
  const {
    properties = {},
    items = [],
    prefixItems = [],
    anyOf = [],
    additionalProperties = [],
  } = schema as Record<string, object>;
  const inner = [properties, prefixItems, anyOf].flatMap((one) => Object.values(one) as object[]);
  const lists = [items, additionalProperties].flat().filter((one) => typeof one === 'object');
  return [schema as Record<string, unknown>, ...[...inner, ...lists].flatMap(partsOf)];
}

/** A schema whose references lead into the document that was added as `doc`. */
function withDocument(schema: unknown): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"doc#/components')) as object;
}
