import type { ReadPacket } from '@exchange/test/seed-client';
import { expect } from '@jest/globals';
import { parseEther, Wallet } from 'ethers';
import type { AskedStep } from '../../../tools/kit/operator/desk-client';
import { codeIn } from '../../kit/code-in';
import { openConnection } from '../../kit/connection';
import type { Trader } from '../../kit/trader';
import { until } from '../../kit/until';
import type { Cast } from './cast';
import { DayTrades } from './day-trades';

/** A step of the operator's day. */
export interface DayStep {
  readonly does: string;
  readonly people: 1 | 2;
  readonly action: string;
  content(cast: Cast): AskedStep['content'];
  /** What clients have before. */
  before?(cast: Cast): Promise<void>;
  /** What clients see of it once it is done. */
  seen(cast: Cast): Promise<void>;
  /** It is about the whole exchange: one cast after the other. */
  readonly alone?: true;
}

/** What takers pay once the announced fees have started. */
export const TAKER_PPM_AFTER = 2_000;
const SEEN_MS_MAX = 30_000;

const addressOf = ({ key }: Trader): string => new Wallet(key.privateKey).address;

const setStatus = (
  status: string,
  rest: Pick<DayStep, 'does' | 'people' | 'seen'> & Pick<Partial<DayStep>, 'before'>,
): DayStep => ({
  action: 'set-market-status',
  content: ({ market }) => ({ market, status }),
  ...rest,
});

interface ToldConfig {
  readonly nextFees?: { readonly startsAt: number };
}

/** Up to the start of the fees, in this order. */
export const MORNING: readonly DayStep[] = [
  {
    does: 'lists a token, which can be deposited then',
    people: 2,
    action: 'list-token',
    content: ({ symbol, contract }) => ({
      ...{ symbol, contract, name: `${symbol} of a day`, decimals: '18', supply: '1000' },
      ...{ minOrderAmount: '10001', minOrderRemaining: '10001', description: 'Listed by a test.' },
      links: { website: 'https://example.org/token?a=1' },
    }),
    async seen(cast) {
      await cast.listingUntil('the token', ({ tokens }) => tokens[cast.symbol]?.contract === cast.contract);
      await cast.deposit();
    },
  },
  {
    does: 'lists a market, which takes no orders yet',
    people: 2,
    action: 'list-market',
    content: ({ market, symbol }) => ({
      ...{ market, traded: symbol, quote: 'DAI', status: 'cancel_only' },
      ...{ minOrderAmountQuote: '10001', minOrderRemainingQuote: '10001' },
    }),
    async seen(cast) {
      await cast.statusUntil('cancel_only');
      expect(await cast.refusalOf(cast.maker, cast.offer())).toBe('MARKET_CLOSED');
    },
  },
  setStatus('post_only', {
    does: 'lets makers in: an order that would take is canceled',
    people: 2,
    async seen(cast) {
      await cast.statusUntil('post_only');
      await cast.rest();
      const { id } = await cast.taker.place(cast.demand());
      const { canceled, trades, info } = await cast.taker.orderUntil(id, 'over', ({ active }) => !active);
      expect({ canceled, trades, info }).toEqual({
        ...{ canceled: true, trades: [], info: 'canceled: the market takes no such orders now' },
      });
    },
  }),
  setStatus('open', {
    does: 'opens the market: what rests is traded',
    people: 2,
    async seen(cast) {
      await cast.statusUntil('open');
      const { id = 0 } = cast.resting ?? {};
      await cast.taker.place(cast.demand());
      await cast.maker.orderUntil(id, 'filled', ({ active, canceled }) => !active && !canceled);
    },
  }),
  {
    does: 'announces fees; a later announcement takes the place of one that has not started',
    people: 2,
    action: 'announce-fees',
    alone: true,
    content(cast) {
      cast.feesStartAt = Date.now() + cast.plan.feesAfterMs;
      const rows = [{ volume: '0', makerPpm: 0, takerPpm: TAKER_PPM_AFTER }];
      return { rows, startsAt: String(cast.feesStartAt) };
    },
    async seen(cast) {
      await until('the announcement', SEEN_MS_MAX, async () => {
        const client = await openConnection(cast.chain.endpoints.ws);
        const { nextFees } = client.packets[0]?.message as ToldConfig;
        client.close();
        return nextFees?.startsAt === cast.feesStartAt;
      });
      cast.trading = new DayTrades(() => cast.trade());
    },
  },
  {
    does: 'raises the limit of an account, which counts when it logs in',
    people: 2,
    action: 'set-account-limits',
    content: ({ newcomer }) => ({ account: addressOf(newcomer), pointTenths: '2000' }),
    async before({ newcomer: { connection } }) {
      const answers = await Promise.all(
        Array.from({ length: 60 }, () => connection.ask({ c: 'getFeeTier' })),
      );
      const refused = answers.filter(({ event }) => event === 'e');
      expect(refused.map(({ read }) => codeIn(read))).toEqual(Array(10).fill('RATE_LIMITED'));
    },
    async seen(cast) {
      // It owns nothing, so nobody tells it meanwhile.
      const { connection } = await cast.newcomerAgain();
      const answers = await Promise.all(
        Array.from({ length: 120 }, () => connection.ask({ c: 'getFeeTier' })),
      );
      expect(answers.filter(({ event }) => event !== 'ft')).toEqual([]);
    },
  },
  {
    does: 'pauses withdrawals of the token',
    people: 1,
    action: 'pause-withdrawals',
    content: ({ symbol }) => ({ symbol }),
    async seen(cast) {
      const refusal = await cast.maker.connection.refusal(withdrawal(cast));
      expect(codeIn(refusal)).toBe('WITHDRAWALS_PAUSED');
    },
  },
  {
    does: 'resumes withdrawals of the token',
    people: 2,
    action: 'resume-withdrawals',
    content: ({ symbol }) => ({ symbol }),
    async seen(cast) {
      const { connection } = cast.maker;
      const from = connection.packets.length;
      await connection.ask(withdrawal(cast));
      // The co-signature may take longer than an answer; the entry is told before.
      const isEntry = ({ event, message }: ReadPacket) =>
        event === 'le' && (message as unknown[])[1] === 'withdrawal';
      await connection.find('the entry of the withdrawal', from, isEntry);
    },
  },
];

/** After their start, in this order. */
export const AFTERNOON: readonly DayStep[] = [
  {
    does: 'freezes an account and cancels its orders',
    people: 1,
    action: 'freeze-account',
    content: ({ maker }) => ({ account: addressOf(maker), cancelOrders: 'true' }),
    before: (cast) => cast.rest(),
    async seen(cast) {
      expect(await cast.endOfResting()).toBe('canceled: by the operator');
      expect(await cast.refusalOf(cast.maker, cast.offer())).toBe('ACCOUNT_FROZEN');
    },
  },
  {
    does: 'unfreezes it: it may place orders again',
    people: 2,
    action: 'unfreeze-account',
    content: ({ maker }) => ({ account: addressOf(maker) }),
    seen: (cast) => cast.rest(),
  },
  {
    does: 'cancels all orders of the market, which goes on',
    people: 1,
    action: 'cancel-market-orders',
    content: ({ market }) => ({ market }),
    async seen(cast) {
      expect(await cast.endOfResting()).toBe('canceled: by the operator');
      await cast.rest();
    },
  },
  setStatus('cancel_only', {
    does: 'closes the market for new orders: what rests stays, and can be canceled',
    people: 1,
    async seen(cast) {
      await cast.statusUntil('cancel_only');
      expect(await cast.refusalOf(cast.taker, cast.demand())).toBe('MARKET_CLOSED');
      const { id = 0 } = cast.resting ?? {};
      expect(await cast.maker.order(id)).toMatchObject({ active: true });
    },
  }),
  setStatus('delisted', {
    does: 'delists the market, which cancels what is left',
    people: 2,
    async seen(cast) {
      await cast.listingUntil('no such market', ({ markets }) => !(cast.market in markets));
      expect(await cast.endOfResting()).toBe('canceled: the market was delisted');
      expect(await cast.refusalOf(cast.maker, cast.offer())).toBe('MARKET_CLOSED');
    },
  }),
];

const withdrawal = ({ contract }: Cast) => ({
  ...{ c: 'signWithdrawal', token: contract, amount: String(parseEther('1')) },
});
