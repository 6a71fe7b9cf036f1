/** Calls what listens to named events, in the order in which it began to listen. */
export class Listeners<Events extends object> {
  readonly #handlers = new Map<keyof Events, Set<(event: never) => void>>();

  /** Listens until the returned function is called. */
  on<N extends keyof Events>(name: N, handler: (event: Events[N]) => void): () => void {
    const known = this.#handlers.get(name) ?? new Set();
    this.#handlers.set(name, known.add(handler));
    return () => void known.delete(handler);
  }

  /** Tells the listeners; false when there are none. */
  emit<N extends keyof Events>(name: N, event: Events[N]): boolean {
    const handlers = [...(this.#handlers.get(name) ?? [])];
    for (const handler of handlers) (handler as (event: Events[N]) => void)(event);
    return handlers.length > 0;
  }
}
