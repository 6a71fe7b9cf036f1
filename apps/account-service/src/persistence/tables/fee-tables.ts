import { amountColumn, integerColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** What an account traded in one hour (Unix hours), in wei of ETH. */
export interface VolumeBucketRow {
  account: string;
  hour: number;
  volume: bigint;
}

export const volumeBucketTable: Table<VolumeBucketRow> = new EntitySchema<VolumeBucketRow>({
  name: 'volume_bucket',
  columns: {
    account: { ...textColumn, primary: true },
    hour: { ...integerColumn, primary: true },
    volume: amountColumn,
  },
});

/** ETH per whole token, as decimal text: the rate at which trades in the token were last valued. */
export interface EtherRateRow {
  token: string;
  rate: string;
}

export const etherRateTable: Table<EtherRateRow> = new EntitySchema<EtherRateRow>({
  name: 'ether_rate',
  columns: { token: { ...textColumn, primary: true }, rate: textColumn },
});
