import { reject, type Rejection } from '@exchange/core/kernel';
import { errorPacket, type FrameElement, messagePacket, packetText, parseFrame } from '@exchange/core/wire';
import { CLOSE, type Connection } from '../connection/connection';
import type { Edge } from '../edge';
import { chargeCommand, type Paid } from '../limits/charge-command';
import { CommandTurn } from './command-turn';
import { apply } from './handlers';

/** Commands that may wait for a login under way. */
const BACKLOG_MAX = 500;

/**
 * Takes a text frame: its commands are applied in order, each bad element is answered with an `e` packet. Returns how
 * much of it came to nothing.
 */
export function receiveFrame(frame: string, connection: Connection, edge: Edge): number {
  if (!connection.open) return 0;
  const parsed = parseFrame(frame);
  if (parsed.kind === 'too_long') {
    connection.close(CLOSE.frameTooLong, 'a frame may have 5000 characters');
    return 0;
  }
  const { elements } = parsed;
  const refusedBefore = connection.refused;
  for (const element of elements) {
    if (connection.leaving) refuse(LEAVING, element.rid, connection);
    else if (connection.backlog.length < BACKLOG_MAX) connection.backlog.push(element);
    else refuse(BACKLOG_FULL, element.rid, connection);
  }
  work(connection, edge);
  return elements.length === 0 ? 1 : connection.refused - refusedBefore;
}

const LEAVING = reject('UNAVAILABLE', 'this gateway stops; nothing was done, connect again');
const BACKLOG_FULL = reject('RATE_LIMITED', 'too many commands wait for the login; this one was not applied');

/** Applies what waits until it is done or a login is under way. */
function work(connection: Connection, edge: Edge): void {
  while (!connection.busy) {
    const element = connection.backlog.shift();
    if (element === undefined) return;
    const login = applyElement(element, connection, edge);
    if (login !== undefined) {
      connection.busy = true;
      void login.finally(() => {
        connection.busy = false;
        work(connection, edge);
      });
    }
  }
}

/** A promise that never rejects, for a login under way. */
function applyElement(element: FrameElement, connection: Connection, edge: Edge): Promise<void> | undefined {
  const charge = chargeCommand(connection, edge, element.tenths);
  if (!charge.ok) {
    refuse(charge, element.rid, connection);
    return undefined;
  }
  const pending = applyPaid(element, charge.value, connection, edge);
  const { warning } = charge.value;
  if (warning !== undefined) connection.push(packetText(messagePacket(warning)));
  return pending;
}

function applyPaid(
  element: FrameElement,
  paid: Paid,
  connection: Connection,
  edge: Edge,
): Promise<void> | undefined {
  if (!element.ok) {
    refuse(element.rejection, element.rid, connection);
    return undefined;
  }
  const turn = new CommandTurn(edge, connection, element.rid, paid);
  try {
    const pending = apply(element.command, turn);
    return pending instanceof Promise ? pending.catch((error: unknown) => turn.fail(error)) : undefined;
  } catch (error) {
    turn.fail(error);
    return undefined;
  }
}

function refuse(rejection: Rejection, rid: number | undefined, connection: Connection): void {
  connection.refused += 1;
  connection.push(packetText(errorPacket(rejection, rid)));
}
