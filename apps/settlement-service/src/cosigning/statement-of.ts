import type { CosignRequest } from '@exchange/contract/bus';
import {
  arbiterWithdrawal,
  type ContractDomain,
  delegateRemoval,
  orderCancellation,
  type Statement,
} from '@exchange/contract/chain';
import { address, amountFrom, hash, unreachable } from '@exchange/core/kernel';

/** What is signed for a request: always in the domain of this exchange, and always one of these three statements. */
export function statementOf(domain: ContractDomain, request: CosignRequest): Statement {
  const { deadline } = request;
  const account = address(request.account);
  switch (request.kind) {
    case 'withdrawal':
      return arbiterWithdrawal(domain, {
        account,
        token: address(request.token),
        amount: amountFrom(request.amount),
        receiver: address(request.receiver),
        nonce: BigInt(request.nonce),
        deadline,
      });
    case 'delegate_removal':
      return delegateRemoval(domain, { account, delegate: address(request.delegate), deadline });
    case 'order_cancellation':
      return orderCancellation(domain, { account, orderHashes: [hash(request.digest)], deadline });
    default:
      return unreachable(request);
  }
}
