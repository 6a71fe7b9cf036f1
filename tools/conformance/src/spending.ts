import type { ReadPacket, SeedCommand, SeedConnection } from '@exchange/test/seed-client';

/** The points of a connection in one window, in tenths. */
export const TENTHS = 500;
/** cancelOrders costs so much also when it is refused for want of a login. */
export const REFUSED_TENTHS = 20;
const PER_FRAME = 5;
/** Beyond the rids that the connection gives by itself. */
const FIRST_RID = 1_000_000;

let lastRid = FIRST_RID;

/** Sends a command so many times without regard to any limit, and returns the first packet of each, in their order. */
export async function fillWith(
  connection: SeedConnection,
  command: SeedCommand,
  count: number,
): Promise<ReadPacket[]> {
  const rids = Array.from({ length: count }, () => (lastRid += 1));
  for (let sent = 0; sent < count; sent += PER_FRAME) {
    const frame = rids.slice(sent, sent + PER_FRAME).map((rid) => ({ ...command, rid }));
    connection.sendText(JSON.stringify(frame));
  }
  const from = connection.packets.length;
  const answers = () => {
    const first = new Map<number, ReadPacket>();
    for (const packet of connection.packets.slice(from)) {
      if (packet.rid !== undefined && !first.has(packet.rid)) first.set(packet.rid, packet);
    }
    return rids.flatMap((rid) => first.get(rid) ?? []);
  };
  await connection.until(`the answers of ${command.c}`, () => answers().length === count);
  return answers();
}

/**
 * What was spent of a connection's points, in tenths: all of them less what still fits. `about`: how much it should
 * be; the rest is filled by dear commands first, so that few are needed.
 */
export async function spent(connection: SeedConnection, about: number): Promise<number> {
  const dear = Math.max(0, Math.floor((TENTHS - about) / REFUSED_TENTHS) - 1);
  const applied = await fillWith(connection, { c: 'cancelOrders' }, dear);
  const fitting = applied.filter(({ message }) => !String(message).startsWith('RATE_LIMITED: ')).length;
  const pings = await fillWith(connection, { c: 'ping' }, TENTHS - about - dear * REFUSED_TENTHS + 25);
  return TENTHS - fitting * REFUSED_TENTHS - pings.filter(({ event }) => event === 'p').length;
}
