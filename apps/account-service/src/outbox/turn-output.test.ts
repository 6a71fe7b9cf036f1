import { accountNotice } from '@exchange/contract/bus';
import { address, amount, hash, marketId, orderId, tradeId } from '@exchange/core/kernel';
import { DEFAULT_POLICY, type Fact } from '@exchange/core/ledger';
import type { OrderView, SettleLeg } from '@exchange/core/message';
import { LOG_BYTES_MAX } from '@exchange/platform';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { AccountGroup } from '../groups/account-group';
import { AccountBook } from '../accounts/account-book';
import { TurnOutput } from './turn-output';

const alice = address(`0x${'a1'.repeat(20)}`);
const origin = { gateway: 'ws-gateway-12', connection: 2 ** 52, command: 2 ** 52, rid: 2 ** 52 };
const largest = amount(2n ** 128n - 1n);
const someHash = hash(`0x${'ff'.repeat(32)}`);

const cancel = (id: number): Fact => ({
  kind: 'marketInput',
  market: marketId('ETHDAI'),
  input: { kind: 'cancel', orderId: orderId(2 ** 52 + id), account: alice, reason: 'exit_requested' },
});

const place = (id: number): Fact => ({
  kind: 'marketInput',
  market: marketId('ETHDAI'),
  input: {
    kind: 'place',
    orderId: orderId(2 ** 52 + id),
    account: alice,
    side: 'sell',
    sellAmount: largest,
    buyAmount: largest,
    sellBook: largest,
    buyBook: largest,
    fees: { makerPpm: -500, takerPpm: 2500, settlementFee: largest, rebateToken: 'sell' },
    expiresAt: 2 ** 32,
  },
});

const leg = (id: number): Fact => ({
  kind: 'settleLeg',
  leg: {
    tradeId: tradeId(2 ** 52 + id),
    market: marketId('ETHDAI'),
    role: 'maker',
    account: alice,
    accountSeq: 2 ** 52 + id,
    orderId: orderId(2 ** 52 + id),
    orderHash: someHash,
    order: {
      terms: {
        sellToken: alice,
        sellAmount: largest,
        buyToken: alice,
        buyAmount: largest,
        expiry: 2 ** 32,
        nonce: 2 ** 52,
      },
      signature: { v: 28, r: someHash, s: someHash },
      format: 'signTypedData',
      signer: alice,
    },
    sold: largest,
    bought: largest,
    fee: largest,
    rebate: largest,
    rebateToken: 'sell',
  } satisfies SettleLeg,
});

const many = <T>(count: number, make: (id: number) => T): T[] =>
  Array.from({ length: count }, (_, id) => make(id));

/** Messages beyond what the broker takes would be tried for ever, and everything behind them would wait. */
describe('the messages of one turn', () => {
  let output: TurnOutput;

  beforeEach(() => {
    const book = new AccountBook(DEFAULT_POLICY, AccountGroup.WHOLE);
    book.load(alice, undefined, { session: undefined, nonces: new Map() });
    output = new TurnOutput(book, 1_700_000_000_000);
  });

  it.each([
    ['cancels', cancel],
    ['orders', place],
    ['legs of trades', leg],
  ])('stay below the limit of the broker with thousands of %s', (_, make) => {
    output.take(alice, many(5_000, make), origin);
    const { logs } = output.decision();
    const sizes = logs.map(
      ({ definition, content }) => definition.encode({ ...content, seq: 2 ** 52 }).length,
    );
    expect(Math.max(...sizes)).toBeLessThan(LOG_BYTES_MAX / 2);
    const told = logs.flatMap(({ content }) => Object.values(content).find(Array.isArray) as unknown[]);
    expect(told).toHaveLength(5_000);
  });

  it('tell an account of a long sweep in several notices, in order', () => {
    const order = (id: number) => ({ ...view, id, trades: many(id, (trade) => 2 ** 52 + trade) });
    output.tell(
      alice,
      many(600, (id) => ({ kind: 'order', order: order(id) })),
      origin,
    );
    const notices = output.decision().notices.map(({ data }) => data);
    expect(Math.max(...notices.map(({ length }) => length))).toBeLessThan(LOG_BYTES_MAX / 2);
    const decoded = notices.map((data) => accountNotice.decode(data));
    expect(decoded.map(({ seq }) => seq)).toEqual(many(decoded.length, (index) => index + 1));
    const facts = decoded.flatMap(({ items }) => items.flatMap((item) => item.facts));
    expect(facts.map((fact) => (fact.kind === 'order' ? fact.order.id : -1))).toEqual(many(600, (id) => id));
    expect(decoded.every(({ items }) => items.every((item) => item.origin?.rid === origin.rid))).toBe(true);
  });

  it('count the commands that each fact answers: bulk cancels are answered by every order of the account', () => {
    const asked = many(200, (id) => ({ ...origin, command: 2 ** 52 + id }));
    for (const order of many(1_000, (id) => ({ ...view, id })))
      output.tell(alice, [{ kind: 'order', order }], ...asked);
    const notices = output.decision().notices.map(({ data }) => data);
    expect(Math.max(...notices.map(({ length }) => length))).toBeLessThan(LOG_BYTES_MAX / 2);
    const items = notices.flatMap((data) => accountNotice.decode(data).items);
    expect(items).toHaveLength(1_000);
    expect(items.every(({ others }) => others?.length === 199)).toBe(true);
  });
});

const text = largest.toString();
const view: OrderView = {
  id: 0,
  cid: 2 ** 52,
  hash: someHash,
  market: 'ETHDAI',
  active: true,
  canceled: false,
  sellToken: 'ETH',
  buyToken: 'DAI',
  sellAmount: text,
  buyAmount: text,
  sellRemaining: text,
  buyRemaining: text,
  sellBook: text,
  buyBook: text,
  bookRate: '0.00000001',
  stopRate: null,
  peggedCurrency: null,
  peggedRate: null,
  hidden: false,
  trades: [],
  info: 'canceled: would have traded with an order of the same account',
  nonce: 2 ** 52,
  timestamp: 1_700_000_000_000,
  lastActive: 1_700_000_000_000,
};
