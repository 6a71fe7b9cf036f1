import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { asyncApiDocument, openApiDocument } from '@exchange/edge/reference';
import { installPeers, peer, run } from './peers';

// The generators and the compiler of others run, each in a process of its own.
jest.setTimeout(240_000);

const facts = { name: 'Exchange', network: 'dev', limits: limitsView(ADDRESS_LIMITS) };
const openApi = openApiDocument(facts);
const asyncApi = asyncApiDocument(facts);

let folder: string;
const inFolder = (file: string) => path.join(folder, file);

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'generated-types-'));
  await writeFile(inFolder('openapi.json'), JSON.stringify(openApi));
  await writeFile(inFolder('asyncapi.json'), JSON.stringify(asyncApi));
  await installPeers();
  const openApiTypescript = path.join(peer('openapi-typescript'), 'bin/cli.js');
  await run(process.execPath, [openApiTypescript, inFolder('openapi.json'), '-o', inFolder('rest.ts')]);
  const modelina = ['tools/client-package/generate-types.mjs', peer('@asyncapi/modelina')];
  await run(process.execPath, [...modelina, inFolder('asyncapi.json'), inFolder('websocket.ts')]);
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

/** What openapi-typescript writes whatever the document says: more headers may come, and there is nothing of some parts. */
const ITS_OWN = /^ +\[name: string\]: unknown;$|^export type (webhooks|\$defs) = Record<string, never>;$/gm;

describe('the types that generators make of the documents', () => {
  it('are as narrow as the OpenAPI document', async () => {
    const text = (await readFile(inFolder('rest.ts'), 'utf8')).replaceAll(ITS_OWN, '');
    expect(text).toContain('Bar: [');
    expect(text.match(/^.*(\bunknown\b|\bany\b(?=[;[\]|])|Record<string, never>).*$/gm)).toBeNull();
  });

  it('all have names of the AsyncAPI document, and are as narrow', async () => {
    const text = await readFile(inFolder('websocket.ts'), 'utf8');
    expect(text).toContain('export type OrderStatusPacket = [');
    expect(text.match(/^.*(Anonymous|Reserved|\bunknown\b|\bany\b|\bnever\b).*$/gm)).toBeNull();
  });

  it('take every example, and not what is none', async () => {
    const answers = Object.entries(openApi.paths).map(([at, { get }], index) => {
      const { example } = get.responses[200].content['application/json'];
      const type = `paths['${at}']['get']['responses'][200]['content']['application/json']`;
      return `export const answer${index}: ${type} = ${JSON.stringify(example)};`;
    });
    const messages = Object.values(asyncApi.components.messages as unknown as Messages).map(
      ({ payload: { title }, examples: [example] }) => {
        // Modelina knows no position that may be left out.
        const { payload } = example;
        const value = Array.isArray(payload) ? [...(payload as unknown[]), 1] : payload;
        return `export const example${title}: websocket.${title} = ${JSON.stringify(value)};`;
      },
    );
    const refused = [
      "export const side: websocket.UserFillSide = 'long';",
      "export const none: websocket.CancelOrderCommand = { c: 'cancelOrder' };",
      "export const other: websocket.AuthPacket = [0, 'o', ['loggedOff', '', null, ''], 1];",
    ].flatMap((line) => ['// @ts-expect-error not what the document says', line]);
    const imports = [
      "import type { paths } from './rest.ts';",
      "import type * as websocket from './websocket.ts';",
    ];
    await writeFile(inFolder('use.ts'), [...imports, ...answers, ...messages, ...refused].join('\n'));
    const strict = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: [],
      lib: ['es2022'],
    };
    const compilerOptions = { ...strict, module: 'nodenext', allowImportingTsExtensions: true };
    await writeFile(inFolder('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['use.ts'] }));
    const compiler = [path.join(peer('typescript'), 'bin/tsc'), '-p', folder];
    const { stdout } = await run(process.execPath, compiler).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });
});

type Messages = Readonly<Record<string, Message>>;
interface Message {
  readonly payload: { readonly title: string };
  readonly examples: readonly [{ readonly payload: unknown }];
}
