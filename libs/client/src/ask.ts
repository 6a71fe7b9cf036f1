import type { Command, ServerEventName, ServerEventOf, ServerPacket } from '@exchange/core/wire';

/** Sends a command and takes the first packet of its answer, which must be one of these events. */
export type Ask = <N extends ServerEventName>(command: Command, ...events: N[]) => Promise<ServerEventOf<N>>;

/** Sends a command and takes the first packet of its answer, whatever it is. */
export type Request = (command: Command, timeoutMs: number) => Promise<ServerPacket>;
