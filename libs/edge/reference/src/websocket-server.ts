/** Where the websocket is on its host. */
export const WEBSOCKET_PATH = '/ws/v1';

/** A server in the words of AsyncAPI. */
interface Server {
  readonly host: string;
  readonly pathname?: string;
  readonly protocol: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly description: string }>>;
}

/**
 * The server of the websocket. Without an address from the operator, which one the client connects to is left open.
 * @example
 * websocketServer('wss://ws.example.org/ws/v1').host // → 'ws.example.org'
 */
export function websocketServer(address: string | undefined): Server {
  const description = 'The exchange.';
  if (address === undefined) {
    const host = { description: 'host of the websocket, and its port if it has one of its own' };
    return { host: '{host}', protocol: 'wss', description, variables: { host } };
  }
  const { host, pathname, protocol } = new URL(address);
  // The address of the channel follows.
  const before = pathname.replace(/\/$/, '').replace(new RegExp(`${WEBSOCKET_PATH}$`), '');
  return {
    host,
    ...(before === '' ? {} : { pathname: before }),
    protocol: protocol.replace(':', ''),
    description,
  };
}
