import { dataQueries, dataRate } from '@exchange/contract/bus';
import type { ConversionRate } from '@exchange/core/message';
import { CONVERSION_CURRENCIES, messagePacket, packet, packetText } from '@exchange/core/wire';
import type { LiveMarkets } from '@exchange/edge/live-market';
import { type Bus, type Requester, type Subscription } from '@exchange/platform';
import type { Connection } from '../connection/connection';
import { SharedPackets } from '../connection/packets';

const REPLY_MS_MAX = 2_000;
const CURRENCIES = Object.keys(CONVERSION_CURRENCIES);

export interface RateChannelsOptions {
  readonly bus: Bus;
  readonly requester: Requester;
  readonly markets: Pick<LiveMarkets, 'listing'>;
  /** The gateway's own token on the bus. */
  readonly sender: string;
}

/** The subscribers of one conversion pair, and what they were told last. */
export class RateChannel {
  private readonly members = new Set<Connection>();
  /** The last rate that was known, as text. */
  private last: string | undefined;
  private fresh = false;

  constructor(private readonly pair: string) {}

  /** Subscribes (again) and answers with the last rate; a message says when there is none or it is old. */
  join(connection: Connection, rid: number | undefined): void {
    this.members.add(connection);
    if (this.last !== undefined) connection.push(packetText(this.ratePacket(this.last, rid)));
    if (!this.fresh) connection.push(packetText(messagePacket(this.staleText(), rid)));
  }

  leave(connection: Connection): void {
    this.members.delete(connection);
  }

  /** Tells a rate that is new; that it is no longer known is told once. */
  take(rate: string | null): void {
    if (rate === null) {
      if (this.fresh) this.share(packetText(messagePacket(this.staleText())));
      this.fresh = false;
      return;
    }
    if (!this.fresh || this.last !== rate) this.share(packetText(this.ratePacket(rate)));
    this.fresh = true;
    this.last = rate;
  }

  private ratePacket(rate: string, rid?: number) {
    return packet(this.pair, 'rate', Number(rate), rid);
  }

  private staleText(): string {
    return `${this.pair}: no fresh rate is known now`;
  }

  private share(text: string): void {
    if (this.members.size === 0) return;
    const packets = new SharedPackets(text);
    for (const member of this.members) member.queue.push(packets);
  }
}

/** Every conversion pair: a token that some market has, behind it a currency (seed: Subscriptions, rate). */
export class RateChannels {
  private readonly channels = new Map<string, RateChannel>();
  private notices: Subscription | undefined;

  constructor(private readonly options: RateChannelsOptions) {}

  /** Follows the notices, then asks for what was told before them. */
  async start(): Promise<void> {
    const { bus } = this.options;
    this.notices = await bus.subscribe(dataRate.pattern, (_subject, data) =>
      this.take(dataRate.decode(data)),
    );
    bus.onReconnect(() => void this.ask());
    await this.ask();
  }

  async stop(): Promise<void> {
    await this.notices?.stop();
  }

  /** The channel of a pair; undefined when there is no such pair. */
  of(pair: string): RateChannel | undefined {
    return this.channels.get(pair) ?? (this.exists(pair) ? this.open(pair) : undefined);
  }

  /** The connection is gone. */
  drop(connection: Connection): void {
    for (const channel of this.channels.values()) channel.leave(connection);
  }

  /** A market-data that isn't there is no fault: its notices follow within 10 s of its start. */
  private async ask(): Promise<void> {
    const { requester, sender } = this.options;
    const request = { currencies: CURRENCIES };
    const reply = await requester.ask(dataQueries.ratesQuery, [sender], request, REPLY_MS_MAX);
    if (reply.ok) for (const rate of reply.value.rates) this.take(rate);
  }

  private take({ pair, rate }: ConversionRate): void {
    (this.channels.get(pair) ?? this.open(pair)).take(rate);
  }

  private open(pair: string): RateChannel {
    const channel = new RateChannel(pair);
    this.channels.set(pair, channel);
    return channel;
  }

  private exists(pair: string): boolean {
    const currency = CURRENCIES.find((code) => pair.endsWith(code));
    const token = currency === undefined ? '' : pair.slice(0, -currency.length);
    for (const { listed } of this.options.markets.listing()?.markets() ?? []) {
      if (listed.traded === token || listed.quote === token) return true;
    }
    return false;
  }
}
