import { type MessageOf, type SettlementNews, settlementNews } from '@exchange/contract/bus';
import { address, entryId, hash } from '@exchange/core/kernel';
import {
  attachCancellationSignature,
  attachRemovalSignature,
  attachSignature,
  failWithdrawal,
  noteTransaction,
} from '@exchange/core/ledger';
import { sentTradeTable } from '../../persistence/tables/settlement-tables';
import type { LogHandler } from '../log-handler';
import type { LedgerTurn } from '../request-handler';

/** What settlement-service says: co-signatures of withdrawals reach their account here. */
export const settlementNewsInbox: LogHandler<MessageOf<typeof settlementNews>> = {
  definition: settlementNews,

  accounts: ({ news }) => news.flatMap((item) => ('account' in item ? [address(item.account)] : [])),

  apply(turn, { news }) {
    for (const item of news) applyNews(turn, item);
  },
};

function applyNews(turn: LedgerTurn, item: SettlementNews): void {
  switch (item.kind) {
    case 'signed': {
      const account = address(item.account);
      const facts = attachSignature(turn.book.ledgerOf(account), {
        account,
        entryId: entryId(item.entryId),
        signature: signatureOf(item),
        at: turn.at,
      });
      turn.output.take(account, facts);
      return;
    }
    case 'removal_signed': {
      const { account, delegate, deadline } = { ...item, account: address(item.account) };
      const facts = attachRemovalSignature(turn.book.ledgerOf(account), {
        ...{ account, delegate: address(delegate), deadline, at: turn.at },
        signature: signatureOf(item),
      });
      turn.output.take(account, facts);
      return;
    }
    case 'cancellation_signed': {
      const { account, digest, deadline } = { ...item, account: address(item.account) };
      const facts = attachCancellationSignature(turn.book.ledgerOf(account), {
        ...{ account, digest: hash(digest), deadline, at: turn.at },
        signature: signatureOf(item),
      });
      turn.output.take(account, facts);
      return;
    }
    case 'withdrawal_sent': {
      const account = address(item.account);
      const noted = noteTransaction(turn.book.ledgerOf(account), {
        ...{ account, choice: { entryId: entryId(item.entryId) }, transaction: hash(item.transaction) },
        at: turn.at,
      });
      // One that has ended meanwhile shows how it ended.
      if (noted.ok) turn.output.take(account, noted.value);
      return;
    }
    case 'withdrawal_failed': {
      const account = address(item.account);
      const { reason, refused: isOwnFault } = item;
      turn.context.log.warn({ account, entryId: item.entryId, reason }, 'a submitted withdrawal failed');
      const facts = failWithdrawal(turn.book.ledgerOf(account), {
        ...{ account, entryId: entryId(item.entryId), reason, isOwnFault, at: turn.at },
      });
      turn.output.take(account, facts);
      return;
    }
    case 'failed': {
      const { tradeId, code, side, reason } = item;
      turn.context.log.warn({ tradeId, code, side, reason }, 'a trade did not settle yet');
      return;
    }
    case 'sent': {
      const { batchId, transaction } = item;
      for (const tradeId of item.tradeIds) {
        turn.output.rows.put(sentTradeTable, String(tradeId), { tradeId, batchId, transaction });
      }
      return;
    }
  }
}

const signatureOf = ({ signature: { v, r, s } }: { signature: { v: number; r: string; s: string } }) => ({
  v,
  r: hash(r),
  s: hash(s),
});
