import { type Address, publicTradeId } from '@exchange/core/kernel';
import { chainBlock } from '@exchange/contract/bus';
import type { BlockNews, ChainFact } from '@exchange/core/message';
import { alarm } from '@exchange/platform';
import type { SettlementState } from '../settlement-state';
import { settledAsAgreed } from '@exchange/core/settlement';
import { tradeFailed } from '../trades/trade-failed';
import { tradeSettled } from '../trades/trade-settled';
import { isLive } from '../batches/batch';
import { handle, type SettlementTurn } from './settlement-turn';
import { finalWithdrawal, isWithdrawalFact, sawWithdrawal, undoneWithdrawal } from './withdrawal-facts';

/** What the chain did: trades and batches are mined, final, or back on their way. */
export const takeBlocks = handle(chainBlock, {
  decide(turn, { message }) {
    for (const block of message.news) takeBlock(turn, block);
  },
});

function takeBlock(turn: SettlementTurn, block: BlockNews): void {
  const { state } = turn;
  switch (block.kind) {
    case 'seen':
      state.chain.sawBlock(block);
      for (const fact of block.facts) seen(turn, fact, block.hash);
      return;
    case 'final':
      for (const fact of block.facts) final(turn, fact);
      if (block.more) return state.chain.beganFinal(block);
      state.chain.madeFinal(block);
      state.drafts.expire(block.time);
      return;
    case 'undone':
      for (const fact of [...block.facts].reverse()) undone(state, fact, block.hash);
  }
}

function seen(turn: SettlementTurn, fact: ChainFact, blockHash: string): void {
  const { state, lines } = turn;
  const { trades, batches, chain } = state;
  switch (fact.kind) {
    case 'token_registered':
      chain.learnToken(fact.token as Address, fact.id);
      return;
    case 'trade_settled': {
      const trade = trades.get(publicTradeId(fact.tradeId));
      if (trade !== undefined && settledAsAgreed(trade, fact)) trades.mined(trade.id, blockHash);
      else lines.push(alarm('foreign_settlement', { fact }, 'a trade settled that was not agreed so'));
      return;
    }
    case 'trade_failed': {
      const id = publicTradeId(fact.tradeId);
      if (trades.get(id)?.stage === 'sent') tradeFailed(turn, { ...fact, tradeId: id });
      return;
    }
    case 'batch_settled':
      if (batches.get(fact.batchId)) batches.mined(fact.batchId);
      else lines.push(alarm('foreign_batch', { fact }, 'a batch was mined that is not ours'));
      return;
    default:
      if (isWithdrawalFact(fact)) sawWithdrawal(turn, fact);
  }
}

/** Repeats what was seen of the block, so that nothing depends on having seen it. */
function final(turn: SettlementTurn, fact: ChainFact): void {
  const { batches, chain } = turn.state;
  switch (fact.kind) {
    case 'token_registered':
      chain.learnToken(fact.token as Address, fact.id);
      return;
    case 'trade_settled':
      tradeSettled(turn, fact);
      return;
    case 'batch_settled':
      if (batches.get(fact.batchId)) batches.end(fact.batchId, 'settled');
      return;
    default:
      if (isWithdrawalFact(fact)) finalWithdrawal(turn, fact);
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
      const trade = trades.get(publicTradeId(fact.tradeId));
      if (trade?.minedIn !== blockHash) return;
      const batch = trade.batchId === undefined ? undefined : batches.get(trade.batchId);
      trades.unmined(trade.id, batch && isLive(batch) ? 'sent' : 'open');
      return;
    }
    default:
      if (isWithdrawalFact(fact)) undoneWithdrawal(state, fact);
  }
}
