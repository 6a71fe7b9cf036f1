import type { StoredValue } from '@exchange/client';
import { type Address, parseAddress } from '@exchange/core/kernel';

/** What a person can set going that takes transactions, and time. */
export type JobKind =
  | 'deposit'
  /** With the exchange's co-signature, which the account brings to the contract itself. */
  | 'withdraw'
  /** Signed by the account, and brought to the contract by the exchange. */
  | 'submit'
  | 'requestExit'
  | 'takeExit'
  | 'cancelExit'
  | 'addDelegate'
  | 'removeDelegate';

const KINDS: readonly JobKind[] = [
  ...(['deposit', 'withdraw', 'submit', 'requestExit', 'takeExit', 'cancelExit'] as const),
  ...(['addDelegate', 'removeDelegate'] as const),
];

/** What was set going, as it is kept over reloads. */
export interface Job {
  readonly id: string;
  readonly kind: JobKind;
  readonly account: Address;
  /** The token's symbol and contract; of delegates empty, and the delegate's address. */
  readonly symbol: string;
  readonly subject: Address;
  /** In smallest units, as text. */
  readonly amount: string;
  /** Of a delegate: the Unix second at which it ends by itself. */
  readonly validUntil: number;
  /** Unix ms. */
  readonly startedAt: number;
  /** Its transactions, in order. */
  readonly sent: readonly SentTransaction[];
  /** All its transactions are in blocks. */
  readonly isMined: boolean;
  /** The ledger entry of a withdrawal that was handed in. */
  readonly entry: number | undefined;
}

export interface SentTransaction {
  /** The function that it called. */
  readonly call: string;
  readonly hash: string;
}

/** What a job begins with. */
export type JobWish = Pick<Job, 'kind' | 'account' | 'symbol' | 'subject' | 'amount'> & {
  readonly validUntil?: number;
};

export const newJob = (wish: JobWish, id: string, startedAt: number): Job => ({
  validUntil: 0,
  ...wish,
  ...{ id, startedAt, sent: [], isMined: false, entry: undefined },
});

/** The transaction that carries out what the job is for; approvals only prepare it. */
export const mainTransaction = ({ sent }: Job): string | undefined =>
  sent.filter(({ call }) => call !== 'approve').at(-1)?.hash;

/** As a store keeps it. */
export const storedJob = ({ entry, sent, ...job }: Job): StoredValue => ({
  ...job,
  sent: sent.map((one) => ({ ...one })),
  ...(entry === undefined ? {} : { entry }),
});

/** A job that a store kept; undefined for what no release of the page has kept. */
export function readJob(kept: unknown): Job | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const { id, kind, account, symbol, subject, amount, validUntil, startedAt, sent, isMined, entry } =
    kept as Partial<Record<keyof Job, unknown>>;
  const known = KINDS.find((each) => each === kind);
  const [owner, about] = [account, subject].map((text) => parseAddress(String(text), 'address'));
  if (known === undefined || owner?.ok !== true || about?.ok !== true || !Array.isArray(sent))
    return undefined;
  return {
    ...{ id: String(id), kind: known, account: owner.value, symbol: String(symbol), subject: about.value },
    ...{
      amount: BigInt(String(amount)).toString(),
      validUntil: Number(validUntil),
      startedAt: Number(startedAt),
    },
    sent: sent.map((one: Partial<SentTransaction>) => ({ call: String(one.call), hash: String(one.hash) })),
    isMined: isMined === true,
    entry: typeof entry === 'number' ? entry : undefined,
  };
}
