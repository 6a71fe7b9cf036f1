import type { EntryView } from '@exchange/core/wire';
import type { ClientEvents } from './client-events';
import { ExchangeError } from './exchange-error';
import type { Listeners } from './listeners';

/** The co-signature for the contract's `withdraw`; deadline in Unix seconds. */
export interface CoSignature {
  readonly v: number;
  readonly r: string;
  readonly s: string;
  readonly nonce: number;
  readonly deadline: number;
}

export interface Withdrawal {
  readonly entry: EntryView;
  readonly signature: CoSignature;
}

/**
 * Asks for a withdrawal and waits until its ledger entry carries the co-signature. TIMEOUT says nothing about the
 * outcome: look at the pending entries before asking again.
 */
export async function awaitSignature(
  events: Listeners<ClientEvents>,
  ask: () => Promise<EntryView>,
  timeoutMs: number,
): Promise<Withdrawal> {
  const seen = new Map<number, EntryView>();
  let notify: () => void = () => undefined;
  // The signature can arrive in the same frame as the answer, so listening begins before asking.
  const stop = events.on('ledgerEntryStatus', ({ entry }) => {
    seen.set(entry.id, entry);
    notify();
  });
  try {
    const asked = await ask();
    return await new Promise<Withdrawal>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new ExchangeError('TIMEOUT', `entry ${asked.id} has no signature after ${timeoutMs} ms`));
      }, timeoutMs);
      notify = () => {
        const entry = seen.get(asked.id) ?? asked;
        const signature = signatureOf(entry);
        if (signature === undefined && !entry.canceled) return;
        clearTimeout(timer);
        if (signature !== undefined) resolve({ entry, signature });
        else reject(new ExchangeError('UNKNOWN_ERROR', `withdrawal ${entry.id}: ${entry.description}`));
      };
      notify();
    });
  } finally {
    stop();
  }
}

function signatureOf({ signature }: EntryView): CoSignature | undefined {
  const { v, r, s, nonce, deadline } = signature;
  if (
    v === undefined ||
    r === undefined ||
    s === undefined ||
    nonce === undefined ||
    deadline === undefined
  ) {
    return undefined;
  }
  return { v, r, s, nonce, deadline };
}
