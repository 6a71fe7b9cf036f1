import { describe, expect, it } from '@jest/globals';
import { amount, marketId, orderId, type RateKey, rateKey } from '@exchange/core/kernel';
import { EXPIRY_MARGIN_SECONDS } from '@exchange/core/order';
import { DEFAULT_POLICY, type Ledger } from '../ledger';
import { announceDelegate } from '../delegate/announce-delegate';
import { placeOrder, type NewOrder } from './place-order';
import {
  addressOf,
  ALICE,
  BOB,
  chain,
  codeOf,
  DAI,
  ETH,
  factsOf,
  fund,
  MARKET,
  newLedger,
  NOW,
  orderOf,
  place,
  taken,
  terms,
} from '../../test/setting.fixture';

const SECONDS = NOW / 1000;
const HALF_ETH = 500_000_000n;
const sellTerms = terms(ETH, HALF_ETH, DAI, 100_000_000n);
const sell = (more: Partial<NewOrder> = {}) => orderOf(ALICE, sellTerms, more);

function funded(): Ledger {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 2n * HALF_ETH);
  fund(ledger, ALICE, DAI, 100_000_000n);
  return ledger;
}

describe('placeOrder', () => {
  it('holds what the order offers and sends it to its market', () => {
    const ledger = funded();
    const { order, facts } = taken(placeOrder(ledger, sell({ cid: 5 })));
    expect(order).toMatchObject({ side: 'sell', cid: 5, held: HALF_ETH, active: true, canceled: false });
    expect(ledger.account(ALICE).balance(ETH.contract)).toMatchObject({ usable: HALF_ETH, held: HALF_ETH });
    expect(facts.map((fact) => fact.kind)).toEqual([
      'orderChanged',
      'posted',
      'marketInput',
      'balanceChanged',
    ]);
    expect(factsOf(facts, 'marketInput')[0]).toMatchObject({
      market: MARKET.id,
      input: { kind: 'place', sellAmount: HALF_ETH, fees: { makerPpm: 0, takerPpm: 2500 } },
    });
  });

  it('holds only the book amount, which must be within what is signed', () => {
    const ledger = funded();
    const half = { sellBook: amount(HALF_ETH / 2n), buyBook: amount(50_000_000n) };
    expect(place(ledger, sell(half)).held).toBe(HALF_ETH / 2n);
    expect(
      codeOf(placeOrder(ledger, sell({ sellBook: amount(HALF_ETH + 1n), buyBook: amount(200_000_000n) }))),
    ).toBe('AMOUNT_OUT_OF_RANGE');
    const worse = { sellBook: amount(HALF_ETH), buyBook: amount(99_999_999n) };
    expect(codeOf(placeOrder(ledger, sell(worse)))).toBe('RATE_OUT_OF_RANGE');
  });

  it('lets the book amount that is not named follow the signed rate, rounded for the owner', () => {
    const both = (order: NewOrder) => {
      const { sellBook, buyBook } = place(funded(), order);
      return [sellBook, buyBook];
    };
    expect(both(sell({ sellBook: amount(250_000_001n) }))).toEqual([250_000_001n, 50_000_001n]);
    expect(both(sell({ buyBook: amount(50_000_001n) }))).toEqual([250_000_005n, 50_000_001n]);
    const buy = (more: Partial<NewOrder>) => orderOf(ALICE, terms(DAI, 100_000_000n, ETH, HALF_ETH), more);
    expect(both(buy({ buyBook: amount(250_000_004n) }))).toEqual([50_000_000n, 250_000_004n]);
    expect(both(buy({ sellBook: amount(50_000_001n) }))).toEqual([50_000_001n, 250_000_005n]);
  });

  it('keeps options of the order, and sends them to its market', () => {
    const peg = { currency: 'EUR', rateKey: rateKey(1_030_000) };
    const options = { hidden: true, stopRateKey: rateKey(1_030_001), peg };
    const { order, facts } = taken(placeOrder(funded(), sell({ ...options, execution: 'post_only' })));
    expect(order).toMatchObject({ ...options, held: HALF_ETH, editHeld: null });
    const [input] = factsOf(facts, 'marketInput');
    expect(input?.input).toMatchObject({ ...options, execution: 'post_only' });
  });

  it('holds for a pegged buy what its quantity costs at the signed rate, and takes no other amount', () => {
    const peg = { currency: 'EUR', rateKey: rateKey(1_030_000) };
    const buy = (more: Partial<NewOrder>) =>
      orderOf(ALICE, terms(DAI, 100_000_000n, ETH, HALF_ETH), { peg, ...more });
    expect(place(funded(), buy({ buyBook: amount(250_000_004n) })).held).toBe(50_000_000n);
    expect(codeOf(placeOrder(funded(), buy({ sellBook: amount(50_000_000n) })))).toBe('INVALID_FIELD');
  });

  it('has caps of its own for stops and pegs, which say which one it was', () => {
    const ledger = funded();
    ledger.policy = { ...DEFAULT_POLICY, maxStopsPerMarket: 1, maxPegsPerMarket: 1 };
    const small = { sellBook: amount(HALF_ETH / 10n), buyBook: amount(10_000_000n) };
    const stop = { ...small, stopRateKey: rateKey(1_030_000) };
    const peg = { sellBook: small.sellBook, peg: { currency: 'EUR', rateKey: rateKey(1_030_000) } };
    expect(codeOf(placeOrder(ledger, sell(stop)))).toBe('ok');
    expect(placeOrder(ledger, sell(stop))).toMatchObject({
      code: 'TOO_MANY_OPEN_ORDERS',
      message: 'at most 1 stop orders can be open in ETHDAI',
    });
    expect(codeOf(placeOrder(ledger, sell(peg)))).toBe('ok');
    expect(placeOrder(ledger, sell(peg))).toMatchObject({
      message: expect.stringContaining('pegged orders'),
    });
    expect(codeOf(placeOrder(ledger, sell(small)))).toBe('ok');
  });

  it('refuses what the account does not have, and says so', () => {
    const ledger = funded();
    const refused = placeOrder(ledger, orderOf(ALICE, terms(DAI, 100_000_001n, ETH, HALF_ETH)));
    expect(refused).toEqual({
      ok: false,
      code: 'INSUFFICIENT_BALANCE',
      message: '100 DAI usable, 100.000001 needed',
    });
    expect(codeOf(placeOrder(ledger, orderOf(ALICE, terms(DAI, 100_000_000n, ETH, HALF_ETH))))).toBe('ok');
  });

  it('refuses unknown and closed markets and foreign tokens', () => {
    const ledger = funded();
    expect(codeOf(placeOrder(ledger, sell({ market: marketId('XY') })))).toBe('UNKNOWN_MARKET');
    const foreign = terms({ ...ETH, contract: addressOf(9) }, HALF_ETH, DAI, 100_000_000n);
    expect(codeOf(placeOrder(ledger, orderOf(ALICE, foreign)))).toBe('TOKEN_MISMATCH');
    ledger.markets.set(MARKET.id, { ...MARKET, status: 'cancel_only' });
    expect(codeOf(placeOrder(ledger, sell()))).toBe('MARKET_CLOSED');
    ledger.markets.set(MARKET.id, { ...MARKET, status: 'post_only' });
    expect(codeOf(placeOrder(ledger, sell()))).toBe('ok');
  });

  it('wants more than 10 000 units, the least traded amount and the least quote value', () => {
    const ledger = funded();
    ledger.markets.set(MARKET.id, {
      ...MARKET,
      traded: { ...ETH, minOrderAmount: amount(20_000n) },
      minOrderAmountQuote: amount(20_000n),
    });
    const tried = (eth: bigint, dai: bigint) =>
      codeOf(placeOrder(ledger, orderOf(ALICE, terms(ETH, eth, DAI, dai))));
    expect(tried(10_000n, 20_000n)).toBe('AMOUNT_TOO_SMALL');
    expect(tried(19_999n, 20_000n)).toBe('AMOUNT_TOO_SMALL');
    expect(tried(20_000n, 19_999n)).toBe('AMOUNT_TOO_SMALL');
    expect(tried(20_000n, 20_000n)).toBe('ok');
  });

  it("judges the value at the lower of the own rate and the last trade's", () => {
    const ledger = funded();
    ledger.markets.set(MARKET.id, { ...MARKET, minOrderAmountQuote: amount(50_000_000n) });
    const at = (key: RateKey) => {
      ledger.lastRates.set(MARKET.id, key);
      return codeOf(placeOrder(ledger, sell({ sellBook: amount(HALF_ETH / 2n) })));
    };
    // 0.25 ETH at 200 are 50 DAI: the least. One step of the rate below is too little.
    expect(at(rateKey(20_000 + 90_000 * 6))).toBe('ok');
    expect(at(rateKey(19_999 + 90_000 * 6))).toBe('AMOUNT_TOO_SMALL');
  });

  it('leaves at the earliest of expiry − 24 h, delegate end − 24 h and timeInForce', () => {
    const ledger = funded();
    const expiring = (expiry: number, more: Partial<NewOrder> = {}) =>
      placeOrder(ledger, orderOf(ALICE, { ...terms(ETH, 20_000_000n, DAI, 4_000_000n), expiry }, more));
    expect(codeOf(expiring(SECONDS + EXPIRY_MARGIN_SECONDS))).toBe('EXPIRY_TOO_EARLY');
    expect(taken(expiring(SECONDS + EXPIRY_MARGIN_SECONDS + 1)).order.expiresAt).toBe(SECONDS + 1);
    expect(taken(expiring(SECONDS + 200_000, { timeInForce: SECONDS + 9 })).order.expiresAt).toBe(
      SECONDS + 9,
    );
    expect(codeOf(expiring(SECONDS + 200_000, { timeInForce: SECONDS }))).toBe('INVALID_FIELD');
  });

  it('takes the signature of an accepted delegate only', () => {
    const ledger = funded();
    const delegate = addressOf(0xdede);
    const order = () => sell({ signed: { ...sell().signed, signer: delegate } });
    const validUntil = SECONDS + EXPIRY_MARGIN_SECONDS + 50;
    chain(ledger, ALICE, 'seen', { kind: 'delegate_added', account: ALICE, delegate, validUntil });
    const refused = placeOrder(ledger, order());
    // A key that nobody's delegation names is what comes of signing something else than what is sent.
    expect(refused).toMatchObject({ code: 'INVALID_SIGNATURE', message: expect.stringContaining(delegate) });
    expect(codeOf(placeOrder(ledger, { ...order(), signerOwner: BOB }))).toBe('DELEGATE_UNKNOWN');
    const announced = {
      account: ALICE,
      delegate,
      label: '',
      isTradingLogin: false,
      owner: undefined,
      at: NOW,
    };
    taken(announceDelegate(ledger, announced));
    expect(codeOf(placeOrder(ledger, order()))).toBe('DELEGATE_UNKNOWN');
    chain(ledger, ALICE, 'final', { kind: 'delegate_added', account: ALICE, delegate, validUntil });
    expect(place(ledger, order()).expiresAt).toBe(SECONDS + 50);
  });

  it('refuses duplicates of the digest, a cid in use, and a frozen account', () => {
    const ledger = funded();
    expect(codeOf(placeOrder(ledger, sell({ duplicateOf: orderId(4) })))).toBe('DUPLICATE_ORDER');
    const first = sell({ cid: 1, sellBook: amount(100_000_000n) });
    place(ledger, first);
    expect(codeOf(placeOrder(ledger, first))).toBe('DUPLICATE_ORDER');
    expect(codeOf(placeOrder(ledger, sell({ cid: 1 })))).toBe('DUPLICATE_CID');
    fund(ledger, BOB, ETH, HALF_ETH);
    ledger.account(BOB).record = { ...ledger.account(BOB).record, frozen: true };
    expect(codeOf(placeOrder(ledger, orderOf(BOB, sellTerms)))).toBe('ACCOUNT_FROZEN');
  });

  it('limits the open orders of a market', () => {
    const ledger = funded();
    ledger.policy = { ...DEFAULT_POLICY, maxOpenOrdersPerMarket: 2 };
    const small = () => sell({ sellBook: amount(20_000_000n) });
    place(ledger, small());
    place(ledger, small());
    expect(codeOf(placeOrder(ledger, small()))).toBe('TOO_MANY_OPEN_ORDERS');
  });

  it('fixes the fees of the tier at acceptance', () => {
    const ledger = funded();
    ledger.account(ALICE).record = { ...ledger.account(ALICE).record, volume: 10n ** 21n };
    expect(place(ledger, sell({ rebateToken: 'buy' })).fees).toEqual({
      makerPpm: -500,
      takerPpm: 1500,
      settlementFee: 0n,
      rebateToken: 'buy',
    });
  });
});
