import { describe, expect, it } from '@jest/globals';
import { amount, tradeId, WITHDRAWAL_NONCE_FIRST } from '@exchange/core/kernel';
import { applyTrade } from '../trade/apply-trade';
import { withdrawable } from '../account/balance';
import type { AccountChainFact, AccountChainFactOf } from './chain-fact';
import type { Ledger } from '../ledger';
import { passBlockTime } from './pass-block-time';
import { placeOrder } from '../order/place-order';
import { applyDone } from '../order/report-order';
import { attachSignature, signWithdrawal } from '../funds/sign-withdrawal';
import { mustCross } from '../../test/crossing.fixture';
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
  hashOf,
  newLedger,
  newPlace,
  NOW,
  orderOf,
  place,
  taken,
  terms,
} from '../../test/setting.fixture';

const UNIT = 1_000_000_000n;
const SECONDS = NOW / 1000;
const HOUR = 3600;

const balance = (ledger: Ledger, account = ALICE, token = ETH) =>
  ledger.account(account).balance(token.contract);
const withdraw = (ledger: Ledger, units: bigint, token = ETH, account = ALICE) =>
  signWithdrawal(ledger, { account, token, amount: amount(units), at: NOW });
const withdrawn = (units: bigint, nonce: number, by: 'cosigned' | 'exit' = 'cosigned'): AccountChainFact => ({
  kind: 'withdrawn',
  account: ALICE,
  token: ETH.contract,
  amount: amount(units),
  fee: amount(0n),
  nonce,
  by,
});
const exitRequest: AccountChainFact = {
  kind: 'exit_requested',
  account: ALICE,
  token: ETH.contract,
  effectiveAt: SECONDS + 24 * HOUR,
};
const exitCancel: AccountChainFact = { kind: 'exit_cancelled', account: ALICE, token: ETH.contract };
const lastEntry = (facts: Parameters<typeof factsOf>[0]) => factsOf(facts, 'entryChanged').at(-1)?.entry;

function funded(units = 10n * UNIT): Ledger {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, units);
  return ledger;
}

describe('open withdrawals', () => {
  it('are at most 20 of an account, until one has ended', () => {
    const ledger = funded();
    for (let open = 0; open < 20; open += 1) taken(withdraw(ledger, 1n));
    expect(codeOf(withdraw(ledger, 1n))).toBe('TOO_MANY_WITHDRAWALS');
    chain(ledger, ALICE, 'final', withdrawn(1n, WITHDRAWAL_NONCE_FIRST));
    taken(withdraw(ledger, 1n));
    expect(codeOf(withdraw(ledger, 1n))).toBe('TOO_MANY_WITHDRAWALS');
    passBlockTime(ledger, ALICE, SECONDS + 2 * HOUR, NOW);
    taken(withdraw(ledger, 1n));
  });
});

describe('deposits', () => {
  const deposit: AccountChainFact = {
    kind: 'deposited',
    account: ALICE,
    token: ETH.contract,
    amount: amount(UNIT),
  };

  it('show when seen and are usable when final', () => {
    const ledger = newLedger();
    const where = newPlace();
    expect(lastEntry(chain(ledger, ALICE, 'seen', deposit, where))).toMatchObject({
      type: 'deposit',
      applied: [[0, 0, -1]],
      blockNumber: 1,
    });
    expect(balance(ledger).usable).toBe(0n);
    expect(lastEntry(chain(ledger, ALICE, 'final', deposit, where))).toMatchObject({ applied: [[1, 1, -1]] });
    expect(balance(ledger)).toMatchObject({ usable: UNIT, settled: UNIT });
    expect(ledger.account(ALICE).entries.size).toBe(0);
    expect(ledger.pool('chain', ETH.contract)).toBe(-UNIT);
  });

  it('are canceled when their block is undone', () => {
    const ledger = newLedger();
    const where = newPlace();
    chain(ledger, ALICE, 'seen', deposit, where);
    expect(lastEntry(chain(ledger, ALICE, 'undone', deposit, where))).toMatchObject({
      canceled: true,
      open: false,
    });
    expect(balance(ledger).usable).toBe(0n);
  });
});

describe('withdrawals', () => {
  it('move usable to pending before the co-signature is asked for', () => {
    const ledger = funded();
    const { entry, facts } = taken(withdraw(ledger, 3n * UNIT));
    expect(entry).toMatchObject({ type: 'withdrawal', applied: [[0, 1, -1]] });
    expect(balance(ledger)).toMatchObject({ usable: 7n * UNIT, pendingWithdrawal: 3n * UNIT });
    expect(factsOf(facts, 'cosignRequest')[0]?.request).toMatchObject({
      nonce: WITHDRAWAL_NONCE_FIRST,
      receiver: ALICE,
      deadline: SECONDS + HOUR,
    });
    expect(factsOf(taken(withdraw(ledger, 1n)).facts, 'cosignRequest')[0]?.request).toMatchObject({
      nonce: WITHDRAWAL_NONCE_FIRST + 1,
    });
    const signature = { v: 27, r: hashOf(5), s: hashOf(6) };
    const signed = attachSignature(ledger, { account: ALICE, entryId: entry.id, signature, at: NOW });
    expect(lastEntry(signed)?.cause).toMatchObject({ signature });
  });

  it('are refused beyond usable, at 0, and for what is not settled', () => {
    const ledger = funded();
    expect(codeOf(withdraw(ledger, 10n * UNIT + 1n))).toBe('INSUFFICIENT_BALANCE');
    expect(codeOf(withdraw(ledger, 0n))).toBe('INVALID_FIELD');
    fund(ledger, BOB, DAI, 300_000_000n);
    const sell = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n)));
    const buy = place(ledger, orderOf(BOB, terms(DAI, 200_000_000n, ETH, UNIT)));
    const trade = mustCross(sell, buy);
    applyTrade(ledger, trade, 'maker', NOW);
    applyTrade(ledger, trade, 'taker', NOW);
    expect(withdrawable(balance(ledger, BOB))).toBe(0n);
    expect(withdraw(ledger, 1n, ETH, BOB)).toMatchObject({
      code: 'NOT_SETTLED',
      message: '0 ETH can be withdrawn now, 0.9975 ETH is not settled yet',
    });
    expect(codeOf(withdraw(ledger, 9n * UNIT))).toBe('ok');
  });

  it('are paid when final', () => {
    const ledger = funded();
    taken(withdraw(ledger, UNIT));
    const where = newPlace();
    chain(ledger, ALICE, 'seen', withdrawn(UNIT, WITHDRAWAL_NONCE_FIRST), where);
    expect(balance(ledger).pendingWithdrawal).toBe(UNIT);
    const facts = chain(ledger, ALICE, 'final', withdrawn(UNIT, WITHDRAWAL_NONCE_FIRST), where);
    expect(lastEntry(facts)).toMatchObject({ applied: [[1, 1, -1]], open: false });
    expect(balance(ledger)).toMatchObject({ pendingWithdrawal: 0n, settled: 9n * UNIT });
  });

  it('are released when a final block is past their deadline, not at it', () => {
    const ledger = funded();
    taken(withdraw(ledger, UNIT));
    expect(passBlockTime(ledger, ALICE, SECONDS + HOUR, NOW)).toEqual([]);
    const facts = passBlockTime(ledger, ALICE, SECONDS + HOUR + 1, NOW);
    expect(lastEntry(facts)).toMatchObject({ canceled: true, applied: [[0, 1, -1]] });
    expect(balance(ledger)).toMatchObject({ usable: 10n * UNIT, pendingWithdrawal: 0n });
  });

  it('that were never promised, or differ, raise an alarm, freeze the account and change nothing else', () => {
    const ledger = funded();
    taken(withdraw(ledger, UNIT));
    const before = balance(ledger);
    const differs = chain(ledger, ALICE, 'seen', withdrawn(UNIT + 1n, WITHDRAWAL_NONCE_FIRST));
    expect(factsOf(differs, 'alarm')[0]?.code).toBe('withdrawal_differs');
    const unknown = chain(ledger, ALICE, 'final', withdrawn(UNIT, 7));
    expect(factsOf(unknown, 'alarm')[0]?.code).toBe('unknown_withdrawal');
    expect(balance(ledger)).toEqual(before);
    expect(codeOf(withdraw(ledger, 1n))).toBe('ACCOUNT_FROZEN');
  });
});

describe('exits', () => {
  it('cancel orders and block usable and later credits from their first sight', () => {
    const ledger = funded();
    const order = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n)));
    const facts = chain(ledger, ALICE, 'seen', exitRequest);
    expect(lastEntry(facts)).toMatchObject({ type: 'withdrawal', applied: [[-1, 0, 0]] });
    expect(factsOf(facts, 'marketInput')[0]?.input).toMatchObject({
      kind: 'cancel',
      reason: 'exit_requested',
    });
    expect(balance(ledger)).toMatchObject({ usable: 0n, blocked: 9n * UNIT, held: UNIT });
    applyDone(ledger, { account: ALICE, orderId: order.id, reason: 'exit_requested' }, NOW);
    fund(ledger, ALICE, ETH, UNIT);
    expect(balance(ledger)).toMatchObject({ usable: 0n, blocked: 11n * UNIT, held: 0n });
    expect(codeOf(withdraw(ledger, 1n))).toBe('EXIT_REQUESTED');
    expect(codeOf(placeOrder(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n))))).toBe(
      'EXIT_REQUESTED',
    );
  });

  it('that are canceled release only when that is final', () => {
    const ledger = funded();
    const request = newPlace(1);
    chain(ledger, ALICE, 'seen', exitRequest, request);
    expect(lastEntry(chain(ledger, ALICE, 'final', exitRequest, request))).toMatchObject({
      applied: [[-1, 1, 1]],
    });
    const cancel = newPlace(2);
    chain(ledger, ALICE, 'seen', exitCancel, cancel);
    expect(balance(ledger)).toMatchObject({ usable: 0n, blocked: 10n * UNIT });
    chain(ledger, ALICE, 'final', exitCancel, cancel);
    expect(balance(ledger)).toMatchObject({ usable: 10n * UNIT, blocked: 0n });
  });

  it('stay blocked when requested again before the cancellation was final', () => {
    const ledger = funded();
    chain(ledger, ALICE, 'final', exitRequest, newPlace(1));
    const cancel = newPlace(2, 0);
    chain(ledger, ALICE, 'seen', exitCancel, cancel);
    chain(ledger, ALICE, 'seen', exitRequest, newPlace(2, 1));
    chain(ledger, ALICE, 'final', exitCancel, cancel);
    expect(balance(ledger)).toMatchObject({ usable: 0n, blocked: 10n * UNIT });
  });

  it('that are undone were never asked for', () => {
    const ledger = funded();
    const where = newPlace();
    chain(ledger, ALICE, 'seen', exitRequest, where);
    expect(lastEntry(chain(ledger, ALICE, 'undone', exitRequest, where))).toMatchObject({ canceled: true });
    expect(balance(ledger)).toMatchObject({ usable: 10n * UNIT, blocked: 0n });
  });

  it('take blocked, then pending: such a withdrawal releases nothing, and is taken from blocked if it is mined', () => {
    const ledger = funded();
    taken(withdraw(ledger, 4n * UNIT));
    chain(ledger, ALICE, 'final', exitRequest);
    const facts = chain(ledger, ALICE, 'final', withdrawn(10n * UNIT, 0, 'exit'));
    expect(factsOf(facts, 'entryChanged').map(({ entry }) => entry.applied)).toContainEqual([[1, -1, 1]]);
    expect(balance(ledger)).toMatchObject({ blocked: 0n, pendingWithdrawal: 0n, settled: 0n });

    fund(ledger, ALICE, ETH, 5n * UNIT);
    chain(ledger, ALICE, 'final', withdrawn(4n * UNIT, WITHDRAWAL_NONCE_FIRST));
    expect(balance(ledger)).toMatchObject({ blocked: UNIT, pendingWithdrawal: 0n, settled: UNIT });

    const other = funded();
    taken(withdraw(other, 4n * UNIT));
    chain(other, ALICE, 'final', exitRequest);
    chain(other, ALICE, 'final', withdrawn(8n * UNIT, 0, 'exit'));
    passBlockTime(other, ALICE, SECONDS + 2 * HOUR, NOW);
    expect(balance(other)).toMatchObject({ blocked: 2n * UNIT, pendingWithdrawal: 0n, settled: 2n * UNIT });
  });

  it('of more than the ledger knows raise an alarm', () => {
    const ledger = funded();
    chain(ledger, ALICE, 'final', exitRequest);
    const facts = chain(ledger, ALICE, 'final', withdrawn(10n * UNIT + 1n, 0, 'exit'));
    expect(factsOf(facts, 'alarm')[0]?.code).toBe('exit_exceeds_balance');
    expect(balance(ledger).blocked).toBe(10n * UNIT);
  });
});

describe('settlement', () => {
  function traded() {
    const ledger = funded();
    fund(ledger, BOB, DAI, 300_000_000n);
    const maker = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n)));
    const taker = place(ledger, orderOf(BOB, terms(DAI, 200_000_000n, ETH, UNIT)));
    const trade = mustCross(maker, taker);
    applyTrade(ledger, trade, 'maker', NOW);
    applyTrade(ledger, trade, 'taker', NOW);
    const settled: AccountChainFactOf<'trade_settled'> = {
      kind: 'trade_settled',
      tradeId: tradeId(1),
      maker: ALICE,
      taker: BOB,
      makerOrder: maker.digest,
      takerOrder: taker.digest,
      makerAmount: amount(UNIT),
      takerAmount: amount(200_000_000n),
      makerFee: amount(0n),
      takerFee: amount(2_500_000n),
      makerRebate: amount(0n),
      makerToken: ETH.contract,
      takerToken: DAI.contract,
      rebateInBoughtToken: false,
    };
    return { ledger, settled };
  }

  it('makes unsettled figures settled when final', () => {
    const { ledger, settled } = traded();
    const where = newPlace();
    expect(lastEntry(chain(ledger, BOB, 'seen', settled, where))).toMatchObject({
      applied: [
        [0, 1, -1],
        [0, 1, -1],
      ],
      blockNumber: 1,
    });
    expect(balance(ledger, BOB).settled).toBe(0n);
    expect(lastEntry(chain(ledger, BOB, 'final', settled, where))).toMatchObject({
      applied: [
        [1, 1, -1],
        [1, 1, -1],
      ],
      open: false,
    });
    chain(ledger, ALICE, 'final', settled, where);
    expect(balance(ledger, BOB)).toMatchObject({ settled: 997_500_000n, boughtUnsettled: 0n });
    expect(balance(ledger)).toMatchObject({ settled: 9n * UNIT, soldUnsettled: 0n });
    expect(ledger.pool('collector', ETH.contract, 'settled')).toBe(2_500_000n);
  });

  it('of a trade that differs in anything raises an alarm and changes nothing', () => {
    const { ledger, settled } = traded();
    const before = balance(ledger, BOB);
    const wrong: AccountChainFactOf<'trade_settled'>[] = [
      { ...settled, takerOrder: hashOf(3) },
      { ...settled, takerAmount: amount(199_999_999n) },
      { ...settled, makerAmount: amount(UNIT + 1n) },
      { ...settled, takerFee: amount(0n) },
      { ...settled, makerToken: addressOf(77) },
    ];
    for (const fact of wrong) {
      expect(factsOf(chain(ledger, BOB, 'final', fact), 'alarm')[0]?.code).toBe('settled_trade_differs');
    }
    const unknown = chain(ledger, BOB, 'seen', { ...settled, tradeId: tradeId(99) });
    expect(factsOf(unknown, 'alarm')[0]?.code).toBe('unknown_trade_settled');
    expect(balance(ledger, BOB)).toEqual(before);
    expect(ledger.account(BOB).entries.size).toBe(1);
  });
});

describe('delegates and orders canceled on the chain', () => {
  const delegate = addressOf(0xdede);
  const removed: AccountChainFact = {
    kind: 'delegate_removed',
    account: ALICE,
    delegate,
    effectiveAt: SECONDS + HOUR,
  };

  it('stops a removed key and its orders at first sight; it is inactive when the time has come', () => {
    const ledger = funded();
    const validUntil = SECONDS + 999 * HOUR;
    chain(ledger, ALICE, 'final', { kind: 'delegate_added', account: ALICE, delegate, validUntil });
    const input = orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n));
    place(ledger, { ...input, signed: { ...input.signed, signer: delegate } });
    const facts = chain(ledger, ALICE, 'seen', removed);
    expect(factsOf(facts, 'delegateChanged')[0]?.delegate).toMatchObject({ active: true, accepted: false });
    expect(factsOf(facts, 'marketInput')[0]?.input).toMatchObject({ reason: 'delegate_removed' });
    expect(passBlockTime(ledger, ALICE, SECONDS + HOUR - 1, NOW)).toEqual([]);
    const passed = passBlockTime(ledger, ALICE, SECONDS + HOUR, NOW);
    expect(factsOf(passed, 'delegateChanged')[0]?.delegate).toMatchObject({ active: false });
  });

  it('cancels an order whose hash was canceled on the chain, and spends the hash', () => {
    const ledger = funded();
    const order = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n)));
    const facts = chain(ledger, ALICE, 'seen', {
      kind: 'order_cancelled',
      account: ALICE,
      orderHash: order.digest,
      effectiveAt: 0,
    });
    expect(factsOf(facts, 'orderHashSpent')[0]?.digest).toBe(order.digest);
    expect(factsOf(facts, 'marketInput')[0]?.input).toMatchObject({ orderId: order.id });
  });
});
