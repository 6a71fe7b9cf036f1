import { tokenSupply } from '@exchange/contract/bus';
import type { NoticeOutput } from '@exchange/platform';
import type { TokenSupply } from '../scan/token-supplies';

/** How much there is of each of these tokens. */
export const tokenSupplyNotices = (chainId: number, supplies: readonly TokenSupply[]): NoticeOutput[] =>
  supplies.map(({ token, units }) => ({
    subject: tokenSupply.subject(chainId),
    data: tokenSupply.encode({ token, units }),
  }));
