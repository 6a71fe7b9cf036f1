/** The tables of the account_service schema, and the migrations that make them. */
import {
  accountTable,
  balanceTable,
  cancellationTable,
  chainParameterTable,
  delegateTable,
  exitTable,
  minimumNonceTable,
  poolTable,
  postingTable,
  shortfallCoverTable,
  unfinalParameterTable,
} from './tables/account-tables';
import { operatorHeadTable } from '@exchange/platform';
import { awaitedCommandTable } from './tables/awaited-table';
import { entryTable } from './tables/entry-table';
import { lateMarketTable, marketTable, tokenTable } from './tables/listing-tables';
import { accountLimitTable, disconnectSwitchTable } from './tables/limit-tables';
import { accountGroupTable, partitionOwnerTable } from './tables/group-tables';
import { messageTable, totpSaltTable, usernameTable } from './tables/identity-tables';
import { loginNoncesTable, sessionTable } from './tables/login-tables';
import { etherRateTable, feeStartTable, feeVersionTable, volumeBucketTable } from './tables/fee-tables';
import { openOrderCountTable, orderTable, spentHashTable, userTradeTable } from './tables/order-tables';
import { counterTable, noticeTable, reservedRebateTable } from './tables/output-tables';
import { settledBalanceTable, settledFigureTable, withdrawalPauseTable } from './tables/solvency-tables';
import { minedTradeTable, reversedTradeTable, sentTradeTable } from './tables/settlement-tables';
import './stored/entry-form';
import './stored/order-form';
import './stored/posting-form';
import './stored/trade-form';
import { Ledger1764300000000 } from './migrations/001-ledger';
import { ConsumedSessions1764400000000 } from './migrations/002-consumed-sessions';
import { MarksOfChanges1764500000000 } from './migrations/003-marks-of-changes';
import { BothHashes1764600000000 } from './migrations/004-both-hashes';
import { AwaitedCommands1764700000000 } from './migrations/005-awaited-commands';
import { ExitsInForce1764800000000 } from './migrations/006-exits-in-force';
import { MarketsOfEntries1764900000000 } from './migrations/007-markets-of-entries';
import { RolesOfTrades1765000000000 } from './migrations/008-roles-of-trades';
import { ExecutionsOfOrders1765100000000 } from './migrations/009-executions-of-orders';
import { BoundedWork1765300000000 } from './migrations/011-bounded-work';
import { UnfinalParameters1765400000000 } from './migrations/012-unfinal-parameters';
import { Shortfalls1765500000000 } from './migrations/013-shortfalls';
import { Groups1766100000000 } from './migrations/019-groups';
import { Archive1766300000000 } from './migrations/021-archive';
import { NoDigestIndex1766500000000 } from './migrations/023-no-digest-index';
import { NoticesAsSent1766600000000 } from './migrations/024-notices-as-sent';
import { MinimumNonces1766700000000 } from './migrations/custody/025-minimum-nonces';
import { RebateBudget1766800000000 } from './migrations/custody/026-rebate-budget';
import { SettledOnItsWay1767100000000 } from './migrations/custody/030-settled-on-its-way';
import { AskedMinimums1767200000000 } from './migrations/custody/031-asked-minimums';
import { FeesByVersion1767600000000 } from './migrations/fees/035-fees-by-version';
import { SettledFigures1766900000000 } from './migrations/solvency/027-settled-figures';
import { SettledByPartition1767000000000 } from './migrations/solvency/029-settled-by-partition';
import { SettledInIndex1767300000000 } from './migrations/solvency/032-settled-in-index';
import { BlocksInParts1767400000000 } from './migrations/solvency/033-blocks-in-parts';
import { OperatorHeads1767500000000 } from './migrations/operator/034-operator-heads';
import { OpenOrderCounts1767700000000 } from './migrations/operator/036-open-order-counts';
import { LookUps1767800000000 } from './migrations/operator/037-look-ups';
import { LeastWithdrawals1765700000000 } from './migrations/015-least-withdrawals';
import { NarrowRows1765900000000 } from './migrations/017-narrow-rows';

export const tables = [
  accountTable,
  balanceTable,
  poolTable,
  postingTable,
  delegateTable,
  cancellationTable,
  chainParameterTable,
  unfinalParameterTable,
  exitTable,
  minimumNonceTable,
  orderTable,
  spentHashTable,
  userTradeTable,
  sentTradeTable,
  minedTradeTable,
  reversedTradeTable,
  entryTable,
  awaitedCommandTable,
  usernameTable,
  totpSaltTable,
  messageTable,
  sessionTable,
  loginNoncesTable,
  accountLimitTable,
  disconnectSwitchTable,
  tokenTable,
  marketTable,
  lateMarketTable,
  accountGroupTable,
  partitionOwnerTable,
  noticeTable,
  counterTable,
  reservedRebateTable,
  volumeBucketTable,
  etherRateTable,
  feeVersionTable,
  feeStartTable,
  withdrawalPauseTable,
  settledFigureTable,
  settledBalanceTable,
  operatorHeadTable,
  openOrderCountTable,
  shortfallCoverTable,
];

export const migrations = [
  Ledger1764300000000,
  ConsumedSessions1764400000000,
  MarksOfChanges1764500000000,
  BothHashes1764600000000,
  AwaitedCommands1764700000000,
  ExitsInForce1764800000000,
  MarketsOfEntries1764900000000,
  RolesOfTrades1765000000000,
  ExecutionsOfOrders1765100000000,
  BoundedWork1765300000000,
  UnfinalParameters1765400000000,
  Shortfalls1765500000000,
  LeastWithdrawals1765700000000,
  NarrowRows1765900000000,
  Groups1766100000000,
  Archive1766300000000,
  NoDigestIndex1766500000000,
  NoticesAsSent1766600000000,
  MinimumNonces1766700000000,
  RebateBudget1766800000000,
  SettledFigures1766900000000,
  SettledByPartition1767000000000,
  SettledOnItsWay1767100000000,
  AskedMinimums1767200000000,
  SettledInIndex1767300000000,
  BlocksInParts1767400000000,
  OperatorHeads1767500000000,
  FeesByVersion1767600000000,
  OpenOrderCounts1767700000000,
  LookUps1767800000000,
];

/** Makes the partitions of this month and the next two, if they aren't there. */
export const upkeep = `SELECT make_history_partitions(month_of((extract(epoch FROM now()) * 1000)::int8) + n)
  FROM generate_series(0, 2) AS n`;
