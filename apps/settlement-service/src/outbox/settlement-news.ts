import { settlementNews } from '@exchange/contract/bus';
import type { SettlementNews, Submission } from '@exchange/core/message';
import { type LogOutput, logOutput } from '@exchange/platform';

/** About 400 bytes each, so that a message stays well below the broker's limit of 1 MiB. */
const NEWS_PER_MESSAGE = 500;

/** The news of a turn as messages, in order. `at`: Unix ms. */
export function newsMessages(news: readonly SettlementNews[], at: number): readonly LogOutput[] {
  const messages: LogOutput[] = [];
  let part: SettlementNews[] = [];
  const close = () => {
    if (part.length > 0) messages.push(logOutput(settlementNews, [], { at, news: part }));
    part = [];
  };
  for (const item of news) {
    // It may be as large as a message should be.
    if (item.kind === 'reversed' || part.length === NEWS_PER_MESSAGE) close();
    part.push(item);
    if (item.kind === 'reversed') close();
  }
  close();
  return messages;
}

/** The end of a submitted withdrawal that no call can carry out any more. */
export const withdrawalFailed = (
  { entryId, account }: Submission,
  reason: string,
  refused: boolean,
): SettlementNews => ({ kind: 'withdrawal_failed', entryId, account, reason, refused });
