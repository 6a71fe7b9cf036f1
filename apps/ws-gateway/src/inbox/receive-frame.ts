import { reject, type Rejection } from '@exchange/core/kernel';
import {
  type CommandName,
  errorPacket,
  FRAME_LIMITS,
  type FrameElement,
  messagePacket,
  packetText,
  parseFrame,
} from '@exchange/core/wire';
import { activeTrace, inNewTrace, withTrace } from '@exchange/platform';
import { CLOSE, type Connection, type WaitingElement } from '../connection/connection';
import type { Edge } from '../edge';
import { admitToAccount, chargeCommand } from '../limits/charge-command';
import { waitsFor } from './command-order';
import { CommandTurn, type PaidCommand } from './command-turn';
import { apply } from './handlers';
import { traceRefusal } from './trace-refusal';

/** Commands that may wait for those under way. */
const BACKLOG_MAX = 500;
/** What is refused first while account-service doesn't keep up. */
const SHED: ReadonlySet<CommandName> = new Set(['placeOrder', 'editOrder']);
const WAITED_MS_MAX = 500;

/**
 * Takes a text frame: its commands are applied in order, each bad element is answered with an `e` packet. Returns how
 * much of it came to nothing.
 */
export function receiveFrame(frame: string, connection: Connection, edge: Edge): number {
  return connection.open ? inNewTrace('frame', () => takeFrame(frame, connection, edge)) : 0;
}

function takeFrame(frame: string, connection: Connection, edge: Edge): number {
  const parsed = parseFrame(frame, FRAME_LIMITS, (name) => refusalByName(name, connection, edge));
  if (parsed.kind === 'too_long') {
    connection.close(CLOSE.frameTooLong, 'a frame may have 5000 characters');
    return 0;
  }
  const { elements } = parsed;
  const refusedBefore = connection.refused;
  const trace = activeTrace();
  const receivedAt = edge.clock.steady();
  for (const element of elements) {
    if (connection.leaving) refuse(LEAVING, element, connection, edge);
    else takeElement({ element, trace, receivedAt }, connection, edge);
  }
  work(connection, edge);
  return elements.length === 0 ? 1 : connection.refused - refusedBefore;
}

/** What couldn't be sent now isn't read either: to refuse must cost less than to carry out. */
function refusalByName(name: CommandName, { session }: Connection, { owner }: Edge): Rejection | undefined {
  if (session === undefined || !SHED.has(name)) return undefined;
  return owner.refusalNow(session.account);
}

function takeElement(waiting: WaitingElement, connection: Connection, edge: Edge): void {
  const { element } = waiting;
  const { backlog } = connection;
  const refusal = mustWait(element, connection) ? refusalToWait(element, connection, edge) : undefined;
  if (refusal !== undefined) refuse(refusal, element, connection, edge);
  else if (backlog.length < BACKLOG_MAX) backlog.push(waiting);
  else refuse(BACKLOG_FULL, element, connection, edge);
}

function mustWait(element: FrameElement, { backlog, underWay }: Connection): boolean {
  if (backlog.length > 0) return true;
  const command = element.ok ? element.command : undefined;
  for (const earlier of underWay) if (waitsFor(earlier, command)) return true;
  return false;
}

/** While account-service doesn't keep up no order waits here for earlier commands, and no cancel behind it. */
function refusalToWait(
  element: FrameElement,
  { session }: Connection,
  { owner }: Edge,
): Rejection | undefined {
  if (session === undefined || !element.ok || !SHED.has(element.command.c)) return undefined;
  return owner.refusalToWait(session.account);
}

/** Called again and again: refuses orders that began to wait before it was known that account-service doesn't keep up. */
export function shedBacklog(connection: Connection, edge: Edge): void {
  const since = edge.clock.steady() - WAITED_MS_MAX;
  const { backlog } = connection;
  if (backlog[0] === undefined || backlog[0].receivedAt > since) return;
  for (const waiting of backlog.splice(0)) {
    const refusal = waiting.receivedAt > since ? undefined : refusalToWait(waiting.element, connection, edge);
    if (refusal === undefined) backlog.push(waiting);
    else withTrace(waiting.trace, () => refuse(refusal, waiting.element, connection, edge));
  }
  work(connection, edge);
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
    refuse(charge, element, connection, edge);
    return undefined;
  }
  const admitted = admitToAccount(connection, edge, element);
  const paid = { ...charge.value, receivedAt };
  const pending = admitted.ok ? applyPaid(element, paid, connection, edge) : undefined;
  if (!admitted.ok) refuse(admitted, element, connection, edge);
  const { warning } = charge.value;
  if (warning !== undefined) connection.push(packetText(messagePacket(warning)));
  return pending;
}

function applyPaid(
  element: FrameElement,
  paid: Omit<PaidCommand, 'name'>,
  connection: Connection,
  edge: Edge,
): Promise<void> | undefined {
  if (!element.ok) {
    refuse(element.rejection, element, connection, edge);
    return undefined;
  }
  const turn = new CommandTurn(edge, connection, element.rid, { ...paid, name: element.command.c });
  try {
    const pending = apply(element.command, turn);
    return pending instanceof Promise ? pending.catch((error: unknown) => turn.fail(error)) : undefined;
  } catch (error) {
    turn.fail(error);
    return undefined;
  }
}

/** As it comes: it didn't get as far as a turn of its own. */
function refuse(
  rejection: Rejection,
  element: FrameElement,
  connection: Connection,
  { meters }: Pick<Edge, 'meters'>,
): void {
  connection.refused += 1;
  meters.command(element.ok ? element.command.c : 'none', rejection.code, undefined);
  traceRefusal(rejection.code, { command: element.ok ? element.command.c : undefined });
  connection.push(packetText(errorPacket(rejection, element.rid)));
}
