import { chainStats } from '@exchange/contract/bus';
import type { NoticeOutput } from '@exchange/platform';
import type { Scan } from '../scan/scan';

/** The chain's newest height and gas price, for those who look on. */
export function chainStatsNotice(chainId: number, { head, gasPrice }: Scan): NoticeOutput {
  return {
    subject: chainStats.subject(chainId),
    data: chainStats.encode({ height: head, gasPrice }),
  };
}
