import { cosignatureKey } from '../cosigning/cosignature';
import { statementOf } from '../cosigning/statement-of';
import { voidsTrade } from '../cosigning/voided-trades';
import type { RoundTools } from './round-tools';

/** Signatures stored by one turn. */
const SIGNED_AT_ONCE = 64;

/** Signs what was asked for and not refused, and stores it, which tells it. */
export async function giveCosignatures({ state, cosigner, domain, prompts }: RoundTools): Promise<void> {
  const requests = state.cosignatures.asked().filter((request) => !voidsTrade(state.trades, request));
  for (let start = 0; start < requests.length; start += SIGNED_AT_ONCE) {
    const signed = [];
    for (const request of requests.slice(start, start + SIGNED_AT_ONCE)) {
      const signature = await cosigner.sign(statementOf(domain, request));
      signed.push({ key: cosignatureKey(request), signature });
    }
    await prompts.commit({ kind: 'cosigned', signed });
  }
}
