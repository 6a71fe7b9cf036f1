import { describe, expect, it } from '@jest/globals';
import type { OrderId } from '@exchange/core/kernel';
import {
  announceDelegate,
  ANNOUNCED_DELEGATES_MAX,
  ANNOUNCED_MS,
  dropAnnouncedDelegates,
  labelDelegate,
} from './announce-delegate';
import { applyTrade } from '../trade/apply-trade';
import type { AccountChainFact } from '../chain/chain-fact';
import type { Fact } from '../fact';
import type { Ledger } from '../ledger';
import { placeOrder } from '../order/place-order';
import { attachRemovalSignature, requestDelegateRemoval } from './remove-delegate';
import { applyDone } from '../order/report-order';
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
  NOW,
  orderOf,
  place,
  taken,
  terms,
} from '../../test/setting.fixture';

const UNIT = 1_000_000_000n;
const DAY_S = 86_400;
const KEY = addressOf(0xde1);
const SIGNATURE = { v: 27, r: hashOf(5), s: hashOf(6) };
const added: AccountChainFact = {
  kind: 'delegate_added',
  account: ALICE,
  delegate: KEY,
  validUntil: NOW / 1000 + 30 * DAY_S,
};

const announce = (ledger: Ledger, delegate = KEY, at = NOW, owner = undefined as typeof ALICE | undefined) =>
  announceDelegate(ledger, {
    ...{ account: ALICE, delegate, label: 'phone', isTradingLogin: true, owner, at },
  });
const removal = (ledger: Ledger, at = NOW) =>
  requestDelegateRemoval(ledger, { account: ALICE, delegate: KEY, at });
const shown = (facts: readonly Fact[]) => factsOf(facts, 'delegateChanged').map(({ delegate }) => delegate);
const asked = (facts: readonly Fact[]) => factsOf(facts, 'cosignRequest').map(({ request }) => request);

function delegated(): Ledger {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 10n * UNIT);
  fund(ledger, BOB, DAI, 1_000_000_000n);
  chain(ledger, ALICE, 'final', added);
  return ledger;
}

/** An order of Alice's that the delegate signed. */
function delegatesOrder(ledger: Ledger) {
  const order = orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n));
  return place(ledger, { ...order, signed: { ...order.signed, signer: KEY } });
}

describe('an announced delegate', () => {
  it('has no rights, keeps its label when it is mined, and belongs to nobody before', () => {
    const ledger = newLedger();
    fund(ledger, ALICE, ETH, UNIT);
    expect(shown(taken(announce(ledger)))).toMatchObject([
      { active: false, accepted: false, label: 'phone', isTradingLogin: true },
    ]);
    const order = orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n));
    const bySigner = { ...order, signed: { ...order.signed, signer: KEY } };
    expect(codeOf(placeOrder(ledger, bySigner))).toBe('DELEGATE_UNKNOWN');
    expect(shown(chain(ledger, ALICE, 'final', added))).toMatchObject([
      { active: true, accepted: true, label: 'phone', isTradingLogin: true },
    ]);
    expect(codeOf(announce(ledger))).toBe('DELEGATE_TAKEN');
    const label = { account: ALICE, delegate: KEY, label: 'laptop', at: NOW };
    expect(shown(taken(labelDelegate(ledger, label)))).toMatchObject([{ active: true, label: 'laptop' }]);
  });

  it('is refused for the account itself, for another account’s delegate, and beyond 20', () => {
    const ledger = newLedger();
    expect(codeOf(announce(ledger, ALICE))).toBe('INVALID_FIELD');
    expect(codeOf(announce(ledger, KEY, NOW, BOB))).toBe('DELEGATE_TAKEN');
    expect(codeOf(labelDelegate(ledger, { account: ALICE, delegate: KEY, label: '', at: NOW }))).toBe(
      'DELEGATE_UNKNOWN',
    );
    for (let n = 0; n < ANNOUNCED_DELEGATES_MAX; n += 1) taken(announce(ledger, addressOf(0xa000 + n)));
    expect(codeOf(announce(ledger))).toBe('TOO_MANY_ANNOUNCED');
    expect(codeOf(announce(ledger, addressOf(0xa000)))).toBe('ok');
  });

  it('is dropped after a day, not before, and not when it was mined', () => {
    const ledger = newLedger();
    taken(announce(ledger));
    taken(announce(ledger, addressOf(0xa001)));
    chain(ledger, ALICE, 'final', added);
    expect(dropAnnouncedDelegates(ledger, ALICE, NOW + ANNOUNCED_MS - 1)).toEqual([]);
    expect(dropAnnouncedDelegates(ledger, ALICE, NOW + ANNOUNCED_MS)).toEqual([
      { kind: 'delegateDropped', account: ALICE, delegate: addressOf(0xa001) },
    ]);
    expect([...ledger.account(ALICE).delegates.keys()]).toEqual([KEY]);
  });
});

describe('removing a delegate', () => {
  it('stops it and asks for the signature at once when all is settled; asking again gives the same', () => {
    const ledger = delegated();
    const first = taken(removal(ledger));
    const deadline = NOW / 1000 + ledger.policy.withdrawalSeconds;
    expect(first).toMatchObject({ state: 'asked', delegate: { active: true, accepted: false } });
    expect(asked(first.facts)).toEqual([
      { kind: 'delegate_removal', account: ALICE, delegate: KEY, deadline },
    ]);
    const again = taken(removal(ledger, NOW + 1000));
    expect(again).toMatchObject({ state: 'asked', facts: [] });
    const given = { account: ALICE, delegate: KEY, deadline, signature: SIGNATURE, at: NOW };
    expect(attachRemovalSignature(ledger, { ...given, deadline: deadline - 1 })).toEqual([]);
    expect(shown(attachRemovalSignature(ledger, given))).toMatchObject([
      { removal: { deadline, signature: SIGNATURE } },
    ]);
    expect(attachRemovalSignature(ledger, { ...given, signature: { ...SIGNATURE, v: 28 } })).toEqual([]);
    expect(taken(removal(ledger, deadline * 1000))).toMatchObject({
      state: 'signed',
      facts: [],
      delegate: { removal: { signature: SIGNATURE } },
    });
    const renewed = taken(removal(ledger, deadline * 1000 + 1));
    expect(renewed).toMatchObject({ state: 'asked', delegate: { accepted: false } });
    expect(asked(renewed.facts)).toMatchObject([{ deadline: deadline + ledger.policy.withdrawalSeconds }]);
  });

  it('waits until its orders are gone and every trade of it is final', () => {
    const ledger = delegated();
    const sell = delegatesOrder(ledger);
    const own = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 900_000_000n)));
    const buy = place(ledger, orderOf(BOB, terms(DAI, 100_000_000n, ETH, UNIT / 2n)));
    const trade = mustCross(sell, buy);
    const facts = applyTrade(ledger, trade, 'maker', NOW);
    const requested = taken(removal(ledger));
    expect(requested.state).toBe('pending');
    expect(shown(requested.facts)).toMatchObject([{ accepted: false }]);
    expect(factsOf(requested.facts, 'marketInput')).toMatchObject([
      { input: { kind: 'cancel', orderId: sell.id, reason: 'delegate_removed' } },
    ]);
    expect(taken(removal(ledger))).toMatchObject({ state: 'pending', facts: [] });

    const done = (orderId: OrderId) => ({ account: ALICE, orderId, reason: 'delegate_removed' as const });
    expect(asked(applyDone(ledger, done(sell.id), NOW))).toEqual([]);
    const leg = factsOf(facts, 'settleLeg')[0]?.leg;
    const settled: AccountChainFact = {
      kind: 'trade_settled',
      tradeId: trade.tradeId,
      ...{ maker: ALICE, taker: BOB, makerOrder: sell.digest, takerOrder: buy.digest },
      ...{ makerAmount: trade.traded, takerAmount: trade.quote },
      makerFee: leg?.fee ?? trade.quote,
      takerFee: trade.quote,
      makerRebate: leg?.rebate ?? trade.quote,
      ...{ makerToken: ETH.contract, takerToken: DAI.contract, rebateInBoughtToken: false },
    };
    expect(asked(chain(ledger, ALICE, 'seen', settled))).toEqual([]);
    expect(asked(chain(ledger, ALICE, 'final', settled))).toMatchObject([{ kind: 'delegate_removal' }]);
    expect(ledger.account(ALICE).orders.has(own.id)).toBe(true);
  });

  it('holds for good: neither an undone removal nor a new delegation accepts the key again', () => {
    const ledger = delegated();
    taken(removal(ledger));
    const removed: AccountChainFact = {
      kind: 'delegate_removed',
      account: ALICE,
      delegate: KEY,
      effectiveAt: NOW / 1000,
    };
    chain(ledger, ALICE, 'seen', removed);
    chain(ledger, ALICE, 'undone', removed);
    expect(ledger.account(ALICE).delegates.get(KEY)).toMatchObject({ active: true, accepted: false });
    const order = orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n));
    const bySigner = { ...order, signed: { ...order.signed, signer: KEY } };
    expect(codeOf(placeOrder(ledger, bySigner))).toBe('DELEGATE_UNKNOWN');
  });

  it('is refused for a key that is only announced, or unknown', () => {
    const ledger = newLedger();
    expect(codeOf(removal(ledger))).toBe('DELEGATE_UNKNOWN');
    taken(announce(ledger));
    expect(codeOf(removal(ledger))).toBe('DELEGATE_UNKNOWN');
  });
});
