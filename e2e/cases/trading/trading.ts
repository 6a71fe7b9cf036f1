import { describe, expect, it } from '@jest/globals';
import { REBATE_POOL } from '@exchange/contract/chain';
import { parseEther, parseUnits, Wallet } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import { type ExpectedTrade, ExpectedMoney } from '../../kit/expected-money';
import type { RunningExchange } from '../../kit/running-exchange';
import { type ShownOrder, Trader } from '../../kit/trader';
import { until } from '../../kit/until';

const SYMBOLS = ['ETH', 'DAI', 'WBTC', 'USDC'] as const;
const YEAR_S = 31_536_000;
const btc = (text: string) => parseUnits(text, 8);
const usdc = (text: string) => parseUnits(text, 6);
const dai = parseEther;

/** Two accounts and a delegate trade, and every smallest unit is accounted for. */
export function tradingCases(exchange: RunningExchange): void {
  describe('two accounts and a delegate', () => {
    let chain: Chain;
    let money: ExpectedMoney;
    let [ann, ben]: ChainWallet[] = [];
    let [anna, benno, deputy]: Trader[] = [];
    const delegateKey = new Wallet(Wallet.createRandom().privateKey);
    let firstSell: ShownOrder;
    let restingBuy: ShownOrder;

    const owner = (index: number) =>
      new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
    const both = () => [ann as ChainWallet, ben as ChainWallet] as const;
    const traders = () => [anna as Trader, benno as Trader] as const;

    /** A trade that has just been told to both sides must be in the books of both. */
    async function traded(trade: ExpectedTrade, maker: ShownOrder, taker: ShownOrder): Promise<void> {
      money.trade(trade);
      expect(maker.trades.at(-1)).toBe(taker.trades.at(-1));
      for (const [wallet, trader] of [
        [ann, anna],
        [ben, benno],
      ] as const) {
        const held = await heldBy(trader as Trader);
        const balances = await (trader as Trader).balances();
        for (const symbol of SYMBOLS) {
          const usable = balances[symbol]?.usable ?? 0n;
          expect([symbol, usable + (held.get(symbol) ?? 0n)]).toEqual([
            symbol,
            money.of(wallet?.address ?? '', symbol),
          ]);
        }
      }
    }

    /** What open orders reserve, by symbol: what they offer of the token that they sell. */
    async function heldBy(trader: Trader): Promise<Map<string, bigint>> {
      const held = new Map<string, bigint>();
      for (const order of (await trader.activeOrders()) as unknown[][]) {
        const symbol = order[6] as string;
        held.set(symbol, (held.get(symbol) ?? 0n) + BigInt(order[12] as string));
      }
      return held;
    }

    it('deposit four tokens on the chain, which become usable', async () => {
      chain = new Chain(exchange.endpoints);
      money = new ExpectedMoney((await chain.feeCollector()).toLowerCase());
      [ann, ben] = [owner(4), owner(5)];
      [anna, benno] = await Promise.all([Trader.own(owner(4)), Trader.own(owner(5))]);
      const [first, second] = both();
      const deposits = [
        [first, 'ETH', parseEther('10.000000000000000007')],
        [first, 'WBTC', btc('1.50000003')],
        [second, 'USDC', usdc('20000.123457')],
        [second, 'DAI', dai('5000.000000000000000001')],
      ] as const;
      await Promise.all(deposits.map(([wallet, symbol, amount]) => wallet.deposit(symbol, amount)));
      for (const [wallet, symbol, amount] of deposits) money.deposit(wallet.address, symbol, amount);
      await anna.settledUntil({ ETH: deposits[0][2], WBTC: deposits[1][2] });
      await benno.settledUntil({ USDC: deposits[2][2], DAI: deposits[3][2] });
      expect(await anna.balances()).toEqual({
        ETH: { settled: deposits[0][2], usable: deposits[0][2], blocked: 0n },
        WBTC: { settled: deposits[1][2], usable: deposits[1][2], blocked: 0n },
      });
    });

    it('match partly: the maker rests on, the taker is filled', async () => {
      const [a, b] = traders();
      firstSell = await a.place({
        market: 'ETHDAI',
        sell: ['ETH', parseEther('4')],
        buy: ['DAI', dai('1200')],
        format: 'signTypedData',
        cid: 11,
      });
      expect(firstSell).toMatchObject({ cid: 11, active: true, rate: '300', trades: [] });
      expect((await a.balances())['ETH']?.usable).toBe(parseEther('6.000000000000000007'));
      const { id } = await b.place({
        market: 'ETHDAI',
        sell: ['DAI', dai('450')],
        buy: ['ETH', parseEther('1.5')],
        format: 'sign',
      });
      const filled = await b.orderUntil(id, 'filled', (order) => !order.active);
      expect(filled).toMatchObject({ canceled: false, sellRemaining: 0n, buyRemaining: 0n });
      const maker = await a.orderUntil(firstSell.id, 'partly filled', (order) => order.trades.length === 1);
      expect(maker).toMatchObject({ active: true, sellRemaining: parseEther('2.5'), buyBook: dai('750') });
      const [first, second] = both();
      await traded(
        {
          maker: first.address,
          taker: second.address,
          makerSells: ['ETH', parseEther('1.5')],
          takerSells: ['DAI', dai('450')],
        },
        maker,
        filled,
      );
      // 1.5 ETH less 0.25 %.
      expect((await b.balances())['ETH']?.usable).toBe(parseEther('1.49625'));
    });

    it('match fully at the maker’s better rate: the taker’s remainder rests and frees what it no longer needs', async () => {
      const [a, b] = traders();
      const { id } = await b.place({
        market: 'ETHDAI',
        sell: ['DAI', dai('931.5')],
        buy: ['ETH', parseEther('3')],
        format: 'signTypedData',
      });
      restingBuy = await b.orderUntil(id, 'partly filled', (order) => order.trades.length === 1);
      const maker = await a.orderUntil(firstSell.id, 'filled', (order) => !order.active);
      expect(maker).toMatchObject({ canceled: false, sellRemaining: 0n, buyRemaining: 0n });
      // 0.5 ETH at 310.5; of the 181.5 DAI that are left, 26.25 are free again.
      expect(restingBuy).toMatchObject({ active: true, rate: '310.5', sellBook: dai('155.25') });
      const [first, second] = both();
      await traded(
        {
          maker: first.address,
          taker: second.address,
          makerSells: ['ETH', parseEther('2.5')],
          takerSells: ['DAI', dai('750')],
        },
        maker,
        restingBuy,
      );
    });

    it('a delegate registered on chain trades for its account', async () => {
      const [a, b] = traders();
      const [first, second] = both();
      const validUntil = Math.floor(Date.now() / 1000) + YEAR_S;
      await first.addDelegate(delegateKey, a.name, validUntil);
      await until('the delegate to be accepted', 20_000, async () => {
        try {
          deputy = await Trader.delegate(chain, delegateKey);
          return true;
        } catch (error) {
          if (String(error).includes('DELEGATE_UNKNOWN')) return false;
          throw error;
        }
      });
      const signer = deputy as Trader;
      expect(
        await signer.connection.refusal({ c: 'signWithdrawal', token: chain.token('ETH'), amount: '1' }),
      ).toMatch(/^DELEGATE_NOT_ALLOWED: /);
      const { id } = await signer.place({
        market: 'ETHDAI',
        sell: ['ETH', parseEther('0.7')],
        buy: ['DAI', dai('210')],
        format: 'sign',
      });
      const taker = await signer.orderUntil(id, 'partly filled', (order) => order.trades.length === 1);
      expect(taker).toMatchObject({ active: true, rate: '300', sellBook: parseEther('0.2') });
      const maker = await b.orderUntil(restingBuy.id, 'filled', (order) => !order.active);
      await traded(
        {
          maker: second.address,
          taker: first.address,
          makerSells: ['DAI', dai('155.25')],
          takerSells: ['ETH', parseEther('0.5')],
        },
        maker,
        taker,
      );
    });

    it('round in the smallest units of tokens with 8 and 6 decimals', async () => {
      const [a, b] = traders();
      const [first, second] = both();
      // 8073.45 / 0.12345678 = 65394.95…, for a seller rounded up to 65395.
      const sell = await a.place({
        market: 'WBTCUSDC',
        sell: ['WBTC', btc('0.12345678')],
        buy: ['USDC', usdc('8073.45')],
        format: 'signTypedData',
      });
      expect(sell.rate).toBe('65395');
      const { id } = await b.place({
        market: 'WBTCUSDC',
        sell: ['USDC', usdc('2200')],
        buy: ['WBTC', btc('0.03333333')],
        format: 'sign',
      });
      const taker = await b.orderUntil(id, 'done', (order) => !order.active);
      const maker = await a.orderUntil(sell.id, 'partly filled', (order) => order.trades.length === 1);
      // 0.03333333 · 65395 = 2179.83311535, and the taker pays the last unit in full.
      const paid = usdc('2179.833116');
      expect(usdc('2200') - taker.sellRemaining).toBe(paid);
      await traded(
        {
          maker: first.address,
          taker: second.address,
          makerSells: ['WBTC', btc('0.03333333')],
          takerSells: ['USDC', paid],
        },
        maker,
        taker,
      );
    });

    it('trade on with what they have bought, settled or not', async () => {
      const [, b] = traders();
      const [first, second] = both();
      const signer = deputy as Trader;
      const sell = await signer.place({
        market: 'WBTCETH',
        sell: ['WBTC', btc('0.05')],
        buy: ['ETH', parseEther('1')],
        format: 'signTypedData',
      });
      const { id } = await b.place({
        market: 'WBTCETH',
        sell: ['ETH', parseEther('0.4')],
        buy: ['WBTC', btc('0.02')],
        format: 'sign',
      });
      const taker = await b.orderUntil(id, 'filled', (order) => !order.active);
      const maker = await signer.orderUntil(sell.id, 'partly filled', (order) => order.trades.length === 1);
      await traded(
        {
          maker: first.address,
          taker: second.address,
          makerSells: ['WBTC', btc('0.02')],
          takerSells: ['ETH', parseEther('0.4')],
        },
        maker,
        taker,
      );
    });

    it('have every trade settled on chain, and the contract owns what it owes', async () => {
      const [first, second] = both();
      for (const [wallet, trader] of [
        [first, traders()[0]],
        [second, traders()[1]],
      ] as const) {
        await trader.settledUntil(
          Object.fromEntries(SYMBOLS.map((symbol) => [symbol, money.of(wallet.address, symbol)])),
        );
      }
      await contractAgrees();
    });

    it('withdraw with the co-signature, to the last unit', async () => {
      const [first, second] = both();
      const [a, b] = traders();
      await Promise.all([a, b].map((trader) => trader.connection.ask({ c: 'cancelOrders' })));
      for (const [wallet, trader, symbol] of [
        [first, a, 'DAI'],
        [second, b, 'WBTC'],
        [first, a, 'ETH'],
      ] as const) {
        const amount = money.of(wallet.address, symbol);
        await until('the canceled orders to be free', 10_000, async () => {
          return (await trader.balances())[symbol]?.usable === amount;
        });
        const before = await chain.owned(symbol, wallet.address);
        const signature = await trader.signedWithdrawal(symbol, amount);
        expect((await trader.balances())[symbol]?.usable).toBe(0n);
        const paid = await wallet.withdraw(symbol, amount, signature);
        const after = await chain.owned(symbol, wallet.address);
        expect(after - before).toBe(symbol === 'ETH' ? amount - paid : amount);
        money.withdraw(wallet.address, symbol, amount);
        await trader.settledUntil({ [symbol]: 0n });
      }
      await contractAgrees();
      for (const trader of [a, b, deputy]) trader?.close();
      chain.close();
    });

    /** Accounts and fee collector own in the contract what they must; nothing is left over or missing. */
    async function contractAgrees(): Promise<void> {
      const [first, second] = both();
      const { contract } = exchange.endpoints;
      for (const symbol of SYMBOLS) {
        const owners = [first.address, second.address, money.collector];
        const owed = await Promise.all(owners.map((account) => chain.balance(symbol, account)));
        expect([symbol, ...owed]).toEqual([symbol, ...owners.map((account) => money.of(account, symbol))]);
        const liabilities = await chain.liabilities(symbol);
        const budget = await chain.balance(symbol, REBATE_POOL);
        expect([symbol, liabilities]).toEqual([symbol, owed.reduce((sum, next) => sum + next, budget)]);
        expect([symbol, await chain.owned(symbol, contract)]).toEqual([symbol, liabilities]);
      }
    }
  });
}
