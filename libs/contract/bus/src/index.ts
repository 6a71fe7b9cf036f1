/** Every NATS subject of the exchange: its name, version, schema, writer, readers and fixtures. */
export {
  defineLog,
  defineNotice,
  decodeJson,
  encodeJson,
  type MessageDefinition,
  type MessageOf,
  type StreamName,
} from './message';
export { defineRequest, type Refusal, type ReplyOf, type RequestDefinition, type RequestOf } from './request';
export * from './logs/attester-news';
export * from './logs/chain-block';
export * from './logs/ledger-fees';
export * from './logs/ledger-listing';
export * from './logs/ledger-market';
export * from './logs/ledger-settle';
export * from './logs/market-report';
export * from './logs/settlement-news';
export * from './logs/solvency-verdict';
export * from './notices/account-notice';
export * from './notices/batch-signed';
export * from './notices/chain-stats';
export * from './notices/data-bar';
export * from './notices/data-rate';
export * from './notices/data-ticker';
export * from './notices/gateway-process';
export * from './notices/presence';
export * from './notices/reader-position';
export * from './notices/token-supply';
export * as accountCommands from './requests/account-commands';
export * as accountQueries from './requests/account-queries';
export * as attesterCommands from './requests/attester-commands';
export * as dataQueries from './requests/data-queries';
export * as engineCommands from './requests/engine-commands';
export * as gatewayCommands from './requests/gateway-commands';
export * as operatorCommands from './requests/operator-commands';
export * as operatorQueries from './requests/operator-queries';
export * as settlementQueries from './requests/settlement-queries';
export * as solvencyQueries from './requests/solvency-queries';
export type { SolvencyReport, TokenSolvency } from './requests/solvency-queries';
export type { SentStamp } from './requests/sent-stamp';
