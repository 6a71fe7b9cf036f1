import fc from 'fast-check';
import { decodeFrame, type ServerPacket } from '../src/decode';
import { frameText, type Packet, packetText } from '../src/packet';
import type { EntryView, OrderView, PublicTradeView, SignatureView, UserTradeView } from '../src/schema';

export const digits = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map(String);
const signed = fc.bigInt({ min: -(2n ** 128n) + 1n, max: 2n ** 128n - 1n }).map(String);
export const id = fc.maxSafeNat();
export const hex = fc.constantFrom(`0x${'a1'.repeat(32)}`, `0x${'b2'.repeat(32)}`);
export const address = fc.constantFrom(`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`);
export const orNull = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(value, { nil: null });
export const rate = fc.constantFrom('0.6483', '300', '0.00000001');
const mark = fc.constantFrom(1, 0, -1) as fc.Arbitrary<1 | 0 | -1>;
export const signature = fc.record(
  { v: fc.constantFrom(27, 28), r: hex, s: hex, nonce: id, deadline: id },
  { requiredKeys: [] },
) as fc.Arbitrary<SignatureView>;

export const order: fc.Arbitrary<OrderView> = fc.record({
  id,
  cid: id,
  hash: hex,
  market: fc.string(),
  active: fc.boolean(),
  canceled: fc.boolean(),
  sellToken: fc.string(),
  buyToken: fc.string(),
  sellAmount: digits,
  buyAmount: digits,
  sellRemaining: digits,
  buyRemaining: digits,
  sellBook: digits,
  buyBook: digits,
  bookRate: rate,
  stopRate: orNull(rate),
  peggedCurrency: orNull(fc.string()),
  peggedRate: orNull(rate),
  hidden: fc.boolean(),
  trades: fc.array(id),
  info: fc.string(),
  nonce: id,
  timestamp: id,
  lastActive: id,
});
export const entry: fc.Arbitrary<EntryView> = fc.record({
  id,
  type: fc.constantFrom('deposit' as const, 'trade' as const, 'withdrawal' as const),
  changes: fc.array(fc.record({ token: fc.string(), amount: signed, fees: signed, net: signed })),
  applied: fc.array(fc.tuple(mark, mark, mark)),
  signature,
  transaction: orNull(hex),
  blockNumber: orNull(id),
  blockHash: orNull(hex),
  canceled: fc.boolean(),
  description: fc.string(),
  timestamp: id,
  lastUpdated: id,
});
export const userTrade: fc.Arbitrary<UserTradeView> = fc.record({
  id,
  market: fc.string(),
  buy: fc.boolean(),
  rate,
  amount: digits,
  tradeFee: digits,
  settlementFee: digits,
  makerRebate: digits,
  rebateToken: fc.string(),
  timestamp: id,
  orderId: id,
  orderCid: id,
});
export const publicTrade: fc.Arbitrary<PublicTradeView> = fc.record({
  id,
  market: fc.constant('ETHDAI'),
  buy: fc.boolean(),
  rate,
  amount: digits,
  timestamp: id,
});

/** Through the text of a frame and back. */
export function travel(sent: Packet): ServerPacket {
  const [received] = decodeFrame(frameText([packetText(sent)]));
  if (received === undefined) throw new Error('no packet');
  return received;
}
