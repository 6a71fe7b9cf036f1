import type { Address } from '@exchange/core/kernel';
import { chainBlock } from '@exchange/contract/bus';
import type { BlockNews, ChainFact, SettlementNews } from '@exchange/core/message';
import type { Log } from '@exchange/platform';
import type { SettlementState } from '../settlement-state';
import { settledAsAgreed } from '../trades/settled-as-agreed';
import { tradeFailed } from '../trades/trade-failed';
import { isLive } from '../batches/batch';
import { cosignatureKey } from '../cosigning/cosignature';
import { finalWithdrawal, isWithdrawalFact, sawWithdrawal, undoneWithdrawal } from './withdrawal-facts';

/** What the chain did: trades and batches are mined, final, or back on their way. `at`: Unix ms. */
export function takeBlocks(
  state: SettlementState,
  data: Uint8Array,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  return chainBlock.decode(data).news.flatMap((block) => takeBlock(state, block, at, log));
}

function takeBlock(
  state: SettlementState,
  block: BlockNews,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  switch (block.kind) {
    case 'seen':
      state.chain.sawBlock(block);
      return block.facts.flatMap((fact) => seen(state, fact, block.hash, at, log));
    case 'final':
      state.chain.madeFinal(block);
      {
        const news = block.facts.flatMap((fact) => final(state, fact));
        refuseLateRequests(state, block.time, log);
        return news;
      }
    case 'undone':
      for (const fact of [...block.facts].reverse()) undone(state, fact, block.hash);
      return [];
  }
}

function seen(
  state: SettlementState,
  fact: ChainFact,
  blockHash: string,
  at: number,
  log: Log,
): readonly SettlementNews[] {
  const { trades, batches, chain } = state;
  switch (fact.kind) {
    case 'token_registered':
      chain.learnToken(fact.token as Address, fact.id);
      return [];
    case 'trade_settled': {
      const trade = trades.get(fact.tradeId);
      const agreed = trade !== undefined && settledAsAgreed(trade, fact);
      if (!agreed) log.error({ alarm: 'foreign_settlement', fact }, 'a trade settled that was not agreed so');
      if (trade) trades.mined(trade.id, blockHash);
      return [];
    }
    case 'trade_failed': {
      const trade = trades.get(fact.tradeId);
      return trade?.stage === 'sent' ? tradeFailed(state, { ...fact, at }, log) : [];
    }
    case 'batch_settled': {
      if (batches.get(fact.batchId)) batches.mined(fact.batchId);
      else log.error({ alarm: 'foreign_batch', fact }, 'a batch was mined that is not ours');
      return [];
    }
    default:
      if (isWithdrawalFact(fact)) sawWithdrawal(state, fact, log);
      return [];
  }
}

/** Repeats what was seen of the block, so that nothing depends on having seen it. */
function final(state: SettlementState, fact: ChainFact): readonly SettlementNews[] {
  const { trades, batches, chain } = state;
  switch (fact.kind) {
    case 'token_registered':
      chain.learnToken(fact.token as Address, fact.id);
      return [];
    case 'trade_settled':
      if (trades.get(fact.tradeId)) trades.final(fact.tradeId);
      return [];
    case 'batch_settled':
      if (batches.get(fact.batchId)) batches.close(fact.batchId);
      return [];
    default:
      return isWithdrawalFact(fact) ? finalWithdrawal(state, fact) : [];
  }
}

/** The facts of an undone block, newest first: a batch is on its way again before its trades are. */
function undone(state: SettlementState, fact: ChainFact, blockHash: string): void {
  const { trades, batches, chain } = state;
  switch (fact.kind) {
    case 'token_registered':
      chain.forgetToken(fact.token as Address);
      return;
    case 'batch_settled':
      if (batches.get(fact.batchId)?.stage === 'mined') batches.unmined(fact.batchId);
      return;
    case 'trade_settled': {
      const trade = trades.get(fact.tradeId);
      if (trade?.minedIn !== blockHash) return;
      const batch = trade.batchId === undefined ? undefined : batches.get(trade.batchId);
      trades.unmined(trade.id, batch && isLive(batch) ? 'sent' : 'open');
      return;
    }
    default:
      if (isWithdrawalFact(fact)) undoneWithdrawal(state, fact);
  }
}

/** A signature that came after its deadline would be of no use to anybody. */
function refuseLateRequests({ cosignatures }: SettlementState, time: number, log: Log): void {
  for (const request of cosignatures.asked()) {
    if (request.deadline >= time) continue;
    cosignatures.refuse(request);
    const key = cosignatureKey(request);
    log.error({ alarm: 'cosign_late', key }, 'a request was not co-signed in time');
  }
}
