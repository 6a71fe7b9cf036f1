import { chainStats, dataQueries, dataRate, tokenSupply } from '@exchange/contract/bus';
import { CONVERSION_CURRENCIES } from '@exchange/core/wire';
import {
  type Bus,
  type Clock,
  type Requester,
  type Subscription,
  type Turn,
  until,
} from '@exchange/platform';
import type { AccountSignal } from '../inbox/signal/account-signal';

const SENDER = 'account-service';
const REPLY_MS_MAX = 2_000;
const ASK_AGAIN_MS = 1_000;
const CURRENCIES = Object.keys(CONVERSION_CURRENCIES);

export interface RateFeedParts {
  readonly bus: Bus;
  readonly requester: Requester;
  readonly turn: Pick<Turn, 'ready' | 'submit'>;
  readonly clock: Clock;
  readonly chainId: number;
}

/** Hands notices of conversion rates, the gas price and supplies to the turn, and asks for the rates when it starts. */
export class RateFeed {
  private readonly stopping = new AbortController();
  private notices: Subscription[] = [];

  constructor(private readonly parts: RateFeedParts) {}

  async start(): Promise<void> {
    const { bus, chainId } = this.parts;
    this.notices = await Promise.all([
      bus.subscribe(dataRate.pattern, (_subject, data) => {
        this.submit({ kind: 'rate_heard', rate: dataRate.decode(data) });
      }),
      bus.subscribe(chainStats.subject(chainId), (_subject, data) => {
        this.submit({ kind: 'gas_price_heard', gasPrice: chainStats.decode(data).gasPrice });
      }),
      bus.subscribe(tokenSupply.subject(chainId), (_subject, data) => {
        this.submit({ kind: 'supply_heard', ...tokenSupply.decode(data) });
      }),
    ]);
    void this.ask();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.notices.map((subscription) => subscription.stop()));
  }

  /** A market-data that isn't there yet tells its rates by itself when it comes. */
  private async ask(): Promise<void> {
    const { requester, turn, clock } = this.parts;
    const { signal } = this.stopping;
    await until(() => turn.ready, { everyMs: ASK_AGAIN_MS, clock, signal });
    if (signal.aborted) return;
    const request = { currencies: CURRENCIES };
    const reply = await requester.ask(dataQueries.ratesQuery, [SENDER], request, REPLY_MS_MAX);
    if (reply.ok) for (const rate of reply.value.rates) this.submit({ kind: 'rate_heard', rate });
  }

  /** What is heard before the turn is ready comes again within 10 s, a supply within a minute. */
  private submit(signal: AccountSignal): void {
    if (this.parts.turn.ready) this.parts.turn.submit(signal);
  }
}
