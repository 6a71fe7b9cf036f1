/** Calls what listens to named events, in the order in which it began to listen. */
export class Listeners<Events extends object> {
  private readonly handlers = new Map<keyof Events, Set<(event: never) => void>>();

  /** Listens until the returned function is called. */
  on<N extends keyof Events>(name: N, handler: (event: Events[N]) => void): () => void {
    const known = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, known.add(handler));
    return () => void known.delete(handler);
  }

  emit<N extends keyof Events>(name: N, event: Events[N]): void {
    for (const handler of [...(this.handlers.get(name) ?? [])])
      (handler as (event: Events[N]) => void)(event);
  }
}
