import { describe, expect, it } from '@jest/globals';
import { type Address, amount, replacementId, type TradeId } from '@exchange/core/kernel';
import type { TokenRules } from '../account/listing';
import { sumPostings, auditAccounts } from '../audit';
import { passBlockTime } from '../chain/pass-block-time';
import type { Fact } from '../fact';
import { countVolume, evaluateVolume, VOLUME_HOURS } from '../fees/trading-volume';
import { signWithdrawal } from '../funds/sign-withdrawal';
import type { Ledger } from '../ledger';
import { placeOrder } from '../order/place-order';
import { applyDone } from '../order/report-order';
import { mustCross } from '../../test/crossing.fixture';
import {
  ALICE,
  BOB,
  chain,
  codeOf,
  DAI,
  ETH,
  factsOf,
  fund,
  newLedger,
  NOW,
  orderOf,
  place,
  taken,
  terms,
} from '../../test/setting.fixture';
import { applyTrade } from './apply-trade';
import { chooseRebate } from '../fees/choose-rebate';
import { reverseTrades } from './reverse-trades';

const ONE_ETH = 1_000_000_000n;
const HALF = ONE_ETH / 2n;
const BOUGHT = (HALF * 9975n) / 10_000n;
const LATER = NOW + 500;
const HOUR = Math.floor(NOW / 3_600_000);

interface Options {
  readonly rebateToken?: 'sell' | 'buy';
  readonly makerVolume?: bigint;
  readonly tradeVolume?: bigint;
}

/** Alice sells half an ether to Bob for 100 DAI; nothing of it is settled. */
function traded({ rebateToken = 'sell', makerVolume = 0n, tradeVolume = 0n }: Options = {}) {
  const ledger = newLedger();
  const facts: Fact[] = [];
  fund(ledger, ALICE, ETH, HALF);
  fund(ledger, BOB, DAI, 100_000_000n);
  ledger.account(ALICE).record = { ...ledger.account(ALICE).record, volume: makerVolume };
  for (const { contract } of [ETH, DAI]) ledger.addToPool('budget', contract, 'settled', 1_000_000n);
  const before = snapshot(ledger);
  const maker = place(ledger, orderOf(ALICE, terms(ETH, HALF, DAI, 100_000_000n), { rebateToken }));
  const taker = place(ledger, orderOf(BOB, terms(DAI, 100_000_000n, ETH, HALF)));
  const trade = mustCross(maker, taker);
  const rebate = chooseRebate(ledger, trade);
  for (const [role, { id: orderId, account }] of [
    ['maker', maker],
    ['taker', taker],
  ] as const) {
    facts.push(...applyTrade(ledger, trade, role, LATER, rebate, tradeVolume));
    facts.push(...applyDone(ledger, { account, orderId, reason: 'filled' }, LATER));
    facts.push(...countVolume(ledger, account, { value: tradeVolume, time: trade.time }, LATER));
  }
  return { ledger, before, tradeId: trade.tradeId, trade, maker, taker };
}

/** Alice sells Bob a second time in the same hour. */
function tradedTwice() {
  const setting = traded({ tradeVolume: 7n });
  const { ledger } = setting;
  fund(ledger, ALICE, ETH, HALF);
  fund(ledger, BOB, DAI, 100_000_000n);
  const maker = place(ledger, orderOf(ALICE, terms(ETH, HALF, DAI, 100_000_000n)));
  const taker = place(ledger, orderOf(BOB, terms(DAI, 100_000_000n, ETH, HALF)));
  const trade = mustCross(maker, taker, 2);
  applyTrade(ledger, trade, 'maker', LATER, undefined, 5n);
  countVolume(ledger, ALICE, { value: 5n, time: trade.time }, LATER);
  return { ...setting, second: trade.tradeId };
}

const balance = (ledger: Ledger, account: Address, token: TokenRules) =>
  ledger.account(account).balance(token.contract);

const snapshot = (ledger: Ledger) => ({
  balances: [ALICE, BOB].flatMap((account) => [ETH, DAI].map((token) => balance(ledger, account, token))),
  pools: [ETH, DAI].flatMap(({ contract }) =>
    (['clearing', 'collector', 'budget', 'shortfall'] as const).map((pool) => ledger.pool(pool, contract)),
  ),
  /** What is free beside them is the same for who grants. */
  reserved: [ETH, DAI].map(({ contract }) => ledger.reservedRebates(contract)),
});

const reverse = (ledger: Ledger, account: Address, ...tradeIds: TradeId[]) =>
  reverseTrades(ledger, { account, tradeIds, volumeIn: () => undefined, at: LATER });
const placing = (ledger: Ledger, account: Address) =>
  placeOrder(ledger, orderOf(account, terms(DAI, 2_000_000n, ETH, 10_000_000n)));
const withdrawing = (ledger: Ledger, account: Address, token: TokenRules, units: bigint) =>
  signWithdrawal(ledger, { account, token, amount: amount(units), at: NOW });

describe('reversing a trade that can not settle', () => {
  it.each<[string, Options]>([
    ['fees', {}],
    ['a rebate in the sold token and its reservation', { makerVolume: 10n ** 21n }],
    ['a rebate in the bought token and its reservation', { makerVolume: 10n ** 21n, rebateToken: 'buy' }],
  ])('leaves both sides, the collector and the budget as before the trade, with %s', (_, options) => {
    const { ledger, before, tradeId } = traded(options);
    expect(snapshot(ledger)).not.toEqual(before);
    reverse(ledger, ALICE, tradeId);
    reverse(ledger, BOB, tradeId);
    expect(snapshot(ledger)).toEqual(before);
  });

  it('tells each side a canceled entry and its balances, and again changes nothing', () => {
    const { ledger, tradeId } = traded();
    const facts = reverse(ledger, BOB, tradeId);
    expect(factsOf(facts, 'entryChanged').at(-1)?.entry).toMatchObject({
      ...{ type: 'trade', canceled: true, open: false, description: 'trade reversed', blockNumber: null },
    });
    expect(factsOf(facts, 'balanceChanged').map(({ token }) => token)).toEqual([DAI.contract, ETH.contract]);
    expect(factsOf(facts, 'alarm')).toEqual([]);
    expect(reverse(ledger, BOB, tradeId)).toEqual([]);
    expect(reverse(ledger, BOB, replacementId(tradeId))).toEqual([]);
  });

  it('first cancels the orders that sell what must be given back, and takes it when their holds are released', () => {
    const { ledger, tradeId } = traded();
    const order = place(ledger, orderOf(BOB, terms(ETH, BOUGHT, DAI, 100_000_000n)));
    expect(balance(ledger, BOB, ETH)).toMatchObject({ usable: 0n, held: BOUGHT });
    const facts = reverse(ledger, BOB, tradeId);
    expect(factsOf(facts, 'marketInput').map(({ input }) => input)).toEqual([
      { kind: 'cancel', orderId: order.id, account: BOB, reason: 'trade_reversed' },
    ]);
    expect(balance(ledger, BOB, ETH).held).toBe(BOUGHT);
    expect(codeOf(placing(ledger, BOB))).toBe('ACCOUNT_FROZEN');
    expect(codeOf(withdrawing(ledger, BOB, DAI, 1n))).toBe('ACCOUNT_FROZEN');
    applyDone(ledger, { account: BOB, orderId: order.id, reason: 'trade_reversed' }, LATER);
    expect(balance(ledger, BOB, ETH)).toMatchObject({
      usable: 0n,
      held: 0n,
      boughtUnsettled: 0n,
      shortfall: 0n,
    });
    expect(balance(ledger, BOB, DAI)).toMatchObject({ usable: 100_000_000n, soldUnsettled: 0n });
    expect(codeOf(placing(ledger, BOB))).toBe('ok');
  });

  it('goes on after a restart between the cancels and their reports', () => {
    const { ledger, tradeId, before } = traded();
    const order = place(ledger, orderOf(BOB, terms(ETH, BOUGHT, DAI, 100_000_000n)));
    reverse(ledger, ALICE, tradeId);
    reverse(ledger, BOB, tradeId);
    const rows = ledger.account(BOB).dump();
    ledger.evict(BOB);
    ledger.load(BOB, rows);
    expect(ledger.account(BOB).isReversing).toBe(true);
    applyDone(ledger, { account: BOB, orderId: order.id, reason: 'trade_reversed' }, LATER);
    expect(snapshot(ledger)).toEqual(before);
  });

  it('takes the trade out of the 30-day volume, in its own hour', () => {
    const { ledger, tradeId } = traded({ tradeVolume: 7n });
    expect(ledger.account(BOB).record).toMatchObject({ newVolume: 7n, hourVolume: 7n, volumeHour: HOUR });
    const facts = reverse(ledger, BOB, tradeId);
    expect(factsOf(facts, 'volumeCounted')).toMatchObject([{ bucket: { hour: HOUR, volume: 0n } }]);
    expect(ledger.account(BOB).record).toMatchObject({ newVolume: 0n, hourVolume: 0n, volumeDue: HOUR + 1 });
  });

  it('takes an evaluated trade of an earlier hour out of that hour as it is stored', () => {
    const { ledger, tradeId } = traded({ tradeVolume: 7n });
    const account = ledger.account(ALICE);
    account.record = { ...account.record, newVolume: 2n, volume: 9n, volumeHour: HOUR + 3, hourVolume: 4n };
    const volumeIn = (hour: number) => (hour === HOUR ? 7n : undefined);
    const facts = reverseTrades(ledger, { account: ALICE, tradeIds: [tradeId], volumeIn, at: LATER });
    expect(factsOf(facts, 'volumeCounted')).toMatchObject([{ bucket: { hour: HOUR, volume: 0n } }]);
    expect(account.record).toMatchObject({ newVolume: 0n, volume: 4n, hourVolume: 4n });
  });

  it('takes two trades of one earlier hour out of it, and not the second one alone', () => {
    const { ledger, tradeId, second } = tradedTwice();
    const account = ledger.account(ALICE);
    account.record = { ...account.record, newVolume: 0n, volume: 12n, volumeHour: HOUR + 3, hourVolume: 0n };
    const volumeIn = (hour: number) => (hour === HOUR ? 12n : undefined);
    const facts = reverseTrades(ledger, { account: ALICE, tradeIds: [tradeId, second], volumeIn, at: LATER });
    expect(factsOf(facts, 'volumeCounted').at(-1)?.bucket).toEqual({ hour: HOUR, volume: 0n });
    expect(account.record).toMatchObject({ newVolume: 0n, volume: 0n });
  });

  it('leaves a volume that no longer counts alone', () => {
    const { ledger, tradeId } = traded({ tradeVolume: 7n });
    const hour = HOUR + VOLUME_HOURS + 1;
    const expired = [{ hour: HOUR, volume: 7n }];
    evaluateVolume(ledger, BOB, { hour, expired, oldest: undefined }, hour * 3_600_000);
    expect(factsOf(reverse(ledger, BOB, tradeId), 'volumeCounted')).toEqual([]);
    expect(ledger.account(BOB).record).toMatchObject({ newVolume: 0n, volume: 0n });
  });

  it('leaves a trade alone that has settled', () => {
    const { ledger, tradeId, trade, maker, taker } = traded();
    const fact = settled(ledger, { trade, maker, taker });
    chain(ledger, BOB, 'final', fact);
    const after = snapshot(ledger);
    expect(reverse(ledger, BOB, tradeId)).toEqual([]);
    expect(snapshot(ledger)).toEqual(after);
  });
});

function settled(
  ledger: Ledger,
  { trade, maker, taker }: Pick<ReturnType<typeof traded>, 'trade' | 'maker' | 'taker'>,
) {
  const fee = ledger.account(BOB).tradeEntry(trade.tradeId)?.cause.fee ?? amount(0n);
  return {
    ...{ kind: 'trade_settled' as const, tradeId: trade.tradeId, maker: ALICE, taker: BOB },
    ...{
      makerOrder: maker.digest,
      takerOrder: taker.digest,
      makerAmount: trade.traded,
      takerAmount: trade.quote,
    },
    ...{ makerFee: amount(0n), takerFee: fee, makerRebate: amount(0n), rebateInBoughtToken: false },
    ...{ makerToken: ETH.contract, takerToken: DAI.contract },
  };
}

describe('a replacement id', () => {
  it('settles the trade that it stands for', () => {
    const { ledger, trade, maker, taker } = traded();
    const fact = { ...settled(ledger, { trade, maker, taker }), tradeId: replacementId(trade.tradeId) };
    expect(factsOf(chain(ledger, BOB, 'final', fact), 'alarm')).toEqual([]);
    expect(balance(ledger, BOB, ETH)).toMatchObject({ settled: BOUGHT, boughtUnsettled: 0n });
    expect(ledger.account(BOB).tradeEntry(trade.tradeId)).toBeUndefined();
  });
});

describe('a shortfall', () => {
  /** Bob had as much ether himself, and a withdrawal of it is signed; then he sold what he bought. */
  function short() {
    const setting = traded();
    const { ledger, tradeId } = setting;
    fund(ledger, BOB, ETH, BOUGHT);
    const { entry } = taken(withdrawing(ledger, BOB, ETH, BOUGHT));
    const sale = place(ledger, orderOf(BOB, terms(ETH, HALF / 2n, DAI, 50_000_000n)));
    const buy = place(ledger, orderOf(ALICE, terms(DAI, 50_000_000n, ETH, HALF / 2n)));
    const second = mustCross(sale, buy, 2);
    applyTrade(ledger, second, 'maker', LATER);
    applyDone(ledger, { account: BOB, orderId: sale.id, reason: 'filled' }, LATER);
    const open = place(ledger, orderOf(BOB, terms(DAI, 2_000_000n, ETH, 10_000_000n)));
    return { ...setting, entry, open, facts: reverse(ledger, BOB, tradeId), missing: HALF / 2n };
  }

  it('is what a reversal takes beyond what the account has: it is owed by the operator, and usable stays 0', () => {
    const { ledger, facts, missing } = short();
    expect(balance(ledger, BOB, ETH)).toMatchObject({
      usable: 0n,
      pendingWithdrawal: BOUGHT,
      shortfall: missing,
    });
    expect(ledger.pool('shortfall', ETH.contract)).toBe(-missing);
    expect(factsOf(facts, 'alarm')).toMatchObject([{ code: 'account_short', account: BOB }]);
  });

  it('cancels all orders and freezes orders and withdrawals, naming what is missing', () => {
    const { ledger, facts, open } = short();
    expect(factsOf(facts, 'marketInput').map(({ input }) => 'orderId' in input && input.orderId)).toEqual([
      open.id,
    ]);
    for (const refused of [placing(ledger, BOB), withdrawing(ledger, BOB, DAI, 1n)]) {
      expect(refused).toMatchObject({
        code: 'ACCOUNT_FROZEN',
        message: expect.stringContaining('0.25 ETH missing after a reversal'),
      });
    }
  });

  it('is paid first by any deposit, and the account thaws with the last unit', () => {
    const { ledger, missing } = short();
    fund(ledger, BOB, ETH, missing - 1n);
    expect(balance(ledger, BOB, ETH)).toMatchObject({ usable: 0n, shortfall: 1n });
    expect(codeOf(placing(ledger, BOB))).toBe('ACCOUNT_FROZEN');
    fund(ledger, BOB, ETH, 5n);
    expect(balance(ledger, BOB, ETH)).toMatchObject({ usable: 4n, shortfall: 0n });
    expect(ledger.pool('shortfall', ETH.contract)).toBe(0n);
    expect(codeOf(placing(ledger, BOB))).toBe('ok');
  });

  it('is paid first by a withdrawal that expired', () => {
    const { ledger, missing, entry } = short();
    passBlockTime(ledger, BOB, entry.cause.kind === 'withdrawal' ? entry.cause.deadline + 1 : 0, LATER);
    expect(balance(ledger, BOB, ETH)).toMatchObject({ usable: BOUGHT - missing, shortfall: 0n });
  });

  it('is what an exit takes of tokens that were sold and not settled, until the sale is reversed', () => {
    const { ledger, tradeId, before } = traded();
    const token = ETH.contract;
    chain(ledger, ALICE, 'seen', { kind: 'exit_requested', account: ALICE, token, effectiveAt: NOW / 1000 });
    const exit = {
      kind: 'withdrawn',
      account: ALICE,
      token,
      amount: amount(HALF),
      fee: amount(0n),
      nonce: 0,
      by: 'exit',
    } as const;
    const facts = chain(ledger, ALICE, 'final', exit);
    expect(factsOf(facts, 'alarm')).toMatchObject([{ code: 'account_short' }]);
    expect(balance(ledger, ALICE, ETH)).toMatchObject({
      settled: 0n,
      blocked: 0n,
      soldUnsettled: HALF,
      shortfall: HALF,
    });
    reverse(ledger, ALICE, tradeId);
    reverse(ledger, BOB, tradeId);
    expect(balance(ledger, ALICE, ETH)).toMatchObject({
      settled: 0n,
      soldUnsettled: 0n,
      blocked: 0n,
      shortfall: 0n,
    });
    expect(balance(ledger, ALICE, DAI)).toEqual(before.balances[1]);
    expect(ledger.pool('shortfall', token)).toBe(0n);
  });

  it('is compared with what the operator owes', () => {
    const { ledger } = short();
    const account = ledger.account(BOB);
    const sums = sumPostings([
      { owner: BOB, token: ETH.contract, bucket: 'shortfall', amount: 5n },
      { owner: 'shortfall', token: ETH.contract, bucket: 'total', amount: -4n },
    ]);
    const found = auditAccounts([account], sums).filter(({ owner }) => owner === 'shortfall');
    expect(found).toMatchObject([{ figure: 'shortfalls less what is owed', recorded: 1n, expected: 0n }]);
  });
});
