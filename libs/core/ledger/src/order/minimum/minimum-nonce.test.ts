import { describe, expect, it } from '@jest/globals';
import type { AccountChainFact, Phase } from '../../chain/chain-fact';
import type { Ledger } from '../../ledger';
import { placeOrder } from '../place-order';
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
  newPlace,
  NOW,
  orderOf,
  place,
  terms,
} from '../../../test/setting.fixture';

const UNIT = 1_000_000_000n;

const requested = (minNonce: bigint): AccountChainFact => ({
  ...{ kind: 'min_nonce_requested', account: ALICE, token: ETH.contract, minNonce },
  effectiveAt: NOW / 1000 + 86_400,
});
const raised = (minNonce: bigint): AccountChainFact => ({
  ...{ kind: 'min_nonce_raised', account: ALICE, token: ETH.contract, minNonce },
});
const selling = (nonce: number, account = ALICE) =>
  orderOf(account, { ...terms(ETH, UNIT, DAI, 200_000_000n), nonce });
const buying = (nonce: number) => orderOf(ALICE, { ...terms(DAI, 200_000_000n, ETH, UNIT), nonce });

function funded(): Ledger {
  const ledger = newLedger();
  for (const account of [ALICE, BOB]) fund(ledger, account, ETH, 100n * UNIT);
  fund(ledger, ALICE, DAI, 10_000_000_000n);
  return ledger;
}

/** The orders that were asked out of their books. */
const canceled = (ledger: Ledger, phase: Phase, fact: AccountChainFact, where = newPlace()) =>
  factsOf(chain(ledger, ALICE, phase, fact, where), 'marketInput').map(({ input }) => input);

describe('a minimum nonce of an account and a sold token', () => {
  it.each([
    ['requested', requested(7n)],
    ['raised', raised(7n)],
  ])('cancels at its first sight, when %s, what is below and sells the token', (_, fact) => {
    const ledger = funded();
    const below = place(ledger, selling(6));
    place(ledger, selling(7));
    place(ledger, buying(6));
    place(ledger, selling(6, BOB));
    expect(canceled(ledger, 'seen', fact)).toEqual([
      { kind: 'cancel', orderId: below.id, account: ALICE, reason: 'order_cancelled_on_chain' },
    ]);
    expect(placeOrder(ledger, selling(6))).toMatchObject({
      code: 'NONCE_TOO_LOW',
      message: expect.stringContaining('nonce 6 is below 7, the least that orders to sell ETH'),
    });
    expect(
      [selling(7), buying(6), selling(6, BOB)].map((order) => codeOf(placeOrder(ledger, order))),
    ).toEqual([...['ok', 'ok', 'ok']]);
  });

  it('counts no more when its block is undone, but for another that was seen or is final', () => {
    const ledger = funded();
    const [first, second] = [newPlace(1), newPlace(2)];
    chain(ledger, ALICE, 'seen', requested(7n), first);
    chain(ledger, ALICE, 'seen', requested(9n), second);
    expect(codeOf(placeOrder(ledger, selling(8)))).toBe('NONCE_TOO_LOW');
    chain(ledger, ALICE, 'undone', requested(9n), second);
    expect(codeOf(placeOrder(ledger, selling(8)))).toBe('ok');
    expect(codeOf(placeOrder(ledger, selling(6)))).toBe('NONCE_TOO_LOW');
    chain(ledger, ALICE, 'undone', requested(7n), first);
    expect(codeOf(placeOrder(ledger, selling(6)))).toBe('ok');
    expect(ledger.account(ALICE).minimumNonces.size).toBe(0);
  });

  it('never falls once it is final, and cancels though nobody saw it before', () => {
    const ledger = funded();
    const below = place(ledger, selling(6));
    expect(canceled(ledger, 'final', raised(9n))).toMatchObject([{ orderId: below.id }]);
    chain(ledger, ALICE, 'seen', requested(5n), newPlace(3));
    chain(ledger, ALICE, 'final', requested(5n), newPlace(3));
    expect(codeOf(placeOrder(ledger, selling(8)))).toBe('NONCE_TOO_LOW');
    const rows = ledger.account(ALICE).dump();
    ledger.evict(ALICE);
    ledger.load(ALICE, rows);
    expect(codeOf(placeOrder(ledger, selling(8)))).toBe('NONCE_TOO_LOW');
  });

  it('may be above all nonces that can be sent', () => {
    const ledger = funded();
    chain(ledger, ALICE, 'final', raised(2n ** 64n - 1n));
    expect(codeOf(placeOrder(ledger, selling(Number.MAX_SAFE_INTEGER)))).toBe('NONCE_TOO_LOW');
  });
});
