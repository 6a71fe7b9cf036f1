import {
  InMemoryStore,
  IndexedDbStore,
  ownSessions,
  type SessionPlace,
  sharedSessions,
  type Store,
} from '@exchange/client';
import { KeyVault } from '../delegates/key-vault';

/** What the browser keeps for the page, for all tabs of it. */
export interface Kept {
  /** Signed orders, and how far steps on the chain have come. */
  readonly store: Store;
  readonly sessions: SessionPlace;
  /** Keys of delegates; undefined where the browser gives the page no cryptography or no database. */
  readonly vault: KeyVault | undefined;
  /** Whether it is there after a reload. */
  readonly isLasting: boolean;
}

/** Opens what is kept for the exchange at this contract. A browser that keeps nothing gives what lasts as long as the page. */
export async function openKept(chainId: number, contract: string): Promise<Kept> {
  const name = `exchange ${chainId} ${contract.toLowerCase()}`;
  try {
    const store = await IndexedDbStore.open(name);
    // Both are for pages from https and from this machine alone.
    const { locks } = navigator as Partial<Navigator>;
    const hasKeys = (crypto as Partial<Crypto>).subtle !== undefined;
    const request = (lock: string, held: () => Promise<void>) => navigator.locks.request(lock, held);
    return {
      store,
      sessions: locks === undefined ? ownSessions() : sharedSessions(store, { request }, `${name} login`),
      vault: hasKeys ? await KeyVault.open(`${name} keys`) : undefined,
      isLasting: true,
    };
  } catch {
    return { store: new InMemoryStore(), sessions: ownSessions(), vault: undefined, isLasting: false };
  }
}
