import { byKey, type StoredValue, type Store, type StoreEntry } from './store';

/** A store for tests, and for who takes it that a restart forgets. Values are copied, as all stores do. */
export class InMemoryStore implements Store {
  readonly #texts = new Map<string, string>();

  get(key: string): Promise<StoredValue | undefined> {
    const text = this.#texts.get(key);
    return Promise.resolve(text === undefined ? undefined : (JSON.parse(text) as StoredValue));
  }

  put(key: string, value: StoredValue): Promise<void> {
    this.#texts.set(key, JSON.stringify(value));
    return Promise.resolve();
  }

  add(key: string, value: StoredValue): Promise<StoredValue> {
    const text = this.#texts.get(key) ?? JSON.stringify(value);
    this.#texts.set(key, text);
    return Promise.resolve(JSON.parse(text) as StoredValue);
  }

  delete(key: string): Promise<void> {
    this.#texts.delete(key);
    return Promise.resolve();
  }

  list(prefix: string): Promise<readonly StoreEntry[]> {
    const entries = [...this.#texts].filter(([key]) => key.startsWith(prefix));
    return Promise.resolve(
      entries.map(([key, text]): StoreEntry => [key, JSON.parse(text) as StoredValue]).sort(byKey),
    );
  }
}
