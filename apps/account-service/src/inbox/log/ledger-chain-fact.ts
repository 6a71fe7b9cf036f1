import type { ChainFact as ChainMessage } from '@exchange/contract/bus';
import { address, amountFrom, hash, tradeId } from '@exchange/core/kernel';
import type { ChainFact } from '@exchange/core/ledger';

/** A fact of the chain as the ledger takes it; undefined for one that concerns no account. */
export function ledgerChainFact(fact: ChainMessage): ChainFact | undefined {
  switch (fact.kind) {
    case 'deposited': {
      const { kind, account, token, amount } = fact;
      return { kind, account: address(account), token: address(token), amount: amountFrom(amount) };
    }
    case 'withdrawn': {
      const { kind, account, token, amount, nonce, by } = fact;
      return {
        kind,
        account: address(account),
        token: address(token),
        amount: amountFrom(amount),
        fee: amountFrom(fact.fee),
        nonce,
        by,
      };
    }
    case 'trade_settled':
      return {
        kind: 'trade_settled',
        tradeId: tradeId(fact.tradeId),
        maker: address(fact.maker),
        taker: address(fact.taker),
        makerOrder: hash(fact.makerOrder),
        takerOrder: hash(fact.takerOrder),
        makerAmount: amountFrom(fact.makerAmount),
        takerAmount: amountFrom(fact.takerAmount),
        makerFee: amountFrom(fact.makerFee),
        takerFee: amountFrom(fact.takerFee),
        makerRebate: amountFrom(fact.makerRebate),
        makerToken: address(fact.makerToken),
        takerToken: address(fact.takerToken),
        rebateInBoughtToken: fact.rebateInBoughtToken,
      };
    case 'exit_requested': {
      const { kind, account, token, effectiveAt } = fact;
      return { kind, account: address(account), token: address(token), effectiveAt };
    }
    case 'exit_cancelled': {
      const { kind, account, token } = fact;
      return { kind, account: address(account), token: address(token) };
    }
    case 'order_cancelled': {
      const { kind, account, orderHash } = fact;
      return { kind, account: address(account), orderHash: hash(orderHash) };
    }
    case 'delegate_added': {
      const { kind, account, delegate, validUntil } = fact;
      return { kind, account: address(account), delegate: address(delegate), validUntil };
    }
    case 'delegate_removed': {
      const { kind, account, delegate, effectiveAt } = fact;
      return { kind, account: address(account), delegate: address(delegate), effectiveAt };
    }
    case 'withdrawal_failed':
    case 'trade_failed':
    case 'batch_settled':
    case 'token_registered':
    case 'paused':
    case 'parameter':
      return undefined;
  }
}
