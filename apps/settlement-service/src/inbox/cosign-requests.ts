import { assert } from '@exchange/core/kernel';
import { ledgerCosign } from '@exchange/contract/bus';
import type { CosignRequest, SettlementNews } from '@exchange/core/message';
import type { Log } from '@exchange/platform';
import { COSIGNED_NONCE_MIN, cosignatureKey, isLate, isSameRequest } from '../cosigning/cosignature';
import { signedNews } from '../outbox/settlement-news';
import type { SettlementState } from '../settlement-state';

/** A signature that is good for longer than this would be a promise for another day: nobody of ours asks for it. */
const COSIGN_SECONDS_MAX = 86_400;

/**
 * What is to be co-signed, and withdrawals to be given to the contract. A request that was answered before gets the
 * same answer again; one that must not be signed is refused for ever, and alarms when account-service should never
 * have asked. `at`: Unix ms.
 */
export function takeCosignRequests(
  state: SettlementState,
  data: Uint8Array,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  const { requests, submissions = [] } = ledgerCosign.decode(data);
  for (const submission of submissions) state.submissions.add(submission);
  return requests.flatMap((request) => takeRequest(state, request, at, log));
}

function takeRequest(
  { cosignatures, chain }: SettlementState,
  request: CosignRequest,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  const key = cosignatureKey(request);
  const earlier = cosignatures.find(key);
  if (earlier) {
    assert(isSameRequest(earlier.request, request), `${key} is asked for with other terms`);
    return earlier.stage === 'signed' ? [signedNews(earlier)] : [];
  }
  const clock = Math.floor(at / 1_000);
  const now = chain.seen?.time ?? clock;
  const fault = faultOf(request, cosignatures.requestOfNonce(request), Math.max(now, clock));
  if (fault !== undefined) log.error({ alarm: 'cosign_refused', key, fault }, 'a request is not co-signed');
  else if (isLate(request, now)) log.warn({ key }, 'a request came too late to be co-signed');
  else {
    cosignatures.ask(request);
    return [];
  }
  cosignatures.refuse(request);
  return [];
}

/** What account-service never asks for. */
function faultOf(request: CosignRequest, rival: string | undefined, now: number): string | undefined {
  if (request.deadline > now + COSIGN_SECONDS_MAX) return `its deadline ${request.deadline} is too far away`;
  if (request.kind !== 'withdrawal') return undefined;
  if (rival !== undefined) return `its nonce belongs to ${rival}`;
  if (request.nonce < COSIGNED_NONCE_MIN) return `nonce ${request.nonce} belongs to the account`;
  if (request.receiver !== request.account) return 'it would pay somebody else';
  return request.amount === 0n ? 'its amount is 0' : undefined;
}
