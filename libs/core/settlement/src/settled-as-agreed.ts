import type { Address, Hash, TokenAmount } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';

/** What the contract says that it settled (contracts: TradeSettled). */
export interface SettledTrade {
  readonly maker: Address;
  readonly taker: Address;
  readonly makerOrder: Hash;
  readonly takerOrder: Hash;
  readonly makerAmount: TokenAmount;
  readonly takerAmount: TokenAmount;
  readonly makerFee: TokenAmount;
  readonly takerFee: TokenAmount;
  readonly makerRebate: TokenAmount;
  readonly rebateInBoughtToken: boolean;
}

/** Whether the contract settled exactly the trade of the two legs. The hashes are of the orders' terms, tokens included. */
export function settledAsAgreed(
  { maker, taker }: { readonly maker: SettleLeg | undefined; readonly taker: SettleLeg | undefined },
  settled: SettledTrade,
): boolean {
  return (
    maker !== undefined &&
    taker !== undefined &&
    settled.maker === maker.account &&
    settled.taker === taker.account &&
    settled.makerOrder === maker.orderHash &&
    settled.takerOrder === taker.orderHash &&
    settled.makerAmount === maker.sold &&
    settled.takerAmount === taker.sold &&
    settled.makerFee === maker.fee &&
    settled.takerFee === taker.fee &&
    settled.makerRebate === maker.rebate &&
    (maker.rebate === 0n || settled.rebateInBoughtToken === (maker.rebateToken === 'buy'))
  );
}
