import { attesterNews } from '@exchange/contract/bus';
import { unreachable } from '@exchange/core/kernel';
import {
  attachCancellationSignature,
  attachMinimumSignature,
  attachRemovalSignature,
  attachSignature,
} from '@exchange/core/ledger';
import type { AttesterNews } from '@exchange/core/message';
import type { LedgerTurn } from '../../ledger-turn';
import { handle } from '../handle';

/** The attester's co-signatures reach their account here. */
export const takeAttesterNews = handle(attesterNews, {
  needs: ({ message: { news } }) => ({ accounts: news.map(({ account }) => account) }),

  decide(turn, { message: { news } }) {
    for (const item of news) if (turn.book.group.owns(item.account)) applyNews(turn, item);
  },
});

function applyNews({ book, output, at }: LedgerTurn, item: AttesterNews): void {
  const { account } = item;
  const ledger = book.ledgerOf(account);
  switch (item.kind) {
    case 'signed':
      return output.take(account, attachSignature(ledger, { ...item, at }));
    case 'removal_signed':
      return output.take(account, attachRemovalSignature(ledger, { ...item, at }));
    case 'cancellation_signed':
      return output.take(account, attachCancellationSignature(ledger, { ...item, at }));
    case 'minimum_nonce_signed':
      return output.take(account, attachMinimumSignature(ledger, { ...item, at }));
    default:
      return unreachable(item);
  }
}
