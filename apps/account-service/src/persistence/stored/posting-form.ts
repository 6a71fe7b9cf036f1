import { assert } from '@exchange/core/kernel';
import { CLAIM_BUCKETS, POOLS } from '@exchange/core/ledger';
import {
  addressBytesColumn,
  amountsColumn,
  bytesColumn,
  defineTable,
  integerColumn,
  monthOf,
  nullable,
  periodColumn,
  primary,
  type RowOf,
  storeAs,
  textColumn,
} from '@exchange/platform';
import { type PostingRow, postingTable } from '../tables/account-tables';

/**
 * Postings as they lie in Postgres: all that one cause posted in one turn is one row, by month. Each posting is a byte of
 * `places` and an amount; its id is the row's and its place in it.
 */
const postingRecordTable = defineTable('posting_record', {
  id: primary(integerColumn),
  period: periodColumn,
  /** Whose the postings to no pool are; null when there are none. */
  account: nullable(addressBytesColumn),
  refKind: textColumn,
  refId: integerColumn,
  at: integerColumn,
  /** Contracts, 20 bytes each. */
  tokens: bytesColumn,
  /** A byte each: its number among {@link PLACES}, and in the upper four bits the token's. */
  places: bytesColumn,
  amounts: amountsColumn,
});
type PostingRecord = RowOf<typeof postingRecordTable>;

/**
 * Buckets of the account, then of the pools. Their numbers are in stored rows, and in the view `posting`: what is new is
 * put at the end.
 */
export const PLACES: readonly string[] = [
  ...[...CLAIM_BUCKETS, 'settled', 'boughtUnsettled', 'soldUnsettled', 'shortfall'],
  ...['chain total', 'clearing total', 'collector total', 'shortfall total', 'collector settled'],
  ...['budget total', 'budget settled', 'clearing settled'],
];
const PLACE_BITS = 4;
const TOKENS_MAX = 16;

const isPool = (owner: string) => (POOLS as readonly string[]).includes(owner);

function placeOf({ owner, bucket }: PostingRow): number {
  const place = PLACES.indexOf(isPool(owner) ? `${owner} ${bucket}` : bucket);
  assert(place >= 0, `a posting to ${owner} ${bucket} has no number`);
  return place;
}

/** Some postings of one cause, one after the other. */
class Gathered {
  private readonly rows: PostingRow[] = [];
  private readonly tokens: string[] = [];
  private account: string | undefined;

  constructor(private readonly first: PostingRow) {}

  /** Whether the posting belongs into this row, where it is from now on. */
  take(row: PostingRow): boolean {
    const { first, rows, tokens } = this;
    const follows = row.id === first.id + rows.length && row.at === first.at;
    if (!follows || row.refKind !== first.refKind || row.refId !== first.refId) return false;
    const own = isPool(row.owner) ? undefined : row.owner;
    if (own !== undefined && this.account !== undefined && own !== this.account) return false;
    if (!tokens.includes(row.token)) {
      if (tokens.length === TOKENS_MAX) return false;
      tokens.push(row.token);
    }
    this.account ??= own;
    rows.push(row);
    return true;
  }

  record(): PostingRecord {
    const { id, refKind, refId, at } = this.first;
    const places = this.rows.map((row) => placeOf(row) + (this.tokens.indexOf(row.token) << PLACE_BITS));
    return {
      ...{ id, period: monthOf(at), refKind, refId, at },
      account: (this.account ?? null) as PostingRecord['account'],
      tokens: Buffer.from(this.tokens.map((token) => token.slice(2)).join(''), 'hex'),
      places: Uint8Array.from(places),
      amounts: this.rows.map(({ amount }) => amount),
    };
  }
}

export function gatherPostings(rows: readonly PostingRow[]): PostingRecord[] {
  const gathered: Gathered[] = [];
  for (const row of rows) {
    if (gathered.at(-1)?.take(row) === true) continue;
    const next = new Gathered(row);
    next.take(row);
    gathered.push(next);
  }
  return gathered.map((one) => one.record());
}

storeAs(postingTable, { table: postingRecordTable, store: gatherPostings });
