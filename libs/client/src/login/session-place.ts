import type { TabLocks } from '../connection/one-tab';
import type { Store } from '../store/store';

/** The one session of an account (docs/interface, sessions), while nobody else has a hand on it. */
export interface HeldSession {
  /** The session, which is then gone for everybody: an id that comes twice is a theft to the exchange. */
  take(account: string): Promise<string | undefined>;
  /** Keeps the session that the exchange gave in exchange for the last one. */
  keep(account: string, session: string | undefined): Promise<void>;
}

/** Where the sessions of accounts are: with one client, or with all tabs of a page. */
export interface SessionPlace {
  /** Runs while nobody else uses or replaces a session of this place. */
  alone<T>(work: (held: HeldSession) => Promise<T>): Promise<T>;
}

/** A place of one client, forgotten with it. */
export function ownSessions(): SessionPlace {
  const sessions = new Map<string, string>();
  const held: HeldSession = {
    async take(account) {
      const session = sessions.get(account);
      sessions.delete(account);
      return session;
    },
    async keep(account, session) {
      if (session === undefined) sessions.delete(account);
      else sessions.set(account, session);
    },
  };
  return { alone: (work) => work(held) };
}

const PREFIX = 'session:';

/**
 * A place that all tabs of an origin share, under one lock: an id that one tab used no other one sends, and each finds the
 * newest. What is in the store is a login without a signature; keep it from others.
 * @param locks `navigator.locks` of a browser
 */
export function sharedSessions(store: Store, locks: TabLocks, name = 'exchange session'): SessionPlace {
  const sessions: HeldSession = {
    async take(account) {
      const session = await store.get(PREFIX + account);
      await store.delete(PREFIX + account);
      return typeof session === 'string' ? session : undefined;
    },
    async keep(account, session) {
      if (session === undefined) await store.delete(PREFIX + account);
      else await store.put(PREFIX + account, session);
    },
  };
  return {
    alone: (work) =>
      new Promise((resolve, reject) => {
        const held = () => work(sessions).then(resolve, reject);
        locks.request(name, held).catch(reject);
      }),
  };
}
