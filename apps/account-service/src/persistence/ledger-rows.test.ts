import { describe, expect, it } from '@jest/globals';
import { address, amount, entryId, hash, marketId, tradeId } from '@exchange/core/kernel';
import type { Entry, EntryCause } from '@exchange/core/ledger';
import { entryOf, entryRow } from './ledger-rows';

const token = address(`0x${'11'.repeat(20)}`);
const word = hash(`0x${'22'.repeat(32)}`);

const causes: readonly EntryCause[] = [
  { kind: 'deposit', place: 'block 1' },
  {
    kind: 'withdrawal',
    token,
    amount: amount(7n),
    nonce: 2 ** 52,
    deadline: 1_900_000_000,
    taken: amount(3n),
    signature: { v: 27, r: word, s: word },
    by: 'submitted',
    fee: amount(1n),
  },
  {
    kind: 'trade',
    tradeId: tradeId(5),
    role: 'maker',
    digest: word,
    signer: token,
    soldToken: token,
    boughtToken: token,
    sold: amount(1n),
    bought: amount(2n),
    fee: amount(0n),
    rebate: amount(1n),
    rebateInBought: false,
  },
];

const entryWith = (cause: EntryCause): Entry => ({
  id: entryId(9),
  account: token,
  type: 'withdrawal',
  cause,
  market: cause.kind === 'trade' ? marketId('ETHDAI') : null,
  changes: [{ token, amount: -7n, fees: 0n, net: -7n }],
  applied: [[0, 1, -1]],
  transaction: null,
  blockNumber: null,
  blockHash: null,
  canceled: false,
  open: true,
  description: '',
  createdAt: 1,
  updatedAt: 2,
});

describe('a ledger entry', () => {
  it.each(causes)('comes back from its row as it was: $kind', (cause) => {
    const stored = JSON.parse(JSON.stringify(entryRow(entryWith(cause)))) as ReturnType<typeof entryRow>;
    expect(entryOf(stored)).toEqual(entryWith(cause));
  });
});
