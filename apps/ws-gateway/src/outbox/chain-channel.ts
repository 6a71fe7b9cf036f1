import { chainStats } from '@exchange/contract/bus';
import { CHAIN_MARKET, chainStatsArray, messagePacket, packet, packetText } from '@exchange/core/wire';
import type { Bus, Subscription } from '@exchange/platform';
import type { Connection } from '../connection/connection';
import { SharedPackets } from '../connection/packets';

/** The subscribers of the chain's height and gas price, and what they were told last. */
export class ChainChannel {
  private readonly members = new Set<Connection>();
  private last: { readonly height: number; readonly gasPrice: bigint } | undefined;
  private notices: Subscription | undefined;

  constructor(
    private readonly bus: Bus,
    private readonly chainId: number,
  ) {}

  /** The chain-watcher tells its newest every few seconds, so nobody needs to be asked. */
  async start(): Promise<void> {
    this.notices = await this.bus.subscribe(chainStats.subject(this.chainId), (_subject, data) => {
      const { height, gasPrice } = chainStats.decode(data);
      if (this.last?.height === height && this.last.gasPrice === gasPrice) return;
      this.last = { height, gasPrice };
      this.share();
    });
  }

  async stop(): Promise<void> {
    await this.notices?.stop();
  }

  /** Subscribes (again) and answers with the last that was told; a message says when nothing was yet. */
  join(connection: Connection, rid: number | undefined): void {
    this.members.add(connection);
    connection.push(this.text(rid) ?? packetText(messagePacket(`${CHAIN_MARKET}: not known yet`, rid)));
  }

  leave(connection: Connection): void {
    this.members.delete(connection);
  }

  private share(): void {
    const text = this.members.size === 0 ? undefined : this.text();
    if (text === undefined) return;
    const packets = new SharedPackets(text);
    for (const member of this.members) member.queue.push(packets);
  }

  private text(rid?: number): string | undefined {
    if (this.last === undefined) return undefined;
    // Shown, never calculated with: past 2^53 wei a JSON number may round.
    const stats = { blockHeight: this.last.height, gasPrice: Number(this.last.gasPrice) };
    return packetText(packet(CHAIN_MARKET, 'chainStats', chainStatsArray(stats), rid));
  }
}
