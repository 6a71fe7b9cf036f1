import { address, amountFrom, assert, hash, tradeId } from '@exchange/core/kernel';
import type { OrderSignature } from '@exchange/core/order';
import type { BatchOrder, BatchTrade } from '@exchange/core/settlement';
import type { SettleLeg } from '@exchange/contract/bus';
import type { JoinedTrade } from '../trades/settling-trade';

/** A joined trade as batches take it. What the two legs say must fit together; else account-service is wrong. */
export function batchTrade({ id, maker, taker }: JoinedTrade): BatchTrade {
  assert(maker.sold === taker.bought && maker.bought === taker.sold, `the legs of trade ${id} differ`);
  return {
    id: tradeId(id),
    amounts: {
      makerAmount: amountFrom(maker.sold),
      takerAmount: amountFrom(taker.sold),
      makerFee: amountFrom(maker.fee),
      takerFee: amountFrom(taker.fee),
      makerRebate: amountFrom(maker.rebate),
      rebateToken: maker.rebateToken,
    },
    maker: batchOrder(maker),
    taker: batchOrder(taker),
  };
}

function batchOrder({ account, orderHash, order }: SettleLeg): BatchOrder {
  const { terms, signature, format, signer } = order;
  return {
    account: address(account),
    orderHash: hash(orderHash),
    terms: {
      sellToken: address(terms.sellToken),
      sellAmount: amountFrom(terms.sellAmount),
      buyToken: address(terms.buyToken),
      buyAmount: amountFrom(terms.buyAmount),
      expiry: terms.expiry,
      nonce: terms.nonce,
    },
    signature: { v: parity(signature.v), r: hash(signature.r), s: hash(signature.s) },
    format,
    byDelegate: signer !== account,
  };
}

function parity(v: number): OrderSignature['v'] {
  assert(v === 27 || v === 28, `v of an order is ${v}`);
  return v;
}
