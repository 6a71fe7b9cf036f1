import type { BarView } from '@exchange/core/message';
import {
  barArray,
  type BarPrecision,
  type Dialect,
  messagePacket,
  packet,
  packetText,
} from '@exchange/core/wire';
import type { LiveMarket } from '@exchange/edge/live-market';
import type { Connection } from '../connection/connection';
import { SharedPackets } from '../connection/packets';

/** The subscribers of one market's running bars. Each change is encoded once for all who write bars alike. */
export class BarChannels {
  private readonly members = new Map<string, Set<Connection>>();

  constructor(private readonly state: LiveMarket) {}

  /** Subscribes (again) and answers with the running bar; a message says when there is none yet. */
  join(connection: Connection, precision: BarPrecision, rid: number | undefined): void {
    const { market } = this.state;
    const members = this.members.get(precision) ?? new Set();
    this.members.set(precision, members.add(connection));
    const bar = this.state.bar(precision);
    connection.push(
      packetText(
        bar === undefined
          ? messagePacket(`${market}: no bar of ${precision} yet`, rid)
          : packet(market, 'bar', barArray(bar, connection.dialect), rid),
      ),
    );
  }

  leave(connection: Connection, precision: BarPrecision): void {
    this.members.get(precision)?.delete(connection);
  }

  leaveAll(connection: Connection): void {
    for (const members of this.members.values()) members.delete(connection);
  }

  changed(precision: string, bar: BarView): void {
    const packets = new Map<string, SharedPackets>();
    for (const { dialect, queue } of this.members.get(precision) ?? []) {
      const key = `${dialect.naming} ${dialect.barTime}`;
      const shared = packets.get(key) ?? this.encode(bar, dialect);
      packets.set(key, shared);
      queue.push(shared);
    }
  }

  private encode(bar: BarView, dialect: Dialect): SharedPackets {
    return new SharedPackets(packetText(packet(this.state.market, 'bar', barArray(bar, dialect))));
  }
}
