import { assert } from '@exchange/core/kernel';
import { type CosignRequest, ledgerCosign, type SettlementNews } from '@exchange/contract/bus';
import type { Log } from '@exchange/platform';
import { signedNews } from '../outbox/settlement-news';
import type { SettlementState } from '../settlement-state';
import { COSIGNED_NONCE_MIN, isLate, isSameRequest } from '../withdrawals/cosignature';

/**
 * Withdrawals to be co-signed. A request that was answered before gets the same answer again; one that must not be
 * signed is refused for ever, and alarms when account-service should never have asked. `at`: Unix ms.
 */
export function takeCosignRequests(
  state: SettlementState,
  data: Uint8Array,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  return ledgerCosign.decode(data).requests.flatMap((request) => takeRequest(state, request, at, log));
}

function takeRequest(
  { cosignatures, chain }: SettlementState,
  request: CosignRequest,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  const earlier = cosignatures.find(request.entryId);
  if (earlier) {
    assert(isSameRequest(earlier.request, request), `entry ${request.entryId} is asked for with other terms`);
    return earlier.stage === 'signed' ? [signedNews(earlier)] : [];
  }
  const now = chain.seen?.time ?? Math.floor(at / 1_000);
  const { entryId } = request;
  const fault = faultOf(request, cosignatures.entryOfNonce(request));
  if (fault !== undefined)
    log.error({ alarm: 'cosign_refused', entryId, fault }, 'a withdrawal is not co-signed');
  else if (isLate(request, now)) log.warn({ entryId }, 'a withdrawal came too late to be co-signed');
  else {
    cosignatures.ask(request);
    return [];
  }
  cosignatures.refuse(request);
  return [];
}

/** What account-service never asks for: another entry's nonce, or one that belongs to the account. */
function faultOf({ nonce }: CosignRequest, rival: number | undefined): string | undefined {
  if (rival !== undefined) return `its nonce belongs to entry ${rival}`;
  return nonce < COSIGNED_NONCE_MIN ? `nonce ${nonce} belongs to the account` : undefined;
}
