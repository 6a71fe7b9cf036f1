import type { CommandOf } from '@exchange/core/wire';
import { ExchangeError } from '../exchange-error';
import type { Store, StoredValue } from '../store/store';

/** What is kept of an intent: the signed order. */
export interface IntentRecord {
  /** What was wanted, to know the same again. */
  readonly wish: string;
  readonly command: CommandOf<'placeOrder'> & { readonly cid: number };
  /** It has ended: nobody needs to ask what came of it. */
  readonly ended?: boolean;
}

/** The intents of an account in a store, by the caller's id. */
export class IntentRecords {
  constructor(
    private readonly store: Store,
    private readonly account: string,
  ) {}

  /** Throws UNKNOWN_ERROR for what is no such record. */
  async get(id: string): Promise<IntentRecord | undefined> {
    const value = await this.store.get(this.#key(id));
    return value === undefined ? undefined : recordOf(id, value);
  }

  /** Keeps the record, and gives it back; or the one that another client of the store has put meanwhile. */
  async add(id: string, record: IntentRecord): Promise<IntentRecord> {
    return recordOf(id, await this.store.add(this.#key(id), record as unknown as StoredValue));
  }

  /** Notes that it has ended. */
  end(id: string, record: IntentRecord): Promise<void> {
    return this.store.put(this.#key(id), { ...record, ended: true } as unknown as StoredValue);
  }

  delete(id: string): Promise<void> {
    return this.store.delete(this.#key(id));
  }

  async all(): Promise<readonly (readonly [id: string, record: IntentRecord])[]> {
    const entries = await this.store.list(this.#key(''));
    return entries.map(([key, value]) => {
      const id = key.slice(this.#key('').length);
      return [id, recordOf(id, value)] as const;
    });
  }

  #key(id: string): string {
    return `order:${this.account}:${id}`;
  }
}

function recordOf(id: string, value: StoredValue): IntentRecord {
  const record = value as unknown as Partial<IntentRecord> | null;
  if (typeof record?.wish === 'string' && typeof record.command?.signature === 'string') {
    return record as IntentRecord;
  }
  throw new ExchangeError('UNKNOWN_ERROR', `what the store has of ${id} is no intent`);
}
