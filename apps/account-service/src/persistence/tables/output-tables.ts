import { amountColumn, integerColumn, jsonColumn, textColumn, type Table } from '@exchange/platform';
import { EntitySchema } from 'typeorm';

/** A notice that was or will be sent, kept for those who missed it. */
export interface NoticeRow {
  account: string;
  seq: number;
  at: number;
  notice: unknown;
}

export const noticeTable: Table<NoticeRow> = new EntitySchema<NoticeRow>({
  name: 'notice',
  columns: {
    account: { ...textColumn, primary: true },
    seq: { ...integerColumn, primary: true },
    at: integerColumn,
    notice: jsonColumn,
  },
});

/** The last number given out: order ids and entry ids of a partition, postings, and so on. */
export interface CounterRow {
  name: string;
  last: number;
}

export const counterTable: Table<CounterRow> = new EntitySchema<CounterRow>({
  name: 'counter',
  columns: { name: { ...textColumn, primary: true }, last: integerColumn },
});

/**
 * What is left to a partition of the collector's settled balance for rebates in the bought token, and what of it is
 * reserved for trades that aren't settled.
 */
export interface RebateQuotaRow {
  partition: number;
  token: string;
  quota: bigint;
  reserved: bigint;
}

export const rebateQuotaTable: Table<RebateQuotaRow> = new EntitySchema<RebateQuotaRow>({
  name: 'rebate_quota',
  columns: {
    partition: { ...integerColumn, primary: true },
    token: { ...textColumn, primary: true },
    quota: amountColumn,
    reserved: amountColumn,
  },
});
