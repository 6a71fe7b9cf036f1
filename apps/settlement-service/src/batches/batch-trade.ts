import { assert, tradeId } from '@exchange/core/kernel';
import type { SettleLeg } from '@exchange/core/message';
import type { OrderSignature } from '@exchange/core/order';
import type { BatchOrder, BatchTrade } from '@exchange/core/settlement';
import type { JoinedTrade } from '../trades/settling-trade';

/** A joined trade as batches take it. What the two legs say must fit together; else account-service is wrong. */
export function batchTrade({ id, maker, taker }: JoinedTrade): BatchTrade {
  assert(maker.sold === taker.bought && maker.bought === taker.sold, `the legs of trade ${id} differ`);
  return {
    id: tradeId(id),
    amounts: {
      makerAmount: maker.sold,
      takerAmount: taker.sold,
      makerFee: maker.fee,
      takerFee: taker.fee,
      makerRebate: maker.rebate,
      rebateToken: maker.rebateToken,
    },
    maker: batchOrder(maker),
    taker: batchOrder(taker),
  };
}

function batchOrder({ account, orderHash, order }: SettleLeg): BatchOrder {
  const { terms, signature, format, signer } = order;
  const { v, r, s } = signature;
  return {
    account,
    orderHash,
    terms,
    signature: { v: parity(v), r, s },
    format,
    byDelegate: signer !== account,
  };
}

function parity(v: number): OrderSignature['v'] {
  assert(v === 27 || v === 28, `v of an order is ${v}`);
  return v;
}
