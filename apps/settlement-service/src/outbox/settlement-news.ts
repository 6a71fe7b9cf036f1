import { present } from '@exchange/core/kernel';
import { settlementNews, type SettlementNews } from '@exchange/contract/bus';
import { type LogOutput, logOutput } from '@exchange/platform';
import type { Cosignature } from '../withdrawals/cosignature';

/** About 400 bytes each, so that a message stays well below the broker's limit of 1 MiB. */
const NEWS_PER_MESSAGE = 500;

/** The news of a turn as messages, in order. `at`: Unix ms. */
export function newsMessages(news: readonly SettlementNews[], at: number): readonly LogOutput[] {
  const messages: LogOutput[] = [];
  for (let start = 0; start < news.length; start += NEWS_PER_MESSAGE) {
    messages.push(logOutput(settlementNews, [], { at, news: news.slice(start, start + NEWS_PER_MESSAGE) }));
  }
  return messages;
}

/** The answer to a withdrawal that is co-signed. */
export function signedNews({ request, signature }: Cosignature): SettlementNews {
  const { entryId, account, nonce, deadline } = request;
  const signed = present(signature, `signature of entry ${entryId}`);
  return { kind: 'signed', entryId, account, nonce, deadline, signature: signed };
}
