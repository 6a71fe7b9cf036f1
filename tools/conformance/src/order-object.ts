/** The order object by the names of its positions (seed: Order object). */
export interface OrderObject {
  readonly id: number;
  readonly cid: number;
  readonly hash: string;
  readonly market: string;
  readonly active: boolean;
  readonly canceled: boolean;
  readonly sellToken: string;
  readonly buyToken: string;
  readonly sellAmount: bigint;
  readonly buyAmount: bigint;
  readonly sellRemaining: bigint;
  readonly buyRemaining: bigint;
  readonly sellBook: bigint;
  readonly buyBook: bigint;
  readonly bookRate: string;
  readonly stopRate: string | null;
  readonly peggedCurrency: string | null;
  readonly peggedRate: string | null;
  readonly hidden: boolean;
  readonly trades: readonly number[];
  readonly info: string;
  readonly nonce: number;
  readonly timestamp: number;
  readonly lastActive: number;
}

type Positions = [
  ...[number, number, string, string, boolean, boolean, string, string],
  ...[string, string, string, string, string, string],
  ...[string, string | null, string | null, string | null, boolean, number[], string, number, number, number],
];

/** Names the positions of an order array whose layout was checked before. */
export function orderObject(message: unknown): OrderObject {
  const [id, cid, hash, market, active, canceled, sellToken, buyToken, ...rest] = message as Positions;
  const [sellAmount, buyAmount, sellRemaining, buyRemaining, sellBook, buyBook, ...more] = rest;
  const [bookRate, stopRate, peggedCurrency, peggedRate, hidden, trades, info, nonce, timestamp, lastActive] =
    more;
  return {
    ...{ id, cid, hash, market, active, canceled, sellToken, buyToken },
    sellAmount: BigInt(sellAmount),
    buyAmount: BigInt(buyAmount),
    sellRemaining: BigInt(sellRemaining),
    buyRemaining: BigInt(buyRemaining),
    sellBook: BigInt(sellBook),
    buyBook: BigInt(buyBook),
    ...{ bookRate, stopRate, peggedCurrency, peggedRate, hidden, trades, info, nonce, timestamp, lastActive },
  };
}
