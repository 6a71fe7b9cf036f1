import type { FeeTierView } from '@exchange/core/message';
export { signatureObject } from '../schema/personal';
import { auth, balance, delegate, entry, feeTier, order, userTrade } from '../schema/personal';

/** The order object: 24 positions (seed: Order object). */
export const orderArray = order.write;

/** seed: Balance object. */
export const balanceArray = balance.write;

/** The ledger entry: 12 positions (seed: Ledger entry). */
export const ledgerEntryArray = entry.write;

/** seed: Delegate object. */
export const delegateArray = delegate.write;

/** seed: User trade, 12 positions. */
export const userTradeArray = userTrade.write;

/** Parts per million as the JSON number with exactly these digits: 2500 → 0.0025. */
export const ppmNumber = (ppm: number): number => Number(`${ppm}e-6`);

/** seed: Fee tier. The seed shows all three as JSON numbers. */
export const feeTierArray = ({ volume, makerPpm, takerPpm }: FeeTierView): readonly unknown[] =>
  feeTier.write({ volume: Number(volume), makerFee: ppmNumber(makerPpm), takerFee: ppmNumber(takerPpm) });

/** The message of an auth packet (seed: Personal events). */
export const authMessage = auth.write;
