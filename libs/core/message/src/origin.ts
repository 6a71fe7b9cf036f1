import { object, optional, processName, uint, type ValueOf } from './codec';

/** Which client command caused something: names the connection, so that follow-up packets carry its rid. */
export const origin = object({
  gateway: processName,
  connection: uint,
  /** The connection's own running number of the command. */
  command: uint,
  rid: optional(uint),
});
export type Origin = ValueOf<typeof origin>;
