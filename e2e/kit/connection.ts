import { SeedConnection } from '@exchange/test/seed-client';
import { type BarePacket, startConversation } from './traffic';

/** Connects with a client of the tables, and keeps what the exchange says to it. */
export function openConnection(ws: string, query = ''): Promise<SeedConnection> {
  const conversation = startConversation(`${ws}/ws/v1${query}`);
  const received = (frame: string) => {
    const packets = JSON.parse(frame) as BarePacket[];
    conversation.push(...packets.map((packet) => ({ packet })));
  };
  return SeedConnection.open(ws, {
    query,
    record: { sent: (frame) => conversation.push({ frame }), received },
  });
}
