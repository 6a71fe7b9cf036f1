/** The part of the Web Locks of browsers that is used: `navigator.locks`. */
export interface TabLocks {
  request(name: string, held: () => Promise<void>): Promise<unknown>;
}

/** Lets a line be opened, now or later; the returned function gives the place up. */
export type Turnstile = (enter: () => void) => () => void;

/** Whoever comes may open a line. */
export const openDoor: Turnstile = (enter) => {
  enter();
  return () => undefined;
};

/**
 * One tab of an origin has the line, and when it is closed the next one gets it. It saves connections: nothing goes
 * wrong when two tabs have one each, and both place orders of the same name when they share an `IndexedDbStore`.
 */
export function oneTab(locks: TabLocks, name: string): Turnstile {
  return (enter) => {
    let leave: () => void = () => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    let isGone = false;
    const held = () => {
      if (!isGone) enter();
      return left;
    };
    // Where there are no locks after all, as in a page without its own origin, this tab goes in.
    locks.request(name, held).catch(() => {
      if (!isGone) enter();
    });
    return () => {
      isGone = true;
      leave();
    };
  };
}
