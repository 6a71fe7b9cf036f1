import { ledgerCosign } from '@exchange/contract/bus';
import { handle } from './watcher-turn';

/** What may be co-signed is awaited on the chain until its deadline. */
export const takeCosignRequests = handle(ledgerCosign, {
  decide({ awaited, known }, { message: { requests } }) {
    for (const request of requests) awaited.take(request, known.final?.time ?? 0);
  },
});
