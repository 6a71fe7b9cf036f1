import { describe, expect, it } from '@jest/globals';
import { attachCancellationSignature, requestOrderCancellation } from './cancel-signed-order';
import type { Fact } from '../fact';
import type { Ledger } from '../ledger';
import type { OrderCancellation } from './order-cancellation';
import { applyDone } from './report-order';
import {
  ALICE,
  DAI,
  ETH,
  factsOf,
  fund,
  hashOf,
  newLedger,
  NOW,
  orderOf,
  place,
  terms,
} from '../../test/setting.fixture';

const UNIT = 1_000_000_000n;
const SIGNATURE = { v: 27, r: hashOf(5), s: hashOf(6) };
const UNKNOWN = hashOf(0xbad);

const asked = (facts: readonly Fact[]) => factsOf(facts, 'cosignRequest').map(({ request }) => request);
const cancel = (ledger: Ledger, digest = UNKNOWN, isPlaced = false, earlier?: OrderCancellation, at = NOW) =>
  requestOrderCancellation(ledger, { account: ALICE, digest, hash: digest, isPlaced, earlier, at });

function funded(): Ledger {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 10n * UNIT);
  return ledger;
}

describe('voiding an order', () => {
  it('takes it out of the book first, and asks for the signature when it is gone', () => {
    const ledger = funded();
    const order = place(ledger, orderOf(ALICE, terms(ETH, UNIT, DAI, 200_000_000n)));
    const requested = cancel(ledger, order.digest, true);
    expect(requested.state).toBe('pending');
    expect(factsOf(requested.facts, 'marketInput')).toMatchObject([{ input: { kind: 'cancel' } }]);
    expect(factsOf(requested.facts, 'orderHashSpent')).toEqual([]);
    expect(cancel(ledger, order.digest, true)).toMatchObject({ state: 'pending', facts: [] });
    const done = { account: ALICE, orderId: order.id, reason: 'owner' } as const;
    const deadline = NOW / 1000 + ledger.policy.withdrawalSeconds;
    expect(asked(applyDone(ledger, done, NOW))).toEqual([
      { kind: 'order_cancellation', account: ALICE, digest: order.digest, deadline },
    ]);
    expect(cancel(ledger, order.digest, true)).toMatchObject({ state: 'asked', facts: [] });
  });

  it('of an order that never came spends its hash and asks at once', () => {
    const ledger = funded();
    const requested = cancel(ledger);
    expect(requested.state).toBe('asked');
    expect(factsOf(requested.facts, 'orderHashSpent')).toMatchObject([{ digest: UNKNOWN }]);
    expect(asked(requested.facts)).toMatchObject([{ kind: 'order_cancellation', digest: UNKNOWN }]);
  });

  it('asked again gives the signature that was given, and a new one when its time is over', () => {
    const ledger = funded();
    const { cancellation } = cancel(ledger);
    const deadline = cancellation.deadline ?? 0;
    const given = { account: ALICE, digest: UNKNOWN, deadline, signature: SIGNATURE, at: NOW };
    expect(attachCancellationSignature(ledger, { ...given, deadline: deadline + 1 })).toEqual([]);
    const [fact] = factsOf(attachCancellationSignature(ledger, given), 'cancellationChanged');
    expect(fact?.cancellation).toMatchObject({ deadline, signature: SIGNATURE });
    expect(ledger.account(ALICE).cancellations.size).toBe(0);
    const earlier = fact?.cancellation;
    expect(cancel(ledger, UNKNOWN, false, earlier, deadline * 1000)).toMatchObject({
      state: 'signed',
      cancellation: { signature: SIGNATURE },
      facts: [],
    });
    const renewed = cancel(ledger, UNKNOWN, false, earlier, deadline * 1000 + 1);
    expect(asked(renewed.facts)).toMatchObject([{ deadline: deadline + ledger.policy.withdrawalSeconds }]);
  });
});
