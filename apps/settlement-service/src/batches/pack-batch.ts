import { type Address, amountFrom, assert } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/contract/bus';
import type { Batch, OrderWords, TradeWords } from '@exchange/contract/chain';
import type { JoinedTrade } from '../trades/settling-trade';

const FLAG_PERSONAL = 1n;
const FLAG_DELEGATE = 2n;
const FLAG_REBATE_IN_BOUGHT_TOKEN = 1n;

/**
 * Packs trades as the contract takes them (contracts/src/ExchangeTypes.sol): each order once, whatever number of
 * trades it has. `tokenId` gives the contract's id of a token.
 */
export function packBatch(trades: readonly JoinedTrade[], tokenId: (token: Address) => number): Batch {
  const places = new Map<string, number>();
  const orders: OrderWords[] = [];
  const placeOf = (leg: SettleLeg): number => {
    // Two accounts could sign the same terms with a common delegate only if the contract allowed it: it doesn't.
    const key = `${leg.account} ${leg.orderHash}`;
    const known = places.get(key);
    if (known !== undefined) return known;
    places.set(key, orders.length);
    orders.push(orderWords(leg, tokenId));
    return orders.length - 1;
  };
  return {
    trades: trades.map((trade) => tradeWords(trade, placeOf(trade.maker), placeOf(trade.taker))),
    orders,
  };
}

function orderWords({ order, account }: SettleLeg, tokenId: (token: Address) => number): OrderWords {
  const { terms, signature, format, signer } = order;
  const flags = (format === 'sign' ? FLAG_PERSONAL : 0n) | (signer === account ? 0n : FLAG_DELEGATE);
  const sellId = BigInt(tokenId(terms.sellToken as Address));
  const buyId = BigInt(tokenId(terms.buyToken as Address));
  assert(signature.v === 27 || signature.v === 28, `v of an order is ${signature.v}`);
  return {
    amounts: word((amountFrom(terms.sellAmount) << 128n) | amountFrom(terms.buyAmount)),
    terms: word((BigInt(account) << 96n) | (uint(terms.expiry, 32n) << 64n) | uint(terms.nonce, 64n)),
    tokens: word((sellId << 240n) | (buyId << 224n) | (flags << 216n)),
    r: signature.r,
    vs: word((BigInt(signature.v - 27) << 255n) | BigInt(signature.s)),
  };
}

function tradeWords({ id, maker, taker }: JoinedTrade, makerPlace: number, takerPlace: number): TradeWords {
  assert(maker.sold === taker.bought && maker.bought === taker.sold, `the legs of trade ${id} differ`);
  const flags = maker.rebateToken === 'buy' ? FLAG_REBATE_IN_BOUGHT_TOKEN : 0n;
  const places = (uint(makerPlace, 16n) << 176n) | (uint(takerPlace, 16n) << 160n);
  return {
    amounts: word((amountFrom(maker.sold) << 128n) | amountFrom(taker.sold)),
    fees: word((amountFrom(maker.fee) << 128n) | amountFrom(taker.fee)),
    ids: word((uint(id, 64n) << 192n) | places | (flags << 128n) | amountFrom(maker.rebate)),
  };
}

function uint(value: number, bits: bigint): bigint {
  assert(
    Number.isSafeInteger(value) && value >= 0 && BigInt(value) < 1n << bits,
    `${value} is no uint${bits}`,
  );
  return BigInt(value);
}

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;
