import { reject, type Rejection } from '@exchange/core/kernel';
import { errorPacket, type FrameElement, messagePacket, packetText, parseFrame } from '@exchange/core/wire';
import { activeTrace, inNewTrace, withTrace } from '@exchange/platform';
import { CLOSE, type Connection, type WaitingElement } from '../connection/connection';
import type { Edge } from '../edge';
import { admitToAccount, chargeCommand } from '../limits/charge-command';
import { waitsFor } from './command-order';
import { CommandTurn, type PaidCommand } from './command-turn';
import { apply } from './handlers';

/** Commands that may wait for those under way. */
const BACKLOG_MAX = 500;

/**
 * Takes a text frame: its commands are applied in order, each bad element is answered with an `e` packet. Returns how
 * much of it came to nothing.
 */
export function receiveFrame(frame: string, connection: Connection, edge: Edge): number {
  return connection.open ? inNewTrace('frame', () => takeFrame(frame, connection, edge)) : 0;
}

function takeFrame(frame: string, connection: Connection, edge: Edge): number {
  const parsed = parseFrame(frame);
  if (parsed.kind === 'too_long') {
    connection.close(CLOSE.frameTooLong, 'a frame may have 5000 characters');
    return 0;
  }
  const { elements } = parsed;
  const refusedBefore = connection.refused;
  const trace = activeTrace();
  const receivedAt = edge.clock.now();
  for (const element of elements) {
    if (connection.leaving) refuse(LEAVING, element.rid, connection);
    else if (connection.backlog.length < BACKLOG_MAX) connection.backlog.push({ element, trace, receivedAt });
    else refuse(BACKLOG_FULL, element.rid, connection);
  }
  work(connection, edge);
  return elements.length === 0 ? 1 : connection.refused - refusedBefore;
}

const LEAVING = reject('UNAVAILABLE', 'this gateway stops; nothing was done, connect again');
const BACKLOG_FULL = reject(
  'RATE_LIMITED',
  'too many commands wait for earlier ones; this one was not applied',
);

/** Applies what waits, until one must wait for a command under way. */
function work(connection: Connection, edge: Edge): void {
  const { backlog, underWay } = connection;
  for (;;) {
    const [waiting] = backlog;
    if (waiting === undefined) return;
    const { element, trace } = waiting;
    const command = element.ok ? element.command : undefined;
    for (const earlier of underWay) if (waitsFor(earlier, command)) return;
    backlog.shift();
    const done = withTrace(trace, () => applyElement(waiting, connection, edge));
    if (done === undefined || command === undefined) continue;
    underWay.add(command);
    void done.finally(() => {
      underWay.delete(command);
      work(connection, edge);
    });
  }
}

/** A promise that never rejects, when commands may have to wait for this one. */
function applyElement(
  { element, receivedAt }: WaitingElement,
  connection: Connection,
  edge: Edge,
): Promise<void> | undefined {
  const charge = chargeCommand(connection, edge, element.tenths);
  if (!charge.ok) {
    refuse(charge, element.rid, connection);
    return undefined;
  }
  const admitted = admitToAccount(connection, edge, element);
  const paid = { ...charge.value, receivedAt };
  const pending = admitted.ok ? applyPaid(element, paid, connection, edge) : undefined;
  if (!admitted.ok) refuse(admitted, element.rid, connection);
  const { warning } = charge.value;
  if (warning !== undefined) connection.push(packetText(messagePacket(warning)));
  return pending;
}

function applyPaid(
  element: FrameElement,
  paid: PaidCommand,
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
