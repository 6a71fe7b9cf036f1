import type { ReadPacket } from '@exchange/test/seed-client';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { MovedClock } from '../../kit/moved-clock';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader, type Wish } from '../../kit/trader';
import { byTwo } from '../../../tools/kit/operator/by-two';
import { until } from '../../kit/until';
import { openConnection } from '../../kit/connection';

/** The accounts of `endpoints.json` that make and take; no other case trades with them. */
const [MAKER, TAKER] = [22, 23];
/** Longer than settlement may stand still. */
const WITHDRAWAL_SECONDS = String(8 * 3_600);
const WAITING_PERIOD_S = 86_400;
const CHAIN_MS_MAX = 45_000;
/** More than the gateways need to see their clock moved. */
const GATEWAY_MS = 500;
/** Makers pay 0.1 % at first, and get 0.02 % from 1 ETH on. */
const FEE_ROWS = [
  { volume: '0', makerPpm: 1000, takerPpm: 2500 },
  { volume: String(parseEther('1')), makerPpm: -200, takerPpm: 2000 },
];
/** More than the notice that an embedded exchange asks for. */
const FEES_AFTER_MS = 8_000;
/** What the case reads of the deployment's configuration. */
interface Config {
  readonly fees: readonly (readonly number[])[];
  readonly nextFees?: { readonly startsAt: number };
}
const LINK = 10n ** 18n;
const RATE = parseEther('0.02');

const offer = (links: bigint, fields: object = {}): Wish => ({
  market: 'LINKETH',
  ...{
    sell: ['LINK', links * LINK],
    buy: ['ETH', links * RATE],
    format: 'signTypedData',
    fields: { ...fields },
  },
});
const demand = (links: bigint): Wish => ({
  market: 'LINKETH',
  ...{ sell: ['ETH', links * RATE], buy: ['LINK', links * LINK], format: 'signTypedData' },
});

interface UserTrade {
  readonly id: number;
  readonly tradeFee: bigint;
  readonly rebate: bigint;
  readonly rebateToken: string;
}

function userTrade(message: unknown): UserTrade {
  const [id, , , , , tradeFee, , rebate, rebateToken] = message as [number, ...string[]];
  return { id, tradeFee: BigInt(tradeFee ?? 0), rebate: BigInt(rebate ?? 0), rebateToken: rebateToken ?? '' };
}

const isUserTrade = ({ channel, event, message }: ReadPacket): boolean =>
  channel === 'LINKETH' && event === 'ts' && !Array.isArray((message as unknown[])[0]);

/** What needs hours: tiers, rebates, deadlines and waiting periods, and what a client is told before a restart. */
export function hourCases(exchange: RunningExchange, clock: MovedClock): void {
  describe('over hours', () => {
    let chain: Chain;
    let wallet: ChainWallet;
    let other: ChainWallet;
    let maker: Trader;
    let taker: Trader;

    const enter = async () => {
      [maker, taker] = await Promise.all([Trader.own(wallet), Trader.own(other)]);
    };

    /** Lets the gateways' clock follow, and comes back. */
    const enterAgain = async () => {
      for (const trader of [maker, taker]) trader.close();
      clock.gatewaysFollow();
      await sleep(GATEWAY_MS);
      await enter();
    };

    beforeAll(() => {
      chain = new Chain(exchange.endpoints);
    });
    afterAll(() => {
      for (const end of [maker, taker, chain]) end.close();
    });

    /** The trade of an offer and a demand, as the maker is told. */
    async function trade(links: bigint, fields: object = {}): Promise<UserTrade> {
      const from = maker.connection.packets.length;
      await maker.place(offer(links, fields));
      await taker.place(demand(links));
      return userTrade((await maker.connection.find('its trade', from, isUserTrade)).message);
    }

    /** Waits until all trades of the maker are final. */
    const untilSettled = () =>
      until('settlement', CHAIN_MS_MAX, async () => {
        const { settled, usable } = (await maker.balances())['LINK'] ?? { settled: 0n, usable: 1n };
        return settled === usable;
      });

    it('a client is told when to reconnect before the exchange stops', async () => {
      const client = await openConnection(exchange.endpoints.ws);
      await exchange.stop();
      expect((await client.untilClosed()).code).toBe(1012);
      const [last] = client.packets.slice(-1);
      expect(last).toMatchObject({ channel: 0, event: 'rc' });
      const [seconds] = last?.message as [number, string];
      expect(Number.isSafeInteger(seconds) && seconds >= 0).toBe(true);
      await exchange.start({ WITHDRAWAL_SECONDS, ...clock.environment() });
    });

    it('operators announce other fees, which start on time', async () => {
      const content = { rows: FEE_ROWS, startsAt: Date.now() + FEES_AFTER_MS };
      await byTwo(exchange.desk, [{ action: 'announce-fees', content }], 'tiers that an hour reaches');
      const config = async () => {
        const answer = await fetch(`${exchange.endpoints.rest}/rest/v1/config`);
        return ((await answer.json()) as { data: Config }).data;
      };
      await until('the announcement', FEES_AFTER_MS, async () => {
        const { nextFees } = await config();
        return nextFees?.startsAt === content.startsAt;
      });
      await until('the start', 2 * FEES_AFTER_MS, async () => {
        const { fees, nextFees } = await config();
        return nextFees === undefined && fees.some(([, makerFee]) => makerFee === 0.001);
      });
    });

    it('a maker pays the fee of its tier, rounded down, in what it buys', async () => {
      const own = (index: number) =>
        new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
      [wallet, other] = [own(MAKER), own(TAKER)];
      await wallet.deposit('LINK', 1_000n * LINK);
      await other.deposit('ETH', parseEther('20'));
      await enter();
      await until('the deposits', 20_000, async () => {
        const [makers, takers] = await Promise.all([maker.balances(), taker.balances()]);
        return (makers['LINK']?.usable ?? 0n) > 0n && (takers['ETH']?.usable ?? 0n) > 0n;
      });
      expect((await maker.connection.answer({ c: 'getFeeTier' }, 'ft')) as number[]).toEqual([
        0, 0.001, 0.0025,
      ]);
      const before = await maker.balances();
      const { tradeFee, rebate } = await trade(75n);
      const bought = 75n * RATE;
      expect([tradeFee, rebate]).toEqual([bought / 1_000n, 0n]);
      const usable = (balances: typeof before) => balances['ETH']?.usable ?? 0n;
      await until('the credit', 10_000, async () => usable(await maker.balances()) > usable(before));
      expect(usable(await maker.balances()) - usable(before)).toBe(bought - tradeFee);
    });

    it('sockets stay and logins go on while clocks are set forward and back, and while they are apart', async () => {
      const logIn = async () => (await Trader.own(wallet)).close();
      for (const set of [() => clock.set(20), () => clock.set(-20), () => clock.setServices(50)]) {
        set();
        await sleep(GATEWAY_MS);
        await logIn();
        expect(await maker.balances()).toHaveProperty('ETH');
      }
      clock.setServices(-50);
      await sleep(GATEWAY_MS);
      await logIn();
      expect(maker.connection.closed).toBeUndefined();
    });

    it('a co-signed withdrawal that nobody used ends CANCELED, and a changed tier is pushed', async () => {
      await untilSettled();
      const before = await maker.balances();
      const token = chain.token('LINK');
      const ask = { c: 'signWithdrawal', token, amount: `${5n * LINK}` };
      const [id] = (await maker.connection.answer(ask, 'le')) as [number];
      const from = maker.connection.packets.length;
      await clock.forward(chain, Number(WITHDRAWAL_SECONDS) + 60);
      // After a start of other fees a connection may be told its tier once more, though it is as it was.
      const isChanged = ({ event, message }: ReadPacket) =>
        event === 'ft' && (message as readonly number[])[1] !== 0.001;
      const tier = await maker.connection.find('the changed tier', from, isChanged);
      expect([tier.channel, tier.message, tier.rid]).toEqual([0, [1.5, -0.0002, 0.002], undefined]);
      const isCanceled = ({ event, message }: ReadPacket) =>
        event === 'le' && (message as unknown[])[0] === id && (message as unknown[])[8] === true;
      await until('the end of the withdrawal', CHAIN_MS_MAX, () =>
        maker.connection.packets.slice(from).some(isCanceled),
      );
      await enterAgain();
      expect((await maker.balances())['LINK']?.usable).toBe(before['LINK']?.usable);
      expect(await maker.connection.answer({ c: 'getFeeTier' }, 'ft')).toEqual(tier.message);
    });

    it.each([
      ['sell', 'LINK', 50n * LINK],
      ['buy', 'ETH', 50n * RATE],
    ] as const)('a rebate in the token that is to %s is paid', async (rebateToken, symbol, amount) => {
      await untilSettled();
      const before = await maker.balances();
      const from = maker.connection.packets.length;
      const told = await trade(50n, { rebateToken });
      const rebate = (amount * 200n) / 1_000_000n;
      expect(told).toMatchObject({ tradeFee: 0n, rebate, rebateToken: symbol });
      const gross = symbol === 'LINK' ? -amount : amount;
      const changeIn = (message: unknown) =>
        (message as [number, string, string[][]])[2].find(
          (one) => one[0] === symbol && one[1] === `${gross}`,
        );
      const isEntry = ({ event, message }: ReadPacket) => event === 'le' && changeIn(message) !== undefined;
      const change = changeIn((await maker.connection.find('its entry', from, isEntry)).message);
      expect(change).toEqual([symbol, `${gross}`, `${-rebate}`, `${gross + rebate}`]);
      const usable = async () => (await maker.balances())[symbol]?.usable ?? 0n;
      await until('the balance', 10_000, async () => (await usable()) !== (before[symbol]?.usable ?? 0n));
      expect((await usable()) - (before[symbol]?.usable ?? 0n)).toBe(gross + rebate);
    });

    it('an exit that is mined takes what was blocked', async () => {
      await untilSettled();
      await wallet.requestExit('LINK');
      const blocked = async () => (await maker.balances())['LINK']?.blocked ?? 0n;
      await until('the blocked balance', CHAIN_MS_MAX, async () => (await blocked()) > 0n);
      const left = await blocked();
      await clock.forward(chain, WAITING_PERIOD_S + 60);
      const owned = await chain.owned('LINK', wallet.address);
      await wallet.withdrawExit('LINK');
      expect((await chain.owned('LINK', wallet.address)) - owned).toBe(left);
      await enterAgain();
      await until('the mined exit', CHAIN_MS_MAX, async () => {
        const { settled, usable, blocked: stillBlocked } = (await maker.balances())['LINK'] ?? {};
        return [settled, usable, stillBlocked].every((figure) => figure === 0n);
      });
      const page = (await maker.connection.answer({ c: 'getHistoricalLedgerEntries' }, 'hle')) as {
        ledgerEntries: [number, string, string[][], number[][]][];
      };
      const mined = page.ledgerEntries.find(
        ([, type, changes]) => type === 'withdrawal' && changes[0]?.[3] === `-${left}`,
      );
      expect(mined?.[3]).toEqual([[1, -1, 1]]);
    });
  });
}
