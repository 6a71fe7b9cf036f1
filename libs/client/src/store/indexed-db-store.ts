import { byKey, type StoredValue, type Store, type StoreEntry } from './store';

interface Request<T> {
  readonly result: T;
  readonly error: unknown;
  onsuccess: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
}

interface Entries {
  get(key: string): Request<unknown>;
  put(value: unknown, key: string): unknown;
  delete(key: string): unknown;
  getAll(range: unknown): Request<unknown[]>;
  getAllKeys(range: unknown): Request<unknown[]>;
}

interface Transaction {
  readonly error: unknown;
  oncomplete: ((event: never) => void) | null;
  onabort: ((event: never) => void) | null;
  objectStore(name: string): Entries;
}

interface Database {
  createObjectStore(name: string): unknown;
  transaction(name: string, mode: 'readonly' | 'readwrite', options?: { durability: 'strict' }): Transaction;
  close(): void;
}

/** The part of a browser's IndexedDB that is used. */
export interface Indexed {
  readonly indexedDB: {
    open(name: string): Request<Database> & { onupgradeneeded: ((event: never) => void) | null };
  };
  readonly IDBKeyRange: { bound(lower: string, upper: string): unknown };
}

const STORE = 'entries';
/** Above every UTF-16 unit that a key continues with. */
const LAST = '\uffff';

/** A store in a browser's database of this name, which all tabs of the origin share. */
export class IndexedDbStore implements Store {
  private constructor(
    private readonly database: Database,
    private readonly range: Indexed['IDBKeyRange'],
  ) {}

  /** Opens the database, or makes it. `from`: where IndexedDB is, by default the page or worker that this runs in. */
  static async open(name: string, from: Indexed = globalThis as unknown as Indexed): Promise<IndexedDbStore> {
    const opening = from.indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return new IndexedDbStore(await resultOf(opening), from.IDBKeyRange);
  }

  async get(key: string): Promise<StoredValue | undefined> {
    const entries = this.database.transaction(STORE, 'readonly').objectStore(STORE);
    return (await resultOf(entries.get(key))) as StoredValue | undefined;
  }

  put(key: string, value: StoredValue): Promise<void> {
    // A page's objects may hold what a database can't: through JSON all stores keep the same.
    const copy: unknown = JSON.parse(JSON.stringify(value));
    return this.#write((entries) => entries.put(copy, key));
  }

  async add(key: string, value: StoredValue): Promise<StoredValue> {
    let kept = JSON.parse(JSON.stringify(value)) as StoredValue;
    await this.#write((entries) => {
      const held = entries.get(key);
      held.onsuccess = () => {
        if (held.result === undefined) entries.put(kept, key);
        else kept = held.result as StoredValue;
      };
    });
    return kept;
  }

  delete(key: string): Promise<void> {
    return this.#write((entries) => entries.delete(key));
  }

  async list(prefix: string): Promise<readonly StoreEntry[]> {
    const entries = this.database.transaction(STORE, 'readonly').objectStore(STORE);
    const range = this.range.bound(prefix, `${prefix}${LAST}`);
    const [keys, values] = await Promise.all([
      resultOf(entries.getAllKeys(range)),
      resultOf(entries.getAll(range)),
    ]);
    return keys.map((key, place): StoreEntry => [key as string, values[place] as StoredValue]).sort(byKey);
  }

  close(): void {
    this.database.close();
  }

  #write(change: (entries: Entries) => unknown): Promise<void> {
    const transaction = this.database.transaction(STORE, 'readwrite', { durability: 'strict' });
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(asError(transaction.error));
      change(transaction.objectStore(STORE));
    });
  }
}

function resultOf<T>(request: Request<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(asError(request.error));
  });
}

const asError = (error: unknown): Error =>
  error instanceof Error ? error : new Error('the database gave the change up', { cause: error });
