import { publicTradeId } from '@exchange/core/kernel';
import { type AccountChainFactOf, type ChainNews, minedAt, NOT_MINED } from '../chain/chain-fact';
import type { Account } from '../account/account';
import { type EntryOf, rebateToken, settledMarks } from '../account/entry';
import type { Journal } from '../journal';
import { changeEntry } from '../account/open-entry';
import { netBought, netSold } from './trade';

/**
 * A trade is settled only by a final TradeSettled with equal orders and amounts: then its changes and
 * what was unsettled are settled. An unknown trade or one that differs raises an alarm at first sight and changes nothing
 * (docs: ledger, a trade). It may settle under its replacement id, when the contract spent its own on something else.
 */
export function settleTrade(journal: Journal, { fact, place, phase }: ChainNews<'trade_settled'>): void {
  const entry = journal.account.tradeEntry(publicTradeId(fact.tradeId));
  if (entry === undefined) {
    if (phase !== 'undone') journal.alarm('unknown_trade_settled', `trade ${fact.tradeId} ${phase}`);
    return;
  }
  if (!sameTrade(entry, fact)) {
    if (phase !== 'undone') journal.alarm('settled_trade_differs', `trade ${fact.tradeId} ${phase}`);
    return;
  }
  switch (phase) {
    case 'seen':
      changeEntry(journal, entry, minedAt(place));
      return;
    case 'undone':
      changeEntry(journal, entry, NOT_MINED);
      return;
    case 'final':
      changeEntry(journal, entry, { ...minedAt(place), applied: settledMarks(entry.applied), open: false });
      postSettlement(journal, entry);
  }
}

/** Whether the contract says that it settled an open trade of this account exactly as the ledger has it. */
export function settlesOpenTrade(account: Account, fact: AccountChainFactOf<'trade_settled'>): boolean {
  const entry = account.tradeEntry(publicTradeId(fact.tradeId));
  return entry !== undefined && sameTrade(entry, fact);
}

function sameTrade(entry: EntryOf<'trade'>, fact: AccountChainFactOf<'trade_settled'>): boolean {
  const { cause, account } = entry;
  const maker = cause.role === 'maker';
  const sameFee = cause.fee === (maker ? fact.makerFee : fact.takerFee);
  const sameRebate =
    !maker ||
    (cause.rebate === fact.makerRebate &&
      (cause.rebate === 0n || cause.rebateInBought === fact.rebateInBoughtToken));
  return (
    account === (maker ? fact.maker : fact.taker) &&
    cause.digest === (maker ? fact.makerOrder : fact.takerOrder) &&
    cause.sold === (maker ? fact.makerAmount : fact.takerAmount) &&
    cause.bought === (maker ? fact.takerAmount : fact.makerAmount) &&
    cause.soldToken === (maker ? fact.makerToken : fact.takerToken) &&
    cause.boughtToken === (maker ? fact.takerToken : fact.makerToken) &&
    sameFee &&
    sameRebate
  );
}

/** What the contract gave and took: all fees to the collector, the rebate out of the budget. */
function postSettlement(journal: Journal, { id, cause }: EntryOf<'trade'>): void {
  const { soldToken, boughtToken, fee, rebate } = cause;
  const given = netSold(cause);
  const got = netBought(cause);
  const token = rebateToken(cause);
  journal.post({ kind: 'entry', id }, [
    journal.line(soldToken, 'soldUnsettled', -given),
    journal.line(soldToken, 'settled', -given),
    journal.line(boughtToken, 'boughtUnsettled', -got),
    journal.line(boughtToken, 'settled', got),
    { owner: 'collector', token: boughtToken, bucket: 'settled', amount: fee },
    { owner: 'budget', token, bucket: 'settled', amount: -rebate },
  ]);
  if (rebate > 0n) journal.endRebate(token, rebate);
}
