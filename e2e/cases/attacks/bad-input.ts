import type { SeedCommand } from '@exchange/test/seed-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parseEther, Wallet } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader, type Wish } from '../../kit/trader';
import { openConnection } from '../../kit/connection';

const DAY_S = 86_400;

/** Each mistake gets the answer that the interface states, and a good order works all the same. */
export function badInputCases(exchange: RunningExchange): void {
  describe('bad input', () => {
    let chain: Chain;
    let trader: Trader;
    let other: Trader;

    const good: Wish = {
      market: 'ETHDAI',
      sell: ['ETH', parseEther('0.1')],
      buy: ['DAI', parseEther('40')],
      format: 'sign',
    };
    const changed = async (wish: Partial<Wish>) => trader.placeCommand({ ...good, ...wish });
    const refused = async (wish: Partial<Wish>) => trader.connection.refusal(await changed(wish));

    async function goodOrderWorks(): Promise<void> {
      const { id } = await trader.place(good);
      expect(await trader.cancel(id)).toMatchObject({ active: false, canceled: true });
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      const wallet = (index: number) =>
        new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
      [trader, other] = await Promise.all([
        Trader.funded(wallet(6), 'ETH', parseEther('1')),
        Trader.funded(wallet(7), 'DAI', parseEther('1000')),
      ]);
    });

    afterAll(() => {
      trader.close();
      other.close();
      chain.close();
    });

    it('a signature of somebody else, or of other terms', async () => {
      const stranger = new Wallet(Wallet.createRandom().privateKey);
      const nonce = Date.now();
      const message = `hello ${nonce}`;
      const signature = await stranger.signMessage('another text');
      const login = { c: 'authenticate', message, nonce, signature };
      const connection = await openConnection(exchange.endpoints.ws);
      // Who signed another text is somebody else: that address is logged in, and the client can see it.
      const answer = await connection.ask(login);
      expect(JSON.stringify(answer.message)).not.toContain(stranger.address.toLowerCase());
      connection.close();
      const signed = await changed({});
      const raised = { ...signed, sellAmount: `${parseEther('0.2')}` };
      // The signature belongs to a key, but to none that may sign for this account.
      expect(await trader.connection.refusal(raised)).toMatch(/^INVALID_SIGNATURE: the signature is of 0x/);
      expect(await trader.connection.refusal({ ...signed, signature: '0x1234' })).toMatch(
        /^INVALID_SIGNATURE: /,
      );
      await goodOrderWorks();
    });

    it('amounts with a point, a sign, an exponent or as numbers', async () => {
      const signed = await changed({});
      for (const sellAmount of ['0.1', '-1', '1e17', ' 1', '01', '', 100_000]) {
        expect(await trader.connection.refusal({ ...signed, sellAmount })).toMatch(/^INVALID_FIELD: /);
      }
      const huge = `${2n ** 128n}`;
      expect(await trader.connection.refusal({ ...signed, sellAmount: huge })).toMatch(
        /^(AMOUNT_OUT_OF_RANGE|INVALID_FIELD): /,
      );
    });

    it('amounts in the decimals of another token', async () => {
      // 0.1 ETH meant as 18 decimals, 40 DAI as if it had 6.
      expect(await refused({ buy: ['DAI', 40_000_000n] })).toMatch(/^(AMOUNT_TOO_SMALL|RATE_OUT_OF_RANGE): /);
      expect(await refused({ sell: ['ETH', 10_000_000n] })).toMatch(
        /^(AMOUNT_TOO_SMALL|RATE_OUT_OF_RANGE): /,
      );
      await goodOrderWorks();
    });

    it('an unknown market, and tokens of another market', async () => {
      expect(await refused({ market: 'ETHXYZ' })).toMatch(/^UNKNOWN_MARKET: /);
      expect(await refused({ market: 'ETHUSDC' })).toMatch(/^TOKEN_MISMATCH: /);
    });

    it('too little balance', async () => {
      const sentence = await refused({ sell: ['ETH', parseEther('2')], buy: ['DAI', parseEther('800')] });
      expect(sentence).toMatch(
        /^INSUFFICIENT_BALANCE: 1 ETH usable, 2 needed|^INSUFFICIENT_BALANCE: .*1 ETH/,
      );
      await goodOrderWorks();
    });

    it('an expiry of less than 24 hours', async () => {
      const expiry = Math.floor(Date.now() / 1000) + DAY_S - 60;
      expect(await refused({ expiry })).toMatch(/^EXPIRY_TOO_EARLY: /);
    });

    it('an order hash that was used, in either format', async () => {
      const nonce = Date.now() + 1_000_000;
      const expiry = Math.floor(Date.now() / 1000) + 7 * DAY_S;
      const { id } = await trader.place({ ...good, nonce, expiry });
      expect(await refused({ nonce, expiry })).toMatch(new RegExp(`^DUPLICATE_ORDER: .*${id}`));
      await trader.cancel(id);
      expect(await refused({ nonce, expiry, format: 'signTypedData' })).toMatch(/^DUPLICATE_ORDER: /);
      await goodOrderWorks();
    });

    it('JSON that is none: an error without rid, and the connection stays', async () => {
      const from = trader.connection.packets.length;
      trader.connection.sendText('[{"c":"ping"');
      const packet = await trader.connection.find('an error', from, ({ event }) => event === 'e');
      expect(packet).toMatchObject({ channel: 0, message: expect.stringMatching(/^INVALID_JSON: /) });
      expect(packet.rid).toBeUndefined();
      await goodOrderWorks();
    });

    it('six commands in a frame: six errors without rid, and none is applied', async () => {
      const from = trader.connection.packets.length;
      const signed = await changed({});
      const frame = [1, 2, 3, 4, 5].map((rid) => ({ c: 'ping', rid: 9000 + rid }));
      trader.connection.sendText(JSON.stringify([...frame, { ...signed, rid: 9006 }]));
      const errors = () => trader.connection.packets.slice(from).filter(({ event }) => event === 'e');
      await trader.connection.find('six errors', from, () => errors().length >= 6);
      expect(errors()).toHaveLength(6);
      expect(errors().every(({ rid }) => rid === undefined)).toBe(true);
      expect(await trader.activeOrders()).toEqual([]);
      await goodOrderWorks();
    });

    it('more than 5000 characters: the connection is closed at once', async () => {
      const connection = await openConnection(exchange.endpoints.ws);
      connection.sendText(JSON.stringify([{ c: 'ping', rid: 1 }]).padEnd(5_000));
      await connection.find('a pong', 0, ({ event }) => event === 'p');
      connection.sendText(JSON.stringify([{ c: 'ping', rid: 2 }]).padEnd(5_001));
      expect((await connection.untilClosed()).code).toBe(1009);
      expect(connection.packets.some(({ rid }) => rid === 2)).toBe(false);
      await goodOrderWorks();
    });

    it('canceling the order of another account', async () => {
      const { id } = await trader.place(good);
      expect(await other.connection.refusal({ c: 'cancelOrder', id })).toMatch(/^ORDER_NOT_OPEN: /);
      expect(await trader.order(id)).toMatchObject({ active: true });
      await trader.cancel(id);
    });

    it('orders of a stranger, and what else it would leave behind', async () => {
      const stranger = await Trader.own(new ChainWallet(chain, Wallet.createRandom().privateKey));
      const refusal = (command: SeedCommand) => stranger.connection.refusal(command);
      expect(await refusal(await stranger.placeCommand(good))).toMatch(/^INSUFFICIENT_BALANCE: 0 ETH usable/);
      const amount = `${parseEther('1')}`;
      expect(await refusal({ c: 'signWithdrawal', token: chain.token('ETH'), amount })).toMatch(
        /^INSUFFICIENT_BALANCE: /,
      );
      const hash = `0x${'5a'.repeat(32)}`;
      const { key } = stranger;
      for (const command of [
        { c: 'announceDelegate', address: trader.key.address, label: 'mine', isTradingLogin: false },
        { c: 'announceDeposit', token: chain.token('ETH'), amount, txhash: hash },
        { c: 'postMessage', message: 'hello' },
        { c: 'registerTOTPSalt', TOTPSecret: 'JBSWY3DPEHPK3PXP', salt: 'salt' },
        { c: 'signOrderCancellation', hash },
        {
          c: 'updateUsername',
          username: 'stranger',
          signature: await key.signMessage('Set username: stranger'),
        },
      ]) {
        expect(await refusal(command)).toMatch(/^NOT_ON_RECORD: /);
      }
      stranger.close();
    });

    it('commands without a login', async () => {
      const connection = await openConnection(exchange.endpoints.ws);
      const sentences = await Promise.all([
        connection.refusal({ c: 'getBalanceSnapshot' }),
        changed({}).then((command) => connection.refusal(command)),
      ]);
      for (const sentence of sentences) expect(sentence).toMatch(/^NOT_AUTHENTICATED: /);
      connection.close();
    });

    it('withdrawing what is not settled yet', async () => {
      const bought = parseEther('40');
      await trader.place(good);
      const { id } = await other.place({
        market: 'ETHDAI',
        sell: ['DAI', bought],
        buy: ['ETH', parseEther('0.1')],
        format: 'signTypedData',
      });
      await other.orderUntil(id, 'filled', (order) => !order.active);
      const amount = `${parseEther('0.09')}`;
      const sentence = await other.connection.refusal({
        c: 'signWithdrawal',
        token: chain.token('ETH'),
        amount,
      });
      expect(sentence).toMatch(/^NOT_SETTLED: .*0\.09975 ETH/);
      await other.settledUntil({ ETH: parseEther('0.09975') });
      const signature = await other.signedWithdrawal('ETH', parseEther('0.09'));
      expect(signature.r).toMatch(/^0x[0-9a-f]{64}$/);
      await goodOrderWorks();
    });
  });
}
