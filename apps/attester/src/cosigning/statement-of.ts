import {
  arbiterWithdrawal,
  type ContractDomain,
  delegateRemoval,
  minimumNonce,
  orderCancellation,
  type Statement,
} from '@exchange/contract/chain';
import { unreachable } from '@exchange/core/kernel';
import type { CosignRequest } from '@exchange/core/message';

/** What is signed for a request: always in the domain of this exchange, and always one of these four statements. */
export function statementOf(domain: ContractDomain, request: CosignRequest): Statement {
  const { account, deadline } = request;
  switch (request.kind) {
    case 'withdrawal': {
      const { token, amount, receiver, nonce } = request;
      return arbiterWithdrawal(domain, { account, token, amount, receiver, nonce: BigInt(nonce), deadline });
    }
    case 'delegate_removal':
      return delegateRemoval(domain, { account, delegate: request.delegate, deadline });
    case 'order_cancellation':
      return orderCancellation(domain, { account, orderHashes: [request.digest], deadline });
    case 'minimum_nonce': {
      const { token, minNonce } = request;
      return minimumNonce(domain, { account, token, minNonce: BigInt(minNonce), deadline });
    }
    default:
      return unreachable(request);
  }
}
