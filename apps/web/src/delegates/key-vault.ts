/** What a kept key is for: an account at one exchange contract on one chain. */
export interface KeyPlace {
  readonly chainId: number;
  readonly contract: string;
  readonly account: string;
}

/** A key as it lies in the database: nobody reads it without the browser's own key, which can't be taken out. */
interface SealedKey {
  readonly address: string;
  readonly sealing: CryptoKey;
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

/** A private key and its address. */
export interface OpenedKey {
  readonly address: string;
  /** 0x and 64 hex digits. */
  readonly privateKey: string;
}

const STORE = 'keys';
const AES = { name: 'AES-GCM', length: 256 } as const;
const IV_BYTES = 12;

/**
 * Keys of delegates in a browser's database, each encrypted (AES-GCM) under a key of its own that can't be taken out of the
 * browser. Whoever copies the database's files has no key; a script of this origin could have things signed, and no more.
 */
export class KeyVault {
  private constructor(private readonly database: IDBDatabase) {}

  static async open(name: string): Promise<KeyVault> {
    const opening = indexedDB.open(name);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return new KeyVault(await resultOf(opening));
  }

  /** Keeps a key for this place, instead of the one before; resolves when it would survive a crash. */
  async keep(place: KeyPlace, { address, privateKey }: OpenedKey): Promise<void> {
    const sealing = await crypto.subtle.generateKey(AES, false, ['encrypt', 'decrypt']);
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const additionalData = boundTo(place, address);
    const text = new TextEncoder().encode(privateKey);
    const sealed = await crypto.subtle.encrypt({ ...AES, iv, additionalData }, sealing, text);
    const kept: SealedKey = { address, sealing, iv, sealed };
    await this.write((keys) => keys.put(kept, nameOf(place)));
  }

  /** The address of the key of this place; undefined when there is none. */
  async addressOf(place: KeyPlace): Promise<string | undefined> {
    return (await this.read(place))?.address;
  }

  /** The key of this place; undefined when there is none. Rejects when what is there was tampered with. */
  async openKey(place: KeyPlace): Promise<OpenedKey | undefined> {
    const kept = await this.read(place);
    if (kept === undefined) return undefined;
    const { address, iv, sealing, sealed } = kept;
    const additionalData = boundTo(place, address);
    const opened = await crypto.subtle.decrypt({ ...AES, iv, additionalData }, sealing, sealed);
    return { address, privateKey: new TextDecoder().decode(opened) };
  }

  /** Forgets the key of this place. */
  async forget(place: KeyPlace): Promise<void> {
    await this.write((keys) => keys.delete(nameOf(place)));
  }

  close(): void {
    this.database.close();
  }

  private async read(place: KeyPlace): Promise<SealedKey | undefined> {
    const keys = this.database.transaction(STORE, 'readonly').objectStore(STORE);
    return (await resultOf(keys.get(nameOf(place)))) as SealedKey | undefined;
  }

  private write(change: (keys: IDBObjectStore) => unknown): Promise<void> {
    const transaction = this.database.transaction(STORE, 'readwrite', { durability: 'strict' });
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('the database gave the change up'));
      change(transaction.objectStore(STORE));
    });
  }
}

const nameOf = ({ chainId, contract, account }: KeyPlace): string =>
  `${chainId}:${contract}:${account}`.toLowerCase();

/** What a sealed key can't be moved away from. */
const boundTo = (place: KeyPlace, address: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${nameOf(place)}:${address}`);

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the database refused'));
  });
}
