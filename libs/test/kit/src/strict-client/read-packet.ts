import { type DocumentedChannel, type DocumentedEvent, events, type Message, type EventMode } from './events';
import { text, uint, Violation } from './readers';

/** A server packet (seed: Websocket framing), told by the name of its event. */
export type ReadPacket = { readonly [N in DocumentedEvent]: PacketOf<N> }[DocumentedEvent];
export interface PacketOf<N extends DocumentedEvent> {
  readonly event: N;
  readonly channel: DocumentedChannel;
  readonly message: Message<N>;
  /** Of the command that it results from, if that had one. */
  readonly rid: number | undefined;
}

/** Reads a frame: an array of packets. Throws a Violation. */
export function readFrame(frame: string, mode: EventMode): ReadPacket[] {
  const packets = JSON.parse(frame) as unknown;
  if (!Array.isArray(packets) || packets.length === 0)
    throw new Violation('frame', 'an array of packets', packets);
  return packets.map((packet) => readPacket(packet, mode));
}

/** Reads one packet: [CHANNEL, EVENT_ID, MESSAGE, RID (optional)]. Throws a Violation. */
export function readPacket(packet: unknown, mode: EventMode): ReadPacket {
  if (!Array.isArray(packet) || packet.length < 3 || packet.length > 4) {
    throw new Violation('packet', 'an array of 3 or 4 items', packet);
  }
  const [channel, id, message] = packet as unknown[];
  const rid = packet.length === 4 ? uint(packet[3], 'rid') : undefined;
  const name = eventOf(text(id, 'event id'), message, mode);
  const layout = events[mode][name];
  try {
    return {
      event: name,
      channel: layout.channel(channel, 'channel'),
      message: layout.message(message, name),
      rid,
    } as ReadPacket;
  } catch (error) {
    if (error instanceof Violation) error.message += ` in ${JSON.stringify(packet).slice(0, 1000)}`;
    throw error;
  }
}

/** Of the events that share an id, the one whose message has this shape (seed: Events, last paragraphs). */
function eventOf(id: string, message: unknown, mode: EventMode): DocumentedEvent {
  const names = (Object.keys(events[mode]) as DocumentedEvent[]).filter(
    (name) => events[mode][name].id === id,
  );
  const [only, other] = names;
  if (only === undefined) throw new Violation('event id', 'an id of the tables', id);
  if (other === undefined) return only;
  if (id === 'ts') return isListOfRows(message) ? 'tradeSnapshot' : 'userTrade';
  return hasSignature(message) ? 'orderCancellationSignature' : 'userTrades';
}

const isListOfRows = (message: unknown): boolean => Array.isArray(message) && message.every(Array.isArray);

const hasSignature = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'signature' in message;
