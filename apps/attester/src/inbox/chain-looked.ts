import { settledAsAgreed } from '@exchange/core/settlement';
import { alarm } from '@exchange/platform';
import type { BlockMoment, Settlement } from '../chain/attester-chain';
import { cosignatureKey } from '../cosigning/cosignature';
import { nonceKey } from '../cosigning/promised-withdrawals';
import { signal } from './round-signal';
import { type AttesterTurn, handle } from './attester-turn';

/** What the chain says, as of its last final block: what is settled, paid or over. */
export const takeLook = handle(signal('chain_looked'), {
  decide(turn, { view, tokens, settlements, spent }) {
    const { chain, attestations } = turn.state;
    chain.saw(view);
    chain.learn(tokens);
    for (const found of settlements) takeSettlement(turn, found);
    attestations.expire(view.final.time);
    endWithdrawals(turn, spent, view.final);
    refuseLateRequests(turn, view.final);
  },
});

function takeSettlement({ state, lines }: AttesterTurn, found: Settlement): void {
  const trade = state.trades.ofChain(found.tradeId);
  if (!trade) return;
  const fields = { trade: trade.id, tradeId: Number(found.tradeId) };
  if (!settledAsAgreed(trade, found)) {
    if (state.trades.isSpent(trade, found.tradeId)) return;
    state.trades.spent(trade, found.tradeId);
    const message = 'the contract spent the id of a trade on something else';
    lines.push(alarm('attested_elsewhere', fields, message));
    return;
  }
  if (trade.isReversed)
    lines.push(alarm('reversed_trade_settled', fields, 'the contract settled a trade that was reversed'));
  state.trades.settled(trade.id);
}

/** Withdrawals whose nonce is used, or whose time is over: nothing is promised by them any more. */
function endWithdrawals(
  { state: { cosignatures, submitted } }: AttesterTurn,
  spent: ReadonlySet<string>,
  { time }: BlockMoment,
): void {
  for (const request of cosignatures.signed()) {
    const isUsed = request.kind === 'withdrawal' && spent.has(nonceKey(request));
    if (isUsed || request.deadline < time) cosignatures.end(request);
  }
  for (const item of submitted.all()) {
    if (spent.has(nonceKey(item)) || item.deadline < time) submitted.end(item.entryId);
  }
}

/** A signature that came after its deadline would be of no use to anybody. */
function refuseLateRequests({ state: { cosignatures }, lines }: AttesterTurn, { time }: BlockMoment): void {
  for (const request of cosignatures.asked()) {
    if (request.deadline >= time) continue;
    cosignatures.refuse(request);
    const key = cosignatureKey(request);
    lines.push(alarm('cosign_late', { key }, 'a request was not co-signed in time'));
  }
}
