// The script of the page whose tabs the case opens: it has the packed client, and is called from outside.
import { ExchangeClient, keySigner, oneTab } from '@exchange/client';
import { IndexedDbStore } from '@exchange/client/indexed-db-store';

const store = await IndexedDbStore.open('orders');
let client;
let signer;

const sellOf = (id) => ({ id, signer, market: 'ETHDAI', side: 'sell', amount: '0.01', rate: '410' });

globalThis.tab = {
  /** `lock`: of all tabs with this name one has a line. */
  async connect({ url, key, lock }) {
    signer = await keySigner(key);
    const turnstile = lock === undefined ? undefined : oneTab(globalThis.navigator.locks, lock);
    client = new ExchangeClient({ url, store, turnstile });
    await client.connect();
    await client.authenticate(signer);
  },
  stateKind: () => client.state.kind,
  /** How many tabs wait for a lock. */
  waiting: async () => (await globalThis.navigator.locks.query()).pending.length,
  /** Places an order; its id at the exchange. */
  place: async (id) => (await client.orders.place(sellOf(id))).order.id,
  /** Begins to, and ends when the store has it, whatever has become of it by then. */
  async begin(id) {
    client.orders.place(sellOf(id)).catch(() => undefined);
    const isKept = async () => (await store.list('order:')).some(([key]) => key.endsWith(`:${id}`));
    while (!(await isKept())) await new Promise((resolve) => setTimeout(resolve, 1));
  },
  /** Takes up what the store has; the names of those that are open. */
  resume: async () => (await client.orders.resume()).map(({ id }) => id),
  cancel: async (id) => (await client.orders.cancel(id)).state.kind,
  /** Writes so many records of its own, and deletes each third. */
  async fill(prefix, count) {
    const keys = Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    await Promise.all(keys.map((key) => store.put(key, { key })));
    await Promise.all(keys.filter((_, index) => index % 3 === 0).map((key) => store.delete(key)));
  },
  /** Adds a record to each of these keys; what they have then. */
  addAll: (keys, value) => Promise.all(keys.map((key) => store.add(key, value))),
  list: (prefix) => store.list(prefix),
};
