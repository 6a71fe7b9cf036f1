/** What the two processes of the floor are told, and what they tell each other. */

export const REQUESTS = 'floor.place';
export const FILLS = 'floor.fill';
export const LOG = 'FLOOR';
export const LOG_SUBJECT = 'floor.log';

/** How much the exchange wrote for an order, which the floor writes too. */
export interface Written {
  readonly rows: number;
  /** Of the database's log, for each row. */
  readonly rowBytes: number;
  readonly messages: number;
  readonly messageBytes: number;
}

export interface FloorSettings {
  readonly nats: string;
  readonly database: string;
  /** What orders are signed for. */
  readonly domain: { readonly name: string; readonly chainId: number; readonly contract: string };
  readonly written: Written;
  /** Part of the orders that fill another. */
  readonly crossing: number;
}

/** A fill as the owner tells it: of each side the connection and the order's CID. */
export interface FloorFill {
  readonly id: number;
  readonly sides: readonly { readonly connection: number; readonly cid: number }[];
}

/** What {@link serveFloor} prints when it can be used; a gateway adds its port. */
export const READY = 'floor ready';
