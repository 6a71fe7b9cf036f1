import { batchSigned } from '@exchange/contract/bus';
import { hash } from '@exchange/core/kernel';
import type { NoticeOutput } from '@exchange/platform';
import type { SignedTransaction } from '../batches/batch';

/** What those are told who look out for a batch in blocks; heard before a node has the transaction. */
export const signedNotice = (batchId: number, transaction: SignedTransaction): NoticeOutput => ({
  subject: batchSigned.subject(),
  data: batchSigned.encode({ batchId, transaction: hash(transaction.hash) }),
});
