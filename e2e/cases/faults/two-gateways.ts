import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CheckedBook, type ReadPacket } from '@exchange/test/seed-client';
import { parseEther, Wallet } from 'ethers';
import { codeIn } from '../../kit/code-in';
import { Chain, ChainWallet } from '../../kit/chain';
import { type Greeted, greeting } from '../../kit/greeting';
import type { RunningExchange } from '../../kit/running-exchange';
import { orderObject, Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import { openConnection } from '../../kit/connection';
import { drainCases } from '../operator/drain';

/** The account of `endpoints.json` that changes gateways. */
const MOVING = 18;
/** An address that nobody raised, and nobody else comes from. */
const ADDRESS = '127.0.0.3';
/** Gateways tell each other what changed ten times a second. */
const TOLD_MS_MAX = 2_000;
const AUTH = 'auth';

/** What clients see of two processes of the ws-gateway: one exchange. */
export function twoGatewayCases(exchange: RunningExchange): void {
  describe('two ws-gateways', () => {
    let second: Awaited<ReturnType<RunningExchange['secondWsGateway']>>;
    let [here, there]: Chain[] = [];

    beforeAll(async () => {
      second = await exchange.secondWsGateway();
      here = new Chain(exchange.endpoints);
      there = new Chain({ ...exchange.endpoints, ws: second.ws });
    });

    afterAll(async () => {
      second.child.kill('SIGKILL');
      await second.ended;
      here?.close();
      there?.close();
    });

    const at = (chain: Chain | undefined): Chain => {
      if (chain === undefined) throw new Error('not started');
      return chain;
    };

    it('give an address 25 connections together, and each takes the place that the other had', async () => {
      const urls = [exchange.endpoints.ws, second.ws] as const;
      const open: Greeted[] = [];
      for (let number = 0; number < 25; number += 1) {
        open.push(await greeting(urls[number % 2] ?? '', ADDRESS));
      }
      expect(open.map(({ packet }) => packet[1])).toEqual(Array(25).fill('c'));
      await new Promise((resolve) => setTimeout(resolve, TOLD_MS_MAX / 4));
      for (const url of urls) {
        const refused = await greeting(url, ADDRESS);
        expect([refused.packet[1], codeIn(refused.packet[2])]).toEqual(['e', 'TOO_MANY_CONNECTIONS']);
        expect(await refused.closed).toBe(1008);
      }
      open[0]?.socket.terminate();
      await until('a place on the other gateway', TOLD_MS_MAX, async () => {
        const again = await greeting(second.ws, ADDRESS);
        open.push(again);
        return again.packet[1] === 'c';
      });
      for (const { socket } of open) socket.terminate();
    });

    it('give an account its 50 points once, exactly', async () => {
      const key = Wallet.createRandom().privateKey;
      const both = await Promise.all(
        [here, there].map((chain) => Trader.own(new ChainWallet(at(chain), key))),
      );
      const asked = both.flatMap(({ connection }) =>
        Array.from({ length: 30 }, () => connection.ask({ c: 'getFeeTier' })),
      );
      const answers = await Promise.all(asked);
      expect(answers.filter(({ event }) => event === 'ft')).toHaveLength(50);
      const refused = answers.filter(({ event }) => event === 'e');
      expect(refused.map(({ message }) => codeIn(message))).toEqual(Array(10).fill('RATE_LIMITED'));
      for (const trader of both) trader.close();
    });

    it('number a book the same: a client that loses one goes on at the other where it was', async () => {
      const { privateKey = '' } = exchange.endpoints.accounts[MOVING] ?? {};
      const wallet = new ChainWallet(at(here), privateKey);
      await wallet.deposit('ETH', parseEther('1'));
      const trader = await Trader.own(wallet);
      await until('the deposit', 20_000, async () => (await trader.balances())['ETH'] !== undefined);
      const offer = (cid: number, dai: string) =>
        trader.place({
          ...{ market: 'ETHDAI', format: 'sign', cid },
          ...{ sell: ['ETH', parseEther('0.1')], buy: ['DAI', parseEther(dai)] },
        });
      const [first, later] = [1, 2];
      const book = new CheckedBook();
      const follow = async (ws: string, after: object, event: string) => {
        const connection = await openConnection(ws, '?books=sequenced');
        const subscribe = { c: 'subscribe', markets: ['ETHDAI'], events: ['bookd5'], ...after };
        await connection.call(subscribe, event);
        let taken = 0;
        const shows = (isIt: () => boolean) =>
          connection.until('the book', () => {
            while (taken < connection.packets.length) book.take(connection.packets[taken++] as ReadPacket);
            return isIt();
          });
        return { connection, shows };
      };
      const has = (rate: string) => book.rows().some((row) => row[1] === rate);

      // Somebody sees the book at the other gateway, too: only then it knows what was before.
      const onlooker = await openConnection(exchange.endpoints.ws, '?books=sequenced');
      await onlooker.call({ c: 'subscribe', markets: ['ETHDAI'], events: ['bookd5'] }, 'sbs');
      const lost = await follow(second.ws, {}, 'sbs');
      await offer(first, '970');
      await lost.shows(() => has('9700'));
      lost.connection.socket.terminate();
      const { seq } = book;
      // Missed: one line comes, one goes.
      await offer(later, '980');
      await trader.connection.answer({ c: 'cancelOrder', cid: first }, 'o');

      const found = await follow(exchange.endpoints.ws, { after: { ETHDAI: seq } }, 'sb');
      await found.shows(() => has('9800') && !has('9700'));
      await trader.connection.answer({ c: 'cancelOrder', cid: later }, 'o');
      await found.shows(() => !has('9800'));
      for (const end of [found.connection, onlooker, trader]) end.close();
    });

    drainCases(exchange, () => second);

    it('tell an account the same, and a client that loses one goes on at the other with its session', async () => {
      const { privateKey = '' } = exchange.endpoints.accounts[MOVING] ?? {};
      const wallet = new ChainWallet(at(there), privateKey);
      await wallet.deposit('ETH', parseEther('1'));
      // An account has one session, that of the last login.
      const other = await Trader.own(new ChainWallet(at(here), privateKey));
      const lost = await Trader.own(wallet);
      const [, , session] = lost.connection.packets.find(({ event }) => event === AUTH)?.message as string[];
      await until('the deposit', 20_000, async () => (await lost.balances())['ETH'] !== undefined);
      await lost.connection.answer({ c: 'subscribe', markets: ['ETHDAI'], events: ['bookd5'] }, 'obs');
      const order = await other.place({
        ...{ market: 'ETHDAI', format: 'sign', cid: MOVING },
        ...{ sell: ['ETH', parseEther('0.1')], buy: ['DAI', parseEther('950')] },
      });
      const isIt = (message: unknown) => orderObject(message).id === order.id;
      await lost.connection.find('the order', 0, ({ event, message }) => event === 'o' && isIt(message));
      await lost.connection.find('its line', 0, ({ event }) => event === 'ob');

      // It stops as for a new version: its clients are told, and closed.
      second.child.kill('SIGTERM');
      expect((await lost.connection.untilClosed()).code).toBe(1012);
      expect(lost.connection.packets.map(({ event }) => event)).toContain('rc');

      const connection = await openConnection(exchange.endpoints.ws);
      const resume = { c: 'authenticateWithSession', address: wallet.address, session };
      const [status, as, next] = (await connection.answer(resume, AUTH)) as string[];
      expect([status, as]).toEqual(['authenticated', wallet.address]);
      expect(next).not.toBe(session);
      for (const event of ['bs', 'les', 'ft']) {
        await connection.find(`${event} after the login`, 0, (packet) => packet.event === event);
      }
      const open = (await connection.answer({ c: 'getActiveOrderSnapshot' }, 'os')) as unknown[];
      expect(open.filter(isIt)).toHaveLength(1);
      // Subscriptions ended with the old connection.
      const canceled = orderObject(await connection.answer({ c: 'cancelOrder', cid: MOVING }, 'o'));
      expect(canceled).toMatchObject({ id: order.id, canceled: true });
      await connection.answer({ c: 'subscribe', markets: ['ETHDAI'], events: ['bookd5'] }, 'obs');
      expect(connection.packets.some(({ event }) => event === 'ob')).toBe(false);
      connection.close();
      other.close();
    });
  });
}
