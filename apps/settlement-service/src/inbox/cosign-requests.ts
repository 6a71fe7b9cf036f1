import { assert } from '@exchange/core/kernel';
import { type CosignRequest, ledgerCosign, type SettlementNews } from '@exchange/contract/bus';
import type { Log } from '@exchange/platform';
import { signedNews } from '../outbox/settlement-news';
import type { SettlementState } from '../settlement-state';
import { isSameRequest, refusalOf } from '../withdrawals/cosignature';

/**
 * Withdrawals to be co-signed. A request that was answered before gets the same answer again; one that must not be
 * signed is refused for ever and alarms, since account-service never asks for it. `at`: Unix ms.
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
  const rival = cosignatures.entryOfNonce(request);
  const now = chain.seen?.time ?? Math.floor(at / 1_000);
  const refusal = rival === undefined ? refusalOf(request, now) : `its nonce belongs to entry ${rival}`;
  if (refusal === undefined) {
    cosignatures.ask(request);
  } else {
    cosignatures.refuse(request);
    log.error(
      { alarm: 'cosign_refused', entryId: request.entryId, refusal },
      'a withdrawal is not co-signed',
    );
  }
  return [];
}
