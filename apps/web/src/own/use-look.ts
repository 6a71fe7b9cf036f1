import { useEffect, useSyncExternalStore } from 'react';
import { useCell, useExchange } from '../exchange/use-exchange';
import type { LookedUp } from './looked-up';

/** Who scrolls past doesn't look. */
const LOOKS_AFTER_MS = 250;

/** What is known of one thing; asked for when somebody stays with it, and anew as `changed` changes or the line comes back. */
export function useLook<T>(looked: LookedUp<T>, id: number, changed: unknown): T | undefined {
  // What is learned of others draws nothing of this one.
  const known = useSyncExternalStore(looked.known.subscribe, () => looked.known.get().get(id));
  const isUp = useCell(useExchange().connection).kind === 'ready';
  useEffect(() => {
    if (!isUp) return undefined;
    const timer = setTimeout(() => looked.look(id), LOOKS_AFTER_MS);
    return () => clearTimeout(timer);
  }, [looked, id, changed, isUp]);
  return known;
}
