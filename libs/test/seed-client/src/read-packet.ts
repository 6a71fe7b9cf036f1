import {
  type DocumentedChannel,
  type EventMode,
  type DocumentedEvent,
  events,
  type Message,
  SEED_EVENTS,
} from './events';
import { name, uint, Violation } from './readers';

/** A server packet (seed: Websocket framing): as it came, and as the tables read it. */
export interface SeedPacket<N extends DocumentedEvent = DocumentedEvent> {
  readonly channel: DocumentedChannel;
  /** The id; two events of the seed share theirs with another. */
  readonly event: string;
  readonly name: N;
  readonly message: unknown;
  /** What the message says, by the names of the seed. */
  readonly read: Message<N>;
  /** Of the command that it results from, if that had one. */
  readonly rid: number | undefined;
}
export type ReadPacket = { readonly [N in DocumentedEvent]: SeedPacket<N> }[DocumentedEvent];

export interface ReadingOptions {
  readonly mode: EventMode;
  /** Nothing may come that the seed doesn't have. */
  readonly seedOnly?: boolean | undefined;
}

/** Reads a frame: an array of packets. Throws a Violation. */
export function readFrame(frame: string, options: ReadingOptions): ReadPacket[] {
  const packets = JSON.parse(frame) as unknown;
  if (!Array.isArray(packets) || packets.length === 0)
    throw new Violation('frame', 'an array of packets', packets);
  return packets.map((packet) => readPacket(packet, options));
}

/** Reads one packet: [CHANNEL, EVENT_ID, MESSAGE, RID (optional)]. Throws a Violation. */
export function readPacket(packet: unknown, options: ReadingOptions): ReadPacket {
  if (!Array.isArray(packet) || packet.length < 3 || packet.length > 4) {
    throw new Violation('packet', 'an array of 3 or 4 items', packet);
  }
  const [channel, id, message] = packet as unknown[];
  const rid = packet.length === 4 ? uint(packet[3], 'rid') : undefined;
  const event = name(id, 'event id');
  const known = eventOf(event, message, options);
  const layout = events[options.mode][known];
  try {
    return {
      ...{ event, name: known, message, rid },
      channel: layout.channel(channel, 'channel'),
      read: layout.message(message, known),
    } as ReadPacket;
  } catch (error) {
    if (error instanceof Violation) error.message += ` in ${JSON.stringify(packet).slice(0, 1000)}`;
    throw error;
  }
}

/** Of the events that share an id, the one whose message has this shape (seed: Events, last paragraphs). */
function eventOf(id: string, message: unknown, { mode, seedOnly = false }: ReadingOptions): DocumentedEvent {
  const known = seedOnly ? SEED_EVENTS : (Object.keys(events[mode]) as DocumentedEvent[]);
  const [only, other] = known.filter((event) => events[mode][event].id === id);
  if (only === undefined) throw new Violation('event id', 'an id of the tables', id);
  if (other === undefined) return only;
  if (id === 'ts') return isListOfRows(message) ? 'tradeSnapshot' : 'userTrade';
  return hasSignature(message) ? 'orderCancellationSignature' : 'userTrades';
}

const isListOfRows = (message: unknown): boolean => Array.isArray(message) && message.every(Array.isArray);

const hasSignature = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'signature' in message;
