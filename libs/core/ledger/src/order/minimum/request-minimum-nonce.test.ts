import { describe, expect, it } from '@jest/globals';
import type { Fact } from '../../fact';
import type { Ledger } from '../../ledger';
import { placeOrder } from '../place-order';
import { applyDone } from '../report-order';
import { attachMinimumSignature, requestMinimumNonce } from './request-minimum-nonce';
import {
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
  terms,
} from '../../../test/setting.fixture';

const UNIT = 1_000_000_000n;
const SIGNATURE = { v: 27, r: hashOf(5), s: hashOf(6) };
const TOKEN = ETH.contract;

const selling = (nonce: number, account = ALICE) =>
  orderOf(account, { ...terms(ETH, UNIT, DAI, 200_000_000n), nonce });
const buying = (nonce: number) => orderOf(ALICE, { ...terms(DAI, 200_000_000n, ETH, UNIT), nonce });
const asked = (facts: readonly Fact[]) => factsOf(facts, 'cosignRequest').map(({ request }) => request);
const ask = (ledger: Ledger, minNonce: number, at = NOW) =>
  requestMinimumNonce(ledger, { account: ALICE, token: TOKEN, minNonce, at });
const attach = (ledger: Ledger, minNonce: number, deadline: number) =>
  attachMinimumSignature(ledger, {
    ...{ account: ALICE, token: TOKEN, minNonce, deadline, signature: SIGNATURE, at: NOW },
  });

function funded(): Ledger {
  const ledger = newLedger();
  for (const account of [ALICE, BOB]) fund(ledger, account, ETH, 100n * UNIT);
  fund(ledger, ALICE, DAI, 10_000_000_000n);
  return ledger;
}

describe('a minimum nonce that is to be co-signed', () => {
  it('cancels what is below and sells the token, and is asked for when that is gone', () => {
    const ledger = funded();
    const below = [place(ledger, selling(5)), place(ledger, selling(6))];
    place(ledger, selling(7));
    place(ledger, buying(6));
    place(ledger, selling(6, BOB));
    const { state, facts } = ask(ledger, 7);
    expect(state).toBe('pending');
    expect(factsOf(facts, 'marketInput').map(({ input }) => input)).toEqual(
      below.map(({ id }) => ({ kind: 'cancel', orderId: id, account: ALICE, reason: 'owner' })),
    );
    expect(ask(ledger, 7)).toMatchObject({ state: 'pending', facts: [] });
    const ends = below.map(({ id }) =>
      asked(applyDone(ledger, { account: ALICE, orderId: id, reason: 'owner' }, NOW)),
    );
    const deadline = NOW / 1000 + ledger.policy.withdrawalSeconds;
    expect(ends).toEqual([
      [],
      [{ kind: 'minimum_nonce', account: ALICE, token: TOKEN, minNonce: 7, deadline }],
    ]);
    expect(ask(ledger, 6)).toMatchObject({ state: 'asked', facts: [] });
  });

  it('refuses lower nonces from then on, whatever the chain undoes or memory loses', () => {
    const ledger = funded();
    const kept = place(ledger, selling(7));
    const { asked: first } = ask(ledger, 7);
    attach(ledger, 7, first.deadline ?? 0);
    const raised = { kind: 'min_nonce_raised', account: ALICE, token: TOKEN, minNonce: 7n } as const;
    const where = newPlace();
    for (const phase of ['seen', 'undone'] as const) chain(ledger, ALICE, phase, raised, where);
    const rows = ledger.account(ALICE).dump();
    ledger.evict(ALICE);
    ledger.load(ALICE, rows);
    expect(
      [selling(6), selling(8), buying(6), selling(6, BOB)].map((order) => codeOf(placeOrder(ledger, order))),
    ).toEqual(['NONCE_TOO_LOW', 'ok', 'ok', 'ok']);
    expect(ledger.account(ALICE).orders.get(kept.id)).toMatchObject({ cancelAsked: false });
  });

  it('asked again gives the signature that was given, a new one when its time is over, and never falls', () => {
    const ledger = funded();
    const { asked: first } = ask(ledger, 7);
    const deadline = first.deadline ?? 0;
    expect(attach(ledger, 7, deadline + 1)).toEqual([]);
    expect(attach(ledger, 6, deadline)).toEqual([]);
    expect(factsOf(attach(ledger, 7, deadline), 'minimumNonceSigned')).toMatchObject([
      { token: TOKEN, asked: { minNonce: 7, deadline, signature: SIGNATURE } },
    ]);
    const given = { state: 'signed', asked: { minNonce: 7, signature: SIGNATURE }, facts: [] };
    expect(ask(ledger, 7, deadline * 1000)).toMatchObject(given);
    expect(ask(ledger, 3, deadline * 1000)).toMatchObject(given);
    const renewed = deadline + ledger.policy.withdrawalSeconds;
    expect(asked(ask(ledger, 3, deadline * 1000 + 1).facts)).toMatchObject([
      { minNonce: 7, deadline: renewed },
    ]);
    expect(asked(ask(ledger, 9, deadline * 1000 + 1).facts)).toMatchObject([
      { minNonce: 9, deadline: renewed },
    ]);
    expect(attach(ledger, 7, renewed)).toEqual([]);
  });
});
