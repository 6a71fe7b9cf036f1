import type { Address } from '@exchange/core/kernel';
import { reverseTrades } from '@exchange/core/ledger';
import type { SettlementNews } from '@exchange/core/message';
import type { Records } from '@exchange/platform';
import type { LedgerTurn } from '../../ledger-turn';
import { volumeBucketTable } from '../../persistence/tables/fee-tables';
import { reversedTradeTable } from '../../persistence/tables/settlement-tables';

/** Trades that settlement-service names as reversed. */
export type Reversal = Extract<SettlementNews, { kind: 'reversed' }>;

interface HourVolume {
  readonly account: Address;
  readonly hour: number;
  readonly volume: bigint;
}

/** Everybody whose trades are reversed, once. */
export const reversedAccounts = ({ trades }: Reversal): Address[] => [
  ...new Set(trades.flatMap(({ maker, taker }) => [maker, taker])),
];

/** What these accounts traded in each hour that counts, out of which reversed trades are taken. */
export const hourVolumes = (records: Records, account: readonly Address[]): Promise<readonly HourVolume[]> =>
  records.find(volumeBucketTable, { where: { account } });

/** Undoes each own account's sides of the trades, in the order in which they are named. */
export function applyReversal(
  { book, output, at }: LedgerTurn,
  reversal: Reversal,
  volumes: readonly HourVolume[],
): void {
  const { rows } = output;
  const { group } = book;
  if (group.isHome)
    for (const { tradeId } of reversal.trades) rows.put(reversedTradeTable, String(tradeId), { tradeId, at });
  for (const account of reversedAccounts(reversal)) {
    if (!group.owns(account)) continue;
    const stored = volumes.filter((row) => row.account === account);
    // What this turn has counted already is newer than what was read before it.
    const volumeIn = (hour: number) =>
      (rows.waiting(volumeBucketTable, `${account}:${hour}`) ?? stored.find((row) => row.hour === hour))
        ?.volume;
    const tradeIds = reversal.trades
      .filter(({ maker, taker }) => maker === account || taker === account)
      .map(({ tradeId }) => tradeId);
    output.take(account, reverseTrades(book.ledgerOf(account), { account, tradeIds, volumeIn, at }));
  }
}
