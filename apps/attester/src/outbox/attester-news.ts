import { attesterNews } from '@exchange/contract/bus';
import { present, unreachable } from '@exchange/core/kernel';
import type { AttesterNews } from '@exchange/core/message';
import { type LogOutput, logOutput } from '@exchange/platform';
import { type Cosignature, cosignatureKey } from '../cosigning/cosignature';

/** About 400 bytes each, so that a message stays well below the broker's limit of 1 MiB. */
const NEWS_PER_MESSAGE = 500;

/** The news of a turn as messages, in order. `at`: Unix ms. */
export function newsMessages(news: readonly AttesterNews[], at: number): readonly LogOutput[] {
  const messages: LogOutput[] = [];
  for (let start = 0; start < news.length; start += NEWS_PER_MESSAGE) {
    const part = news.slice(start, start + NEWS_PER_MESSAGE);
    messages.push(logOutput(attesterNews, [], { at, news: part }));
  }
  return messages;
}

/** The answer to a request that is co-signed. */
export function signedNews({ request, signature: given }: Cosignature): AttesterNews {
  const { account, deadline } = request;
  const signature = present(given, `signature of ${cosignatureKey(request)}`);
  switch (request.kind) {
    case 'withdrawal': {
      const { entryId, nonce } = request;
      return { kind: 'signed', entryId, account, nonce, deadline, signature };
    }
    case 'delegate_removal':
      return { kind: 'removal_signed', account, delegate: request.delegate, deadline, signature };
    case 'order_cancellation':
      return { kind: 'cancellation_signed', account, digest: request.digest, deadline, signature };
    case 'minimum_nonce': {
      const { token, minNonce } = request;
      return { kind: 'minimum_nonce_signed', account, token, minNonce, deadline, signature };
    }
    default:
      return unreachable(request);
  }
}
