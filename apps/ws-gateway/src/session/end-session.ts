import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { authMessage, packet, packetText } from '@exchange/core/wire';
import type { Connection } from '../connection/connection';

/** Ends a connection's login and tells the client, with the rid of the logoff if it was one. */
export function endSession(connection: Connection, rid?: number): void {
  const { session } = connection;
  if (session === undefined) return;
  connection.session = undefined;
  session.follower.stop();
  const message = authMessage({
    status: 'loggedOff',
    address: session.account,
    session: null,
    delegate: session.delegate ?? ZERO_ADDRESS,
  });
  connection.push(packetText(packet(0, 'auth', message, rid)));
}
