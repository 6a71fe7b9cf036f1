import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { KeptLog } from '@exchange/test/kit';
import { build } from 'esbuild';
import { SigningKey, Wallet } from 'ethers';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createCrypto, type NativeCrypto } from './native-crypto';
import { SignerThreads } from './signer-threads';

const PROGRAM = `
  import { parentPort } from 'node:worker_threads';
  import { createCrypto } from './native-crypto';
  import { serveSigners } from './signer-threads';
  createCrypto().then((crypto) => {
    parentPort.on('message', (bytes) => { if (bytes[0] === 0xff) process.exit(1); });
    serveSigners(parentPort, crypto);
  });`;

const key = new SigningKey(`0x${'46'.repeat(32)}`);
const signer = new Wallet(key).address.toLowerCase();

describe('threads that recover signers', () => {
  let crypto: NativeCrypto;
  let file: string;
  const opened: SignerThreads[] = [];

  beforeAll(async () => {
    crypto = await createCrypto();
    // Packages with binaries are found from within the house only.
    file = path.resolve('dist', `signers-${process.pid}.cjs`);
    const stdin = { contents: PROGRAM, resolveDir: import.meta.dirname, loader: 'ts' } as const;
    await build({ stdin, bundle: true, platform: 'node', packages: 'external', outfile: file });
  });
  afterAll(async () => {
    await Promise.all(opened.map((threads) => threads.stop()));
    await rm(file);
  });

  const open = (count: number) => {
    const log = new KeptLog();
    const threads = new SignerThreads(pathToFileURL(file), count, crypto, log);
    opened.push(threads);
    return { log, threads };
  };
  const signed = (first: number, index: number) => {
    const digest = Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? first : index));
    return { digest, signature: key.sign(digest) };
  };
  const NOBODY = { v: 27, r: `0x${'00'.repeat(32)}`, s: `0x${'00'.repeat(32)}` };

  it.each([1, 2, 3, 50])('answer each with its own signer, of %i that are asked in one go', async (count) => {
    const { threads } = open(2);
    const asked = Array.from({ length: count }, (_, index) => signed(1, index));
    const found = await Promise.all([
      ...asked.map(({ digest, signature }) => threads.recover(digest, signature)),
      threads.recover(new Uint8Array(32), NOBODY),
    ]);
    expect(found).toEqual([...asked.map(() => signer), undefined]);
  });

  it('leave nobody without an answer when one of them ends', async () => {
    const { threads, log } = open(2);
    const ask = (first: number) =>
      Promise.all(
        Array.from({ length: 20 }, (_, index) => {
          const { digest, signature } = signed(index === 0 ? first : 1, index);
          return threads.recover(digest, signature);
        }),
      );
    const all = Array.from({ length: 20 }, () => signer);
    expect(await ask(0xff)).toEqual(all);
    expect(await ask(0xff)).toEqual(all);
    expect(log.of('error')).toHaveLength(2);
    expect(await ask(0xff)).toEqual(all);
  });
});
