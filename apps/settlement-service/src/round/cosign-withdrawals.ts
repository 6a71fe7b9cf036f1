import { address, amountFrom } from '@exchange/core/kernel';
import { arbiterWithdrawal } from '@exchange/contract/chain';
import type { RoundTools } from './settlement-round';

/** Signatures stored by one turn. */
const SIGNED_AT_ONCE = 64;

/** Signs what was asked for and not refused (contract: ArbiterWithdrawal), and stores it, which tells it. */
export async function cosignWithdrawals({ state, cosigner, domain, prompts }: RoundTools): Promise<void> {
  const requests = state.cosignatures.asked();
  for (let start = 0; start < requests.length; start += SIGNED_AT_ONCE) {
    const signed = [];
    for (const request of requests.slice(start, start + SIGNED_AT_ONCE)) {
      const statement = arbiterWithdrawal(domain, {
        account: address(request.account),
        token: address(request.token),
        amount: amountFrom(request.amount),
        receiver: address(request.receiver),
        nonce: BigInt(request.nonce),
        deadline: request.deadline,
      });
      signed.push({ entryId: request.entryId, signature: await cosigner.sign(statement) });
    }
    await prompts.commit({ kind: 'cosigned', signed });
  }
}
