import { settlementNews } from '@exchange/contract/bus';
import { unreachable } from '@exchange/core/kernel';
import { failWithdrawal, noteTransaction } from '@exchange/core/ledger';
import type { SettlementNews } from '@exchange/core/message';
import { sentTradeTable } from '../../persistence/tables/settlement-tables';
import { handle } from '../handle';
import { applyReversal, hourVolumes, type Reversal, reversedAccounts } from './reversal';
import type { LedgerTurn } from '../../ledger-turn';

/** What settlement-service says of trades and of submitted withdrawals. */
export const takeSettlementNews = handle(settlementNews, {
  prepare: ({ message: { news } }, { records }) => {
    const accounts = news.flatMap((item) => (item.kind === 'reversed' ? reversedAccounts(item) : []));
    return accounts.length === 0 ? [] : hourVolumes(records, accounts);
  },

  needs: ({ message: { news } }) => ({
    accounts: news.flatMap((item) => {
      if (item.kind === 'reversed') return reversedAccounts(item);
      return 'account' in item ? [item.account] : [];
    }),
  }),

  decide(turn, { message: { news } }, volumes) {
    for (const item of news) {
      if (item.kind === 'reversed') applyReversal(turn, item, volumes);
      else applyNews(turn, item);
    }
  },
});

function applyNews(turn: LedgerTurn, item: Exclude<SettlementNews, Reversal>): void {
  const { book, output, at } = turn;
  if ('account' in item ? !book.group.owns(item.account) : !book.group.isHome) return;
  switch (item.kind) {
    case 'withdrawal_sent': {
      const { account, entryId, transaction } = item;
      const noted = noteTransaction(book.ledgerOf(account), {
        account,
        choice: { entryId },
        transaction,
        at,
      });
      // One that has ended meanwhile shows how it ended.
      if (noted.ok) output.take(account, noted.value);
      return;
    }
    case 'withdrawal_failed': {
      const { account, entryId, reason, refused: isOwnFault } = item;
      output.warn({ account, entryId, reason }, 'a submitted withdrawal failed');
      const facts = failWithdrawal(book.ledgerOf(account), { account, entryId, reason, isOwnFault, at });
      return output.take(account, facts);
    }
    case 'failed': {
      const { tradeId, code, side, reason } = item;
      return output.warn({ tradeId, code, side, reason }, 'a trade did not settle yet');
    }
    case 'sent': {
      const { batchId, transaction } = item;
      for (const tradeId of item.tradeIds) {
        output.rows.put(sentTradeTable, String(tradeId), { tradeId, batchId, transaction });
      }
      return;
    }
    default:
      return unreachable(item);
  }
}
