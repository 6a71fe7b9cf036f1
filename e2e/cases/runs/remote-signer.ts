import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEther } from 'ethers';
import { operatorKeys } from '../../../tools/kit/chain/dev-keys';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';
import { until } from '../../kit/until';

const ALARM_MS_MAX = 15_000;
const secretsOf = (folder: string): readonly string[] =>
  Object.values(
    JSON.parse(readFileSync(path.join(folder, 'secrets.json'), 'utf8')) as Record<string, string>,
  );
const keysOf = (): readonly string[] =>
  Object.values(operatorKeys).map(({ privateKey }) => privateKey.slice(2));

/** On an exchange whose keys lie with a remote signer. */
export function remoteSignerCases(exchange: RunningExchange): void {
  describe('a remote signer', () => {
    let chain: Chain;
    let maker: Trader;
    let taker: Trader;
    const read = (...names: string[]) => readFileSync(path.join(exchange.folder, ...names), 'utf8');
    const one = parseEther('1');
    const dai = (amount: bigint) => amount * 1_000n;

    const trade = async (amount: bigint) => {
      const common = { market: 'ETHDAI', format: 'sign' as const };
      await maker.place({ ...common, sell: ['ETH', amount], buy: ['DAI', dai(amount)] });
      await taker.place({ ...common, sell: ['DAI', dai(amount)], buy: ['ETH', amount] });
    };

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const [first, second] = exchange.endpoints.accounts.slice(-2).map(({ privateKey }) => privateKey);
      [maker, taker] = await Promise.all([
        Trader.funded(new ChainWallet(chain, first ?? ''), 'ETH', one),
        Trader.funded(new ChainWallet(chain, second ?? ''), 'DAI', dai(one)),
      ]);
    });

    afterAll(() => {
      for (const trader of [maker, taker]) trader.close();
      chain.close();
    });

    it('signs what settles and what is withdrawn, and the services have no key', async () => {
      await trade(one / 2n);
      await maker.settledUntil({ ETH: one / 2n, DAI: dai(one / 2n) });
      await maker.signedWithdrawal('ETH', one / 4n);
      const lines = read('signer', 'audit.log');
      for (const signed of ['"function":"settleBatch"', '"key":"attester"', '"kind":"ArbiterWithdrawal"'])
        expect(lines).toContain(signed);
      for (const name of ['settlement-service', 'attester']) {
        const environment = readFileSync(`/proc/${exchange.pidOf(name)}/environ`, 'utf8');
        expect(environment).toMatch(/(SETTLER|ATTESTER)_SIGNER_URL=https:/);
        for (const key of keysOf()) expect(environment).not.toContain(key);
      }
    });

    it('may be away: a trade waits for it, and settles once when it is back', async () => {
      const signer = exchange.pidOf('signer');
      process.kill(signer, 'SIGSTOP');
      try {
        await trade(one / 4n);
        const isSaid = async () => read('logs', 'attester.log').includes('"alarm":"signer_unreachable"');
        await until('the alarm', ALARM_MS_MAX, isSaid);
      } finally {
        process.kill(signer, 'SIGCONT');
      }
      await maker.settledUntil({ DAI: dai((one * 3n) / 4n) });
    });

    it('leaves no secret in any log', () => {
      const logs = readdirSync(path.join(exchange.folder, 'logs')).map((name) => read('logs', name));
      const written = [...logs, read('signer', 'audit.log')].join('');
      expect(written).toContain(operatorKeys.settler.address);
      for (const secret of [...keysOf(), ...secretsOf(exchange.folder)])
        expect(written).not.toContain(secret);
    });
  });
}
