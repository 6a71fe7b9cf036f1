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
 * take effect in their order. A key starts with what it belongs to (`order:…`). Clients that share a store, as those of
 * several tabs do, agree by `add`.
 */
export interface Store {
  /** The value as it was put last; undefined when there is none. */
  get(key: string): Promise<StoredValue | undefined>;
  /** Resolves when the value would survive a crash of the process. */
  put(key: string, value: StoredValue): Promise<void>;
  /** Puts the value unless the key has one, and resolves with what it has then; of several callers one is first. */
  add(key: string, value: StoredValue): Promise<StoredValue>;
  delete(key: string): Promise<void>;
  /** All entries whose key starts with the prefix, by key. */
  list(prefix: string): Promise<readonly StoreEntry[]>;
}

export type StoreEntry = readonly [key: string, value: StoredValue];

/** Entries in the order of their keys, which is the same in every store: by UTF-16 unit. */
export const byKey = ([a]: StoreEntry, [b]: StoreEntry): number => (a < b ? -1 : a > b ? 1 : 0);
