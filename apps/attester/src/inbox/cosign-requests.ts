import { ledgerCosign } from '@exchange/contract/bus';
import { assert, WITHDRAWAL_NONCE_FIRST } from '@exchange/core/kernel';
import type { CosignRequest } from '@exchange/core/message';
import { alarm } from '@exchange/platform';
import { cosignatureKey, isLate, isSameRequest } from '../cosigning/cosignature';
import { signedNews } from '../outbox/attester-news';
import { type AttesterTurn, handle } from './attester-turn';

/** A signature that is good for longer than this would be a promise for another day: nobody of ours asks for it. */
const COSIGN_SECONDS_MAX = 86_400;

/**
 * What is to be co-signed, and withdrawals that accounts signed themselves. A request that was answered before gets the
 * same answer again; one that must not be signed is refused for ever, and alarms when account-service should never
 * have asked.
 */
export const takeCosignRequests = handle(ledgerCosign, {
  needs: ({ message }) => message.requests,

  decide(turn, { message: { requests, submissions = [] } }) {
    for (const submission of submissions) turn.state.submitted.add(submission);
    for (const request of requests) takeRequest(turn, request);
  },
});

function takeRequest({ state, news, lines, at }: AttesterTurn, request: CosignRequest): void {
  const { cosignatures, chain } = state;
  const key = cosignatureKey(request);
  const earlier = cosignatures.find(key);
  if (earlier) {
    assert(isSameRequest(earlier.request, request), `${key} is asked for with other terms`);
    if (earlier.signature) news.push(signedNews(earlier));
    return;
  }
  const clock = Math.floor(at / 1_000);
  const now = chain.view?.newest.time ?? clock;
  const fault = faultOf(request, cosignatures.requestOfNonce(request), Math.max(now, clock));
  if (fault === undefined && !isLate(request, now)) {
    cosignatures.ask(request);
    return;
  }
  cosignatures.refuse(request);
  lines.push(
    fault === undefined
      ? { level: 'warn', fields: { key }, message: 'a request came too late to be co-signed' }
      : alarm('cosign_refused', { key, fault }, 'a request is not co-signed'),
  );
}

/** What account-service never asks for. */
function faultOf(request: CosignRequest, rival: string | undefined, now: number): string | undefined {
  if (request.deadline > now + COSIGN_SECONDS_MAX) return `its deadline ${request.deadline} is too far away`;
  if (request.kind !== 'withdrawal') return undefined;
  if (rival !== undefined) return `its nonce belongs to ${rival}`;
  if (request.nonce < WITHDRAWAL_NONCE_FIRST) return `nonce ${request.nonce} belongs to the account`;
  if (request.receiver !== request.account) return 'it would pay somebody else';
  return request.amount === 0n ? 'its amount is 0' : undefined;
}
