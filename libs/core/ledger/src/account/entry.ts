import type { Address, EntryId, Hash, MarketId, TokenAmount, TradeId } from '@exchange/core/kernel';
import type { Signature } from '@exchange/core/message';

/** 1 applied, 0 will be applied, -1 not affected (seed: Ledger entry, APPLIED). */
export type AppliedMark = 1 | 0 | -1;
/** What of one item of CHANGES is in the balances: [settled, usable, blocked]. */
export type Applied = readonly [settled: AppliedMark, usable: AppliedMark, blocked: AppliedMark];

/**
 * One item of CHANGES; signed, net = amount − fees (a rebate is a negative fee). Of an exit's request the amount is what
 * moved from usable to blocked, and the net is 0.
 */
export interface EntryChange {
  readonly token: Address;
  readonly amount: bigint;
  readonly fees: bigint;
  readonly net: bigint;
}

/** What the ledger must remember of an entry until it is final. */
export type EntryCause =
  | { readonly kind: 'deposit'; readonly place: string }
  /** A deposit that the account says it has sent; temporary (seed: announceDeposit). */
  | { readonly kind: 'announced_deposit' }
  | {
      readonly kind: 'trade';
      readonly tradeId: TradeId;
      readonly role: 'maker' | 'taker';
      readonly digest: Hash;
      /** The account or its delegate. */
      readonly signer: Address;
      readonly soldToken: Address;
      readonly boughtToken: Address;
      /** Gross amounts, all fees in the bought token, and the rebate of a maker. */
      readonly sold: TokenAmount;
      readonly bought: TokenAmount;
      readonly fee: TokenAmount;
      readonly rebate: TokenAmount;
      readonly rebateInBought: boolean;
      /** What it counted for the 30-day volume, in wei, and in which hour; absent in what was stored before it was. */
      readonly volume?: bigint;
      readonly volumeHour?: number;
      /** It can't settle, and is reversed as soon as no order holds what must be given back. */
      readonly reversing?: true;
      /** When it was made (Unix ms), and the newest block's time (Unix s) known then; absent in what was stored before. */
      readonly madeAt?: number;
      readonly knownBlockTime?: number;
    }
  | {
      readonly kind: 'withdrawal';
      readonly token: Address;
      readonly amount: TokenAmount;
      readonly nonce: number;
      /** Unix seconds, compared with block time. */
      readonly deadline: number;
      /** The part that an exit took out of the contract before this withdrawal was mined. */
      readonly taken: TokenAmount;
      readonly signature: Signature | null;
      /** Co-signed by us and sent by the account, or signed by the account and submitted by us. */
      readonly by: 'cosigned' | 'submitted';
      /** The part of the amount that the collector gets. */
      readonly fee: TokenAmount;
    }
  | { readonly kind: 'exit_request'; readonly place: string }
  | { readonly kind: 'exit'; readonly place: string };

type EntryType = 'deposit' | 'trade' | 'withdrawal';

/** A ledger entry (seed: Ledger entry). `open`: something about it can still change. */
export interface Entry {
  readonly id: EntryId;
  readonly account: Address;
  readonly type: EntryType;
  readonly cause: EntryCause;
  /** The market of a trade; null for everything else. */
  readonly market: MarketId | null;
  readonly changes: readonly EntryChange[];
  /** One for each of the changes. */
  readonly applied: readonly Applied[];
  readonly transaction: Hash | null;
  readonly blockNumber: number | null;
  readonly blockHash: Hash | null;
  readonly canceled: boolean;
  readonly open: boolean;
  /** A short fixed phrase. */
  readonly description: string;
  /** Unix ms. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type CauseOf<K extends EntryCause['kind']> = Extract<EntryCause, { kind: K }>;
export type EntryOf<K extends EntryCause['kind']> = Entry & { readonly cause: CauseOf<K> };

export const hasCause = <K extends EntryCause['kind']>(entry: Entry, kind: K): entry is EntryOf<K> =>
  entry.cause.kind === kind;

export function entryTypeOf(cause: EntryCause): EntryType {
  switch (cause.kind) {
    case 'deposit':
    case 'announced_deposit':
      return 'deposit';
    case 'trade':
      return 'trade';
    case 'withdrawal':
    case 'exit_request':
    case 'exit':
      return 'withdrawal';
  }
}

/** The token in which a trade's rebate is paid. */
export const rebateToken = (cause: CauseOf<'trade'>): Address =>
  cause.rebateInBought ? cause.boughtToken : cause.soldToken;

/** The marks once the contract's balances have the changes too. */
export const settledMarks = (applied: readonly Applied[]): Applied[] =>
  applied.map(([, usable, blocked]) => [1, usable, blocked]);

/** A change without fees. */
export const plainChange = (token: Address, amount: bigint): EntryChange => ({
  token,
  amount,
  fees: 0n,
  net: amount,
});

/** What moved from one balance of the account to another. */
export const movedChange = (token: Address, amount: bigint): EntryChange => ({
  token,
  amount,
  fees: 0n,
  net: 0n,
});
