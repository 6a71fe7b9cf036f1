import { reject } from '@exchange/core/kernel';
import { errorPacket, type FrameElement, packetText, parseFrame } from '@exchange/core/wire';
import { CLOSE, type Connection } from '../connection/connection';
import type { Edge } from '../edge';
import { CommandTurn } from './command-turn';
import { apply } from './handlers';

/** Commands that may wait for a login under way. */
const BACKLOG_MAX = 500;

/** Takes a text frame: its commands are applied in order, each bad element is answered with an `e` packet. */
export function receiveFrame(frame: string, connection: Connection, edge: Edge): void {
  if (!connection.open) return;
  const parsed = parseFrame(frame);
  if (parsed.kind === 'too_long') {
    connection.close(CLOSE.frameTooLong, 'a frame may have 5000 characters');
    return;
  }
  for (const element of parsed.elements) {
    if (connection.backlog.length < BACKLOG_MAX) connection.backlog.push(element);
    else refuseExcess(element, connection);
  }
  work(connection, edge);
}

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
  if (!element.ok) {
    connection.push(packetText(errorPacket(element.rejection, element.rid)));
    return undefined;
  }
  const turn = new CommandTurn(edge, connection, element.rid);
  try {
    const pending = apply(element.command, turn);
    return pending instanceof Promise ? pending.catch((error: unknown) => turn.fail(error)) : undefined;
  } catch (error) {
    turn.fail(error);
    return undefined;
  }
}

function refuseExcess({ rid }: FrameElement, connection: Connection): void {
  const refusal = reject('RATE_LIMITED', 'too many commands wait for the login; this one was not applied');
  connection.push(packetText(errorPacket(refusal, rid)));
}
