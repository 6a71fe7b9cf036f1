import { describe, expect, it } from '@jest/globals';
import { amount, present, WITHDRAWAL_NONCE_FIRST } from '@exchange/core/kernel';
import { announceDeposit, dropAnnouncedDeposits } from './announce-deposit';
import { ANNOUNCED_MS } from '../delegate/announce-delegate';
import type { AccountChainFact } from '../chain/chain-fact';
import type { Ledger } from '../ledger';
import { passBlockTime } from '../chain/pass-block-time';
import {
  failWithdrawal,
  NO_DEADLINE,
  SUBMIT_REST_MS,
  SUBMITTED_MAX,
  submitWithdrawal,
  type NewSubmission,
} from './submit-withdrawal';
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
  taken,
} from '../../test/setting.fixture';
import { signWithdrawal } from './sign-withdrawal';

const UNIT = 1_000_000_000n;
const FEE = 1_000_000n;

type Signed = NewSubmission['signed'];
const signed = (change: Partial<Signed> = {}): Signed => ({
  scheme: 'full',
  amount: amount(UNIT),
  maxFee: amount(FEE),
  receiver: BOB,
  nonce: 7,
  deadline: NO_DEADLINE,
  signature: { v: 27, r: hashOf(5), s: hashOf(6) },
  ...change,
});
const submit = (ledger: Ledger, change: Partial<Signed> = {}, more: Partial<NewSubmission> = {}) =>
  submitWithdrawal(ledger, {
    account: ALICE,
    token: ETH,
    signed: signed(change),
    cost: amount(FEE),
    shortFeeCap: amount(0n),
    isNonceUsed: false,
    at: NOW,
    ...more,
  });
const withdrawn = (fee: bigint, nonce = 7): AccountChainFact => ({
  kind: 'withdrawn',
  account: ALICE,
  token: ETH.contract,
  amount: amount(UNIT),
  fee: amount(fee),
  nonce,
  by: 'submitted',
});
const balance = (ledger: Ledger) => ledger.account(ALICE).balance(ETH.contract);

function funded(): Ledger {
  const ledger = newLedger();
  fund(ledger, ALICE, ETH, 10n * UNIT);
  return ledger;
}

describe('a submitted withdrawal', () => {
  it('is held, sent to settlement, and paid with its fee to the collector when final', () => {
    const ledger = funded();
    const { entry, facts } = taken(submit(ledger));
    expect(entry).toMatchObject({
      type: 'withdrawal',
      applied: [[0, 1, -1]],
      changes: [{ amount: FEE - UNIT, fees: FEE, net: -UNIT }],
    });
    expect(factsOf(facts, 'submission')).toMatchObject([
      { submission: { entryId: entry.id, fee: FEE, receiver: BOB, nonce: 7, scheme: 'full' } },
    ]);
    expect(balance(ledger)).toMatchObject({ usable: 9n * UNIT, pendingWithdrawal: UNIT });
    const place = newPlace();
    chain(ledger, ALICE, 'seen', withdrawn(FEE), place);
    const final = chain(ledger, ALICE, 'final', withdrawn(FEE), place);
    expect(factsOf(final, 'entryChanged').at(-1)?.entry).toMatchObject({
      applied: [[1, 1, -1]],
      open: false,
    });
    expect(balance(ledger)).toMatchObject({ settled: 9n * UNIT, pendingWithdrawal: 0n });
    expect(ledger.pool('chain', ETH.contract)).toBe(-9n * UNIT - FEE);
    expect(ledger.pool('collector', ETH.contract)).toBe(FEE);
    expect(ledger.pool('collector', ETH.contract, 'settled')).toBe(FEE);
  });

  it('that was paid otherwise than agreed raises an alarm', () => {
    const ledger = funded();
    taken(submit(ledger));
    const differs = chain(ledger, ALICE, 'seen', withdrawn(FEE + 1n));
    expect(factsOf(differs, 'alarm')).toMatchObject([{ code: 'withdrawal_differs' }]);
    const cosigned = chain(ledger, ALICE, 'seen', { ...withdrawn(FEE), by: 'cosigned' } as AccountChainFact);
    expect(factsOf(cosigned, 'alarm')).toMatchObject([{ code: 'withdrawal_differs' }]);
  });

  it.each([
    ['a nonce of ours', { nonce: WITHDRAWAL_NONCE_FIRST }, {}, 'INVALID_FIELD'],
    ['a deadline that has passed', { deadline: NOW / 1000 }, {}, 'INVALID_FIELD'],
    ['a fee below the cost', { maxFee: amount(FEE - 1n) }, {}, 'FEE_TOO_LOW'],
    ['a fee above the amount', { maxFee: amount(UNIT + 1n) }, {}, 'INVALID_FIELD'],
    ['a short form without a cap in the contract', { scheme: 'short' }, {}, 'FEE_TOO_LOW'],
    ['a nonce that an ended entry has', {}, { isNonceUsed: true }, 'NONCE_USED'],
    ['more than there is', { amount: amount(11n * UNIT) }, {}, 'INSUFFICIENT_BALANCE'],
  ] as const)('is refused with %s', (_what, change, more, code) => {
    const ledger = funded();
    expect(codeOf(submit(ledger, change, more))).toBe(code);
    expect(balance(ledger).usable).toBe(10n * UNIT);
  });

  it('in the short form pays at most the cap and the contract’s share, rounded down', () => {
    const cap = amount(10n ** 18n);
    const change = { scheme: 'short', amount: amount(50n * FEE + 49n), nonce: 8 } as const;
    expect(codeOf(submit(funded(), change, { shortFeeCap: cap }))).toBe('ok');
    expect(
      codeOf(submit(funded(), { ...change, amount: amount(50n * FEE - 1n) }, { shortFeeCap: cap })),
    ).toBe('FEE_TOO_LOW');
    expect(codeOf(submit(funded(), change, { shortFeeCap: amount(FEE - 1n) }))).toBe('FEE_TOO_LOW');
  });

  it('is so large that it pays for its gas, or as large as the listing says', () => {
    const least = { maxFee: amount(FEE), amount: amount(10n * FEE) };
    const refused = submit(funded(), { ...least, amount: amount(10n * FEE - 1n) });
    expect(refused).toMatchObject({ code: 'AMOUNT_TOO_SMALL' });
    expect(refused.ok ? '' : refused.message).toContain('at least 0.01 ETH');
    expect(codeOf(submit(funded(), least))).toBe('ok');
    const listed = { token: { ...ETH, minWithdrawal: amount(11n * FEE) } };
    expect(codeOf(submit(funded(), least, listed))).toBe('AMOUNT_TOO_SMALL');
    const free = { cost: amount(0n), ...listed };
    expect(codeOf(submit(funded(), least, free))).toBe('AMOUNT_TOO_SMALL');
    expect(codeOf(submit(funded(), { ...least, amount: amount(11n * FEE) }, listed))).toBe('ok');
  });

  it('is one of five that may be on their way, whatever was co-signed', () => {
    const ledger = funded();
    const small = (nonce: number) => submit(ledger, { amount: amount(10n * FEE), nonce });
    for (let nonce = 1; nonce <= SUBMITTED_MAX; nonce += 1) expect(codeOf(small(nonce))).toBe('ok');
    expect(codeOf(small(6))).toBe('TOO_MANY_WITHDRAWALS');
    const cosigned = { account: ALICE, token: ETH, amount: amount(1n), at: NOW };
    expect(codeOf(signWithdrawal(ledger, cosigned))).toBe('ok');
    const [entry] = [...ledger.account(ALICE).entries.values()].filter(
      ({ cause }) => cause.kind === 'withdrawal',
    );
    const entryId = present(entry, 'entry').id;
    failWithdrawal(ledger, { account: ALICE, entryId, reason: 'NOT_MINED', isOwnFault: false, at: NOW });
    expect(codeOf(small(6))).toBe('ok');
    expect(codeOf(small(7))).toBe('TOO_MANY_WITHDRAWALS');
  });

  it('takes each nonce once', () => {
    const ledger = funded();
    taken(submit(ledger));
    expect(codeOf(submit(ledger))).toBe('NONCE_USED');
    expect(codeOf(submit(ledger, { nonce: 8 }))).toBe('ok');
  });

  it('that failed is released, and the account rests for a day', () => {
    const ledger = funded();
    const { entry } = taken(submit(ledger));
    const failure = { account: ALICE, entryId: entry.id, reason: 'BALANCE', isOwnFault: true, at: NOW };
    const facts = failWithdrawal(ledger, failure);
    expect(factsOf(facts, 'entryChanged').at(-1)?.entry).toMatchObject({
      canceled: true,
      open: false,
      description: 'withdrawal failed: BALANCE',
    });
    expect(balance(ledger)).toMatchObject({ usable: 10n * UNIT, pendingWithdrawal: 0n });
    expect(codeOf(submit(ledger, { nonce: 8 }, { at: NOW + SUBMIT_REST_MS - 1 }))).toBe('WITHDRAWALS_REST');
    expect(codeOf(submit(ledger, { nonce: 8 }, { at: NOW + SUBMIT_REST_MS }))).toBe('ok');
    expect(factsOf(failWithdrawal(ledger, { ...failure, isOwnFault: false }), 'entryChanged')).toEqual([]);
  });

  it('without a deadline never ends by time, with one it does', () => {
    const ledger = funded();
    taken(submit(ledger, { nonce: 1 }));
    taken(submit(ledger, { nonce: 2, deadline: NOW / 1000 + 60 }));
    passBlockTime(ledger, ALICE, NOW / 1000 + 61, NOW);
    expect(
      ledger
        .account(ALICE)
        .entriesOf('withdrawal')
        .map(({ cause }) => cause.nonce),
    ).toEqual([1]);
  });
});

describe('an announced deposit', () => {
  const place = newPlace();
  const announce = (ledger: Ledger, units = UNIT, transaction = place.transaction) =>
    announceDeposit(ledger, {
      ...{ account: ALICE, token: ETH.contract, amount: amount(units), transaction, at: NOW },
    });
  const deposited: AccountChainFact = {
    kind: 'deposited',
    account: ALICE,
    token: ETH.contract,
    amount: amount(UNIT),
  };

  it('is one entry with the real deposit, whatever was announced of its amount', () => {
    for (const units of [UNIT, UNIT + 5n]) {
      const ledger = newLedger();
      const { entry } = taken(announce(ledger, units));
      expect(entry).toMatchObject({ type: 'deposit', applied: [[0, 0, -1]], transaction: place.transaction });
      const seen = factsOf(chain(ledger, ALICE, 'seen', deposited, place), 'entryChanged');
      expect(seen).toMatchObject([
        {
          entry: {
            id: entry.id,
            blockNumber: place.block,
            changes: [{ amount: UNIT }],
            description: 'deposit',
          },
        },
      ]);
      chain(ledger, ALICE, 'final', deposited, place);
      expect(ledger.account(ALICE).entries.size).toBe(0);
      expect(balance(ledger).usable).toBe(UNIT);
    }
  });

  it('is the real one when that was seen before, or announced before', () => {
    const ledger = newLedger();
    const first = taken(announce(ledger));
    expect(taken(announce(ledger))).toMatchObject({ entry: { id: first.entry.id }, facts: [] });
    chain(ledger, ALICE, 'seen', deposited, place);
    expect(taken(announce(ledger))).toMatchObject({ entry: { id: first.entry.id }, facts: [] });
    expect(ledger.account(ALICE).entries.size).toBe(1);
  });

  it('of another transaction stays beside it', () => {
    const ledger = newLedger();
    taken(announce(ledger, UNIT, hashOf(0xabc)));
    chain(ledger, ALICE, 'seen', deposited, place);
    expect(ledger.account(ALICE).entries.size).toBe(2);
  });

  it('is the only one of its transaction: another token or amount is refused, and changes nothing', () => {
    const ofDai = { account: ALICE, token: DAI.contract, amount: amount(1n), transaction: place.transaction };
    const announced = newLedger();
    const { entry } = taken(announce(announced));
    for (const other of [announce(announced, UNIT + 1n), announceDeposit(announced, { ...ofDai, at: NOW })]) {
      const message = expect.stringContaining(`entry ${entry.id}`);
      expect(other).toMatchObject({ code: 'INVALID_FIELD', message });
    }
    expect(announced.account(ALICE).entries.size).toBe(1);

    const mined = newLedger();
    chain(mined, ALICE, 'seen', deposited, place);
    // The real one says what was deposited, so only another token is another deposit.
    expect(codeOf(announce(mined, UNIT + 1n))).toBe('ok');
    expect(codeOf(announceDeposit(mined, { ...ofDai, at: NOW }))).toBe('INVALID_FIELD');
    const finals = [...mined.account(ALICE).entries.values()];
    chain(mined, ALICE, 'final', deposited, place);
    expect(mined.account(ALICE).entries.size).toBe(0);
    expect(codeOf(announceDeposit(mined, { ...ofDai, finals, at: NOW }))).toBe('INVALID_FIELD');
    expect(mined.account(ALICE).entries.size).toBe(0);
  });

  it('is limited to 10, refused at 0, and canceled after a day', () => {
    const ledger = newLedger();
    for (let n = 0; n < 10; n += 1) taken(announce(ledger, UNIT, hashOf(0x1000 + n)));
    expect(codeOf(announce(ledger))).toBe('TOO_MANY_ANNOUNCED');
    expect(codeOf(announce(newLedger(), 0n))).toBe('INVALID_FIELD');
    expect(dropAnnouncedDeposits(ledger, ALICE, NOW + ANNOUNCED_MS - 1)).toEqual([]);
    const dropped = factsOf(dropAnnouncedDeposits(ledger, ALICE, NOW + ANNOUNCED_MS), 'entryChanged');
    expect(dropped).toHaveLength(10);
    expect(dropped[0]?.entry).toMatchObject({ canceled: true, open: false, applied: [[0, 0, -1]] });
    expect(balance(ledger).usable).toBe(0n);
  });
});
