import { startedProgram } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import type { PackedClient } from './packed-client';

/** Of the dev accounts: one that the other cases of the file leave alone, each. */
const [MAKER, TAKER, READER, OWNER] = [6, 7, 8, 16];
const FILLS = 4;

const run = promisify(execFile);
const readJson = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;

/** The programs with which others begin, in an empty project that has the packed client. */
export function packedBotCases(exchange: RunningExchange, packed: PackedClient): void {
  describe('with the packed client', () => {
    let folder: string;
    let chain: Chain;
    const account = (index: number) =>
      new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');

    async function fund(index: number, figures: Readonly<Record<string, bigint>>): Promise<void> {
      const trader = await Trader.own(account(index));
      for (const [symbol, amount] of Object.entries(figures)) await account(index).deposit(symbol, amount);
      await trader.settledUntil(figures);
      trader.close();
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      folder = await mkdtemp(path.join(tmpdir(), 'packed-bots-'));
      const { dependencies } = await readJson<{ dependencies: Record<string, string> }>('package.json');
      const manifest = { name: 'bots', private: true, type: 'module' };
      await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
      const packages = [await packed.file(), `ws@${dependencies['ws'] ?? ''}`];
      const quiet = ['--prefer-offline', '--no-audit', '--no-fund'];
      await run('npm', ['install', ...quiet, ...packages], { cwd: folder });
      for (const bot of ['maker.mjs', 'taker.mjs', 'funds.mjs'])
        await copyFile(`examples/${bot}`, path.join(folder, bot));
      const [, example = ''] =
        /^```ts\n([^]*?)^```$/m.exec(await readFile('libs/client/README.md', 'utf8')) ?? [];
      await writeFile(path.join(folder, 'readme.mjs'), example);
      const both = { ETH: parseEther('2'), DAI: parseEther('1000') };
      await Promise.all([fund(MAKER, both), fund(TAKER, both), fund(READER, { DAI: parseEther('500') })]);
    });
    afterAll(async () => {
      chain.close();
      await rm(folder, { recursive: true });
    });

    const started = (program: string, index: number, settings: NodeJS.ProcessEnv = {}) =>
      startedProgram(
        process.execPath,
        program.split(' '),
        {
          ...process.env,
          ...{ EXCHANGE_WS: exchange.endpoints.ws, PRIVATE_KEY: account(index).wallet.privateKey },
          ...settings,
        },
        folder,
      );

    /** The account's orders that are still open. */
    async function open(index: number): Promise<unknown[]> {
      const trader = await Trader.own(account(index));
      const orders = await trader.activeOrders();
      trader.close();
      return orders;
    }

    it('the example of its README places an order and cancels it', async () => {
      const reader = started('readme.mjs', READER);
      const code = await reader.ended;
      expect(reader.output()).toMatch(
        /^\d+ true 100000000000000000000\n[^]*^\d+ false 100000000000000000000\n$/m,
      );
      expect(code).toBe(0);
      expect(await open(READER)).toEqual([]);
    });

    it('examples/maker.mjs quotes, examples/taker.mjs takes, and both end by themselves', async () => {
      const ends = { FILLS: String(FILLS), SECONDS: '60' };
      const maker = started('maker.mjs', MAKER, { ...ends, MIDDLE: '300' });
      // Unless the machine is too busy, the maker has quoted anew by the time the taker looks again.
      const taker = started('taker.mjs', TAKER, { ...ends, EVERY_MS: '2000' });
      const codes = await Promise.all([maker.ended, taker.ended]);
      const fills = (output: string) => [...output.matchAll(/^fill \d+: (.*)$/gm)].map(([, fill]) => fill);
      const mirrored = (fill = '') =>
        fill.startsWith('bought') ? fill.replace('bought', 'sold') : fill.replace('sold', 'bought');
      expect(fills(maker.output())[0]).toBe('sold 20000000000000000 at 300.3');
      // It has moved up by what it sold.
      expect(fills(maker.output())).toContain('bought 20000000000000000 at 299.85');
      expect(fills(taker.output())).toEqual(fills(maker.output()).map(mirrored));
      expect([maker.output(), taker.output()]).toEqual([
        expect.stringContaining(`ended after ${FILLS} fills`),
        expect.stringContaining(`ended after ${FILLS} fills`),
      ]);
      expect(codes).toEqual([0, 0]);
      expect(await open(MAKER)).toEqual([]);
    });

    it('examples/funds.mjs deposits, withdraws and exits with a key alone', async () => {
      const { rpc } = exchange.endpoints;
      const owner = account(OWNER);
      const funds = async (args: string, settings: NodeJS.ProcessEnv = {}) => {
        const program = started(`funds.mjs ${args}`, OWNER, {
          ...{ CHAIN_URL: rpc, ...settings },
        });
        const code = await program.ended;
        return { code, output: program.output() };
      };
      const hash = '0x[0-9a-f]{64}';
      const trader = await Trader.own(owner);
      const deposits = [await funds('deposit DAI 300'), await funds('deposit ETH 2')];
      const done = (call: string) => ({
        code: 0,
        output: expect.stringMatching(`^${call} ${hash}\ndone \\[\\s*'${hash}'\\s*\\]\n$`),
      });
      expect(deposits).toEqual([done('depositWithPermit'), done('depositEther')]);
      await trader.settledUntil({ ETH: parseEther('2'), DAI: parseEther('300') });
      expect(await funds('withdraw ETH 0.5')).toEqual(done('withdraw'));
      expect(await chain.balance('ETH', owner.wallet.address)).toBe(parseEther('1.5'));
      expect(await funds('submit ETH 1')).toEqual({
        code: 0,
        output: expect.stringMatching(/^done \d+\n$/),
      });
      await trader.settledUntil({ ETH: parseEther('0.5'), DAI: parseEther('300') });
      expect(await funds('exit DAI')).toEqual(done('requestExit'));
      const early = await funds('take-exit DAI', { ID: 'early' });
      expect(early).toEqual({ code: 1, output: expect.stringContaining('NodeRefusal') });
      // It would be taken up by the next run.
      expect((await funds('forget early')).code).toBe(0);
      expect(await funds('cancel-exit DAI')).toEqual(done('cancelExit'));
      trader.close();
    });
  });
}
