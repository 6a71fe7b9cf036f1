import { type ExchangeClient, ExchangeError } from '@exchange/client';

type FollowClient = Pick<ExchangeClient, 'subscribe' | 'unSubscribe' | 'on'>;

/** Why a subscription isn't there; called again with undefined when it is. */
export type FollowRefused = (reason: string | undefined) => void;

interface Wanted {
  readonly market: string;
  readonly event: string;
  readonly by: Set<FollowRefused>;
  isThere: boolean;
  isAsking: boolean;
  isRefused: boolean;
}

/**
 * The subscriptions that some part of the page wants now. One that several want is there once, one that nobody wants any
 * more is ended, and one that was wanted or ended while the line was away is so when it is back.
 */
export class Following {
  readonly #all = new Map<string, Wanted>();

  constructor(private readonly client: FollowClient) {
    client.on('connected', () => {
      for (const one of this.#all.values()) {
        one.isRefused = false;
        this.#settle(one);
      }
    });
  }

  /** Follows until the returned function is called. */
  want(market: string, event: string, refused: FollowRefused): () => void {
    const key = `${market} ${event}`;
    const one = this.#all.get(key) ?? {
      ...{ market, event, by: new Set<FollowRefused>(), isThere: false, isAsking: false, isRefused: false },
    };
    this.#all.set(key, one);
    // Who wants the same anew, as after a refusal, has it asked for anew.
    one.isRefused = false;
    one.by.add(refused);
    this.#settle(one);
    return () => {
      one.by.delete(refused);
      this.#settle(one);
    };
  }

  #settle(one: Wanted): void {
    const isWanted = one.by.size > 0;
    if (one.isAsking || one.isRefused || isWanted === one.isThere) return;
    one.isAsking = true;
    const { market, event } = one;
    const asked = isWanted
      ? this.client.subscribe([market], [event])
      : this.client.unSubscribe([market], [event]);
    asked
      .then(
        () => {
          one.isThere = isWanted;
          this.#tell(one, undefined);
        },
        (error: unknown) => this.#failed(one, error),
      )
      .finally(() => {
        one.isAsking = false;
        this.#settle(one);
      });
  }

  #failed(one: Wanted, error: unknown): void {
    one.isRefused = true;
    // It is asked for again when the line is back.
    const isAway = error instanceof ExchangeError && error.code === 'CONNECTION_LOST';
    if (!isAway) this.#tell(one, error instanceof Error ? error.message : String(error));
  }

  #tell(one: Wanted, reason: string | undefined): void {
    for (const refused of one.by) refused(reason);
  }
}
