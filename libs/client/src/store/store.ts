/** What JSON can say: amounts go as texts. */
export type StoredValue =
  | string
  | number
  | boolean
  | null
  | readonly StoredValue[]
  | { readonly [member: string]: StoredValue | undefined };

/**
 * Keeps JSON values by key over restarts: orders before they are sent, and how far steps on the chain have come. Calls
 * take effect in their order. One client writes to a store at a time; a key starts with what it belongs to (`order:…`).
 */
export interface Store {
  /** The value as it was put last; undefined when there is none. */
  get(key: string): Promise<StoredValue | undefined>;
  /** Resolves when the value would survive a crash of the process. */
  put(key: string, value: StoredValue): Promise<void>;
  delete(key: string): Promise<void>;
  /** All entries whose key starts with the prefix, by key. */
  list(prefix: string): Promise<readonly StoreEntry[]>;
}

export type StoreEntry = readonly [key: string, value: StoredValue];

/** Entries in the order of their keys, which is the same in every store: by UTF-16 unit. */
export const byKey = ([a]: StoreEntry, [b]: StoreEntry): number => (a < b ? -1 : a > b ? 1 : 0);
