import { type SettlementNews, settlementNews } from '@exchange/contract/bus';
import { address, entryId, hash } from '@exchange/core/kernel';
import { attachSignature } from '@exchange/core/ledger';
import type { LogHandler } from '../log-handler';
import type { LedgerTurn } from '../request-handler';

/** What settlement-service says: co-signatures of withdrawals reach their account here. */
export const settlementNewsInbox: LogHandler<typeof settlementNews.schema> = {
  definition: settlementNews,

  accounts: ({ news }) => news.flatMap((item) => (item.kind === 'signed' ? [address(item.account)] : [])),

  apply(turn, { news }) {
    for (const item of news) applyNews(turn, item);
  },
};

function applyNews(turn: LedgerTurn, item: SettlementNews): void {
  switch (item.kind) {
    case 'signed': {
      const { v, r, s } = item.signature;
      const account = address(item.account);
      const facts = attachSignature(turn.book.ledgerOf(account), {
        account,
        entryId: entryId(item.entryId),
        signature: { v, r: hash(r), s: hash(s) },
        at: turn.at,
      });
      turn.output.take(account, facts, turn.book.takeWithdrawalOrigin(item.entryId));
      return;
    }
    case 'failed': {
      const { tradeId, code, side, reason } = item;
      turn.context.log.warn({ tradeId, code, side, reason }, 'a trade did not settle yet');
      return;
    }
    case 'sent':
      return;
  }
}
