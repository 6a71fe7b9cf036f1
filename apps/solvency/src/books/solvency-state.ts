import type { SolvencyDifference, SolvencyReport } from '@exchange/contract/bus';
import { type Address, type Hash, PARTITIONS, partitionOf } from '@exchange/core/kernel';
import type { Keccak256 } from '@exchange/core/order';
import type { Pair } from '../chain/contract-view';
import type { KnownNames } from '../chain/touched';
import { TokenBook } from './token-book';

/** A final block as the chain-watcher told it. */
interface FinalBlock {
  readonly hash: Hash;
  /** Unix seconds. */
  readonly time: number;
}

/** A difference, and whose it is when it is one account's; that is never published. */
export interface Found {
  readonly difference: SolvencyDifference;
  readonly account?: Address | undefined;
}

/** So many final blocks are remembered: the ledger answers for one of the newest. */
const FINALS_KEPT = 256;

/** All that the service keeps in memory: what the contract owes, what was found last, and where the next check goes on. */
export class SolvencyState implements KnownNames {
  readonly tokens = new Map<number, Address>();
  readonly collectors = new Set<Address>();
  readonly finals = new Map<number, FinalBlock>();
  newestFinal: number | undefined;
  private readonly books = new Map<Address, TokenBook>();
  /** The newest block whose events were read; undefined before any. */
  readTo: number | undefined;
  /** What the newest check found; undefined before the first one of this process. */
  report: SolvencyReport | undefined;
  open: Found | undefined;
  /** When it was last said that it is open. Unix ms. */
  saidAt = Number.NEGATIVE_INFINITY;
  /** Checks in a row that found nothing. */
  clean = 0;
  /** Whether readers were told the verdict since this process became active. */
  told = false;
  /** The next balance to be read again, counted over all books. */
  private cursor = 0;
  private partition = 0;

  constructor(
    readonly saltOf: (account: Address) => Hash,
    private readonly keccak: Keccak256,
  ) {}

  passFinal(number: number, block: FinalBlock): void {
    this.finals.set(number, block);
    this.newestFinal = number;
    this.finals.delete(number - FINALS_KEPT);
  }

  book(token: Address): TokenBook {
    const known = this.books.get(token);
    if (known !== undefined) return known;
    const made = new TokenBook(token, this.saltOf, this.keccak);
    this.books.set(token, made);
    return made;
  }

  /** What is read again with each check while a difference is one account's. */
  get suspects(): readonly Pair[] {
    const account = this.open?.account;
    return account === undefined ? [] : [...this.tokens.values()].map((token) => ({ account, token }));
  }

  /** The balances whose turn it is to be read again. */
  window(count: number): readonly Pair[] {
    const pairs: Pair[] = [];
    let passed = 0;
    for (const book of this.books.values()) {
      if (passed + book.size <= this.cursor) {
        passed += book.size;
        continue;
      }
      for (const account of book.accounts()) {
        passed += 1;
        if (passed <= this.cursor) continue;
        if (pairs.length === count) return pairs;
        pairs.push({ account, token: book.token });
      }
    }
    return pairs;
  }

  /** The partitions whose turn it is to be compared account by account, and that of an account that is suspected. */
  partitions(count: number): readonly number[] {
    const next = Array.from({ length: count }, (_, index) => (this.partition + index) % PARTITIONS);
    const account = this.open?.account;
    return account === undefined ? next : [...new Set([partitionOf(account), ...next])];
  }

  /** The next check goes on behind what this one read and compared; what it couldn't compare is the next one's first. */
  advance(balances: number, compared: ReadonlySet<number>): void {
    let passed = 0;
    while (passed < PARTITIONS && compared.has((this.partition + passed) % PARTITIONS)) passed += 1;
    this.partition = (this.partition + passed) % PARTITIONS;
    this.cursor += balances;
    let size = 0;
    for (const book of this.books.values()) size += book.size;
    if (this.cursor >= size) this.cursor = 0;
  }
}
