import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { installPeers, peer, run } from './peers';

// It installs and builds what others have, each in a process of its own.
jest.setTimeout(240_000);

const CORE_MAX = 20 * 1024;
const KEY = `0x${'11'.repeat(32)}`;
const ADDRESS = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a';

/** What the build prints. */
interface Built {
  readonly file: string;
  readonly core: { readonly bytes: number; readonly inputs: readonly string[] };
}

let folder: string;
let built: Built;

/** A project of somebody else, in which the packed client is installed. */
async function project(at: string, files: Readonly<Record<string, string>>): Promise<string> {
  const cwd = path.join(folder, at);
  await mkdir(cwd);
  const manifest = { name: at, private: true, type: 'module' };
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(manifest), ...files })) {
    await writeFile(path.join(cwd, file), text);
  }
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', built.file], { cwd });
  return cwd;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'client-package-'));
  const args = ['tools/client-package/build.mjs', '--folder', path.join(folder, 'client')];
  built = JSON.parse((await run(process.execPath, args)).stdout) as Built;
  await installPeers();
}, 300_000);
afterAll(() => rm(folder, { recursive: true }));

describe('the core of the client', () => {
  it('is at most 20 KB in gzip, and has no cryptography, validator or framework in it', () => {
    const { bytes, inputs } = built.core;
    expect(bytes).toBeLessThanOrEqual(CORE_MAX);
    expect(inputs.filter((input) => input.includes('node_modules'))).toEqual([]);
  });
});

describe('the packed client', () => {
  it('needs nothing but the curve and the hashes', async () => {
    const { dependencies } = JSON.parse(
      await readFile(path.join(folder, 'client/package/package.json'), 'utf8'),
    ) as { dependencies: object };
    expect(Object.keys(dependencies)).toEqual(['@noble/curves', '@noble/hashes']);
  });

  it('runs in an empty project of Node', async () => {
    const cwd = await project('node', {
      'use.mjs': [
        "import { ExchangeClient, InMemoryStore, keySigner } from '@exchange/client';",
        "import { FileStore } from '@exchange/client/file-store';",
        `const signer = await keySigner('${KEY}');`,
        "import { ChainFunds, keyWallet } from '@exchange/client/chain';",
        "const store = await FileStore.open('orders');",
        "await store.put('a', 1);",
        `const wallet = await keyWallet({ node: 'http://127.0.0.1:1', privateKey: '${KEY}' });`,
        'const funds = new ChainFunds({ wallet, store, account: wallet.address, contract: wallet.address });',
        "await funds.requestExit('a', [wallet.address]).catch(() => undefined);",
        'const begun = await funds.unfinished();',
        'await store.close();',
        "const client = new ExchangeClient({ url: 'ws://127.0.0.1:1', socket: class {} });",
        'console.log(JSON.stringify([wallet.address, begun, await signer.signMessage("hello"), typeof client.placeOrder]));',
      ].join('\n'),
    });
    const { stdout } = await run(process.execPath, ['use.mjs'], { cwd });
    const signature = expect.stringMatching(/^0x[0-9a-f]{130}$/);
    expect(JSON.parse(stdout)).toEqual([ADDRESS, ['a'], signature, 'function']);
  });

  it('has types that a strict project takes without looking away', async () => {
    const cwd = await project('strict', {
      'tsconfig.json': JSON.stringify({
        compilerOptions: {
          ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noEmit: true },
          ...{ target: 'es2022', module: 'nodenext', types: [] },
        },
        files: ['use.ts'],
      }),
      'use.ts': [
        "import { ExchangeClient, keySigner, type Store } from '@exchange/client';",
        "import { ChainFunds, keyWallet, permit, signStatement } from '@exchange/client/chain';",
        "const client = new ExchangeClient({ url: 'ws://127.0.0.1:1' });",
        'export async function use(store: Store): Promise<string> {',
        `  const signer = await keySigner('${KEY}');`,
        '  await client.authenticate(signer);',
        "  const order = await client.placeOrder({ market: 'ETHDAI', side: 'buy', amount: '1', rate: '2', signer });",
        "  client.on('userTrade', ({ trade }) => { const id: number = trade.id; void store.put('last', id); });",
        '  // @ts-expect-error no such side',
        "  await client.placeOrder({ market: 'ETHDAI', side: 'long', amount: '1', rate: '2', signer });",
        '  // @ts-expect-error no such member',
        '  void order.price;',
        '  // @ts-expect-error no such command',
        "  await client.request({ c: 'buy' });",
        '  return order.bookRate;',
        '}',
        'export async function leave(store: Store, contract: string, token: string): Promise<number> {',
        `  const signer = await keySigner('${KEY}');`,
        `  const wallet = await keyWallet({ node: 'http://127.0.0.1:1', privateKey: '${KEY}' });`,
        '  const permits = { signer, router: contract };',
        '  const funds = new ChainFunds({ wallet, account: wallet.address, contract, store, exchange: client, permits });',
        '  const statement = permit({ owner: token, spender: token, value: 1n, nonce: 0n, deadline: 1n });',
        '  await signStatement(signer, statement, { name: "", version: "1", chainId: 1, verifyingContract: token });',
        "  await funds.takeExit('exit', token, 'all', wallet.address);",
        '  // @ts-expect-error amounts are whole numbers of smallest units',
        "  await funds.deposit('in', token, 1);",
        "  return funds.submitWithdrawal('out', { token, amount: 1n, signer });",
        '}',
      ].join('\n'),
    });
    const { stdout } = await run(process.execPath, [path.join(peer('typescript'), 'bin/tsc'), '-p', '.'], {
      cwd,
    }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  });

  it('is built into a page by Vite, and loads its cryptography when it is needed', async () => {
    const cwd = await project('page', {
      'index.html': '<!doctype html><script type="module" src="/page.js"></script>',
      'page.js': [
        "import { ExchangeClient, keySigner, walletSigner } from '@exchange/client';",
        "import { IndexedDbStore } from '@exchange/client/indexed-db-store';",
        'Object.assign(window, { ExchangeClient, IndexedDbStore, keySigner, walletSigner });',
      ].join('\n'),
    });
    const { stderr } = await run(process.execPath, [path.join(peer('vite'), 'bin/vite.js'), 'build'], {
      cwd,
    });
    expect(stderr).toBe('');
    const assets = await readdir(path.join(cwd, 'dist/assets'));
    expect(assets.some((asset) => asset.startsWith('key-signer'))).toBe(true);
    const main = await readFile(
      path.join(cwd, 'dist/assets', assets.find((asset) => asset.startsWith('index')) ?? ''),
      'utf8',
    );
    expect(main).not.toContain('secp256k1');
  });
});
