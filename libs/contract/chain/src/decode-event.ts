import { address, amount, assert, hash, present } from '@exchange/core/kernel';
import { EventFragment, type Result as LogValues } from 'ethers';
import {
  TRADE_CODES,
  TRADE_SIDES,
  type TradeCode,
  WITHDRAWAL_KINDS,
  WITHDRAWAL_REASONS,
  type WithdrawalKind,
} from './codes';
import type { ContractEvent, ParameterEvent, TradeSettled } from './contract-event';
import { exchangeInterface, roleOf } from './exchange-interface';

/** A log as every JSON-RPC client returns it. */
export interface RawLog {
  readonly topics: readonly string[];
  readonly data: string;
}

interface LogDescription {
  readonly name: string;
  readonly args: LogValues;
}

/** Ethers' own look-up hashes the name of every event of the contract for each log. */
const eventsByTopic: ReadonlyMap<string, EventFragment> = new Map(
  exchangeInterface.fragments
    .filter((fragment) => EventFragment.isFragment(fragment))
    .map((fragment) => [fragment.topicHash, fragment]),
);

/**
 * What a log of the exchange contract states, or undefined for the events of the admin's hand-over, which have no
 * meaning for the exchange. The caller has checked that the log's address is the contract's. A log that no contract
 * of ours can have written is a defect.
 */
export function decodeEvent(log: RawLog): ContractEvent | undefined {
  const [topic = 'no topic', ...indexed] = log.topics;
  const event = eventsByTopic.get(topic);
  assert(event !== undefined, `a log the contract can't write: ${topic}`);
  const args = exchangeInterface.decodeEventLog(event, log.data, [topic, ...indexed]);
  const description = { name: event.name, args };
  return custodyEvent(description) ?? settlementEvent(description) ?? parameterEvent(description);
}

/** The name of the trade code with this number; a number the contract doesn't have is a defect. */
export function tradeCode(value: bigint | number): TradeCode {
  const codes: Readonly<Record<number, TradeCode>> = TRADE_CODES;
  return present(codes[Number(value)], `trade code ${value}`);
}

function custodyEvent({ name, args }: LogDescription): ContractEvent | undefined {
  const account = () => address(text(args, 'account'));
  const token = () => address(text(args, 'token'));
  switch (name) {
    case 'Deposited':
      return {
        kind: name,
        account: account(),
        token: token(),
        amount: amount(integer(args, 'amount')),
        payer: address(text(args, 'payer')),
      };
    case 'Withdrawn':
      return {
        kind: name,
        account: account(),
        token: token(),
        amount: amount(integer(args, 'amount')),
        fee: amount(integer(args, 'fee')),
        receiver: address(text(args, 'receiver')),
        nonce: integer(args, 'nonce'),
        way: withdrawalKind(small(args, 'kind')),
      };
    case 'WithdrawalFailed':
      return {
        kind: name,
        account: account(),
        nonce: integer(args, 'nonce'),
        reason: present(WITHDRAWAL_REASONS[small(args, 'reason')], 'withdrawal reason'),
      };
    case 'ExitRequested':
      return { kind: name, account: account(), token: token(), effectiveAt: small(args, 'effectiveAt') };
    case 'ExitCancelled':
      return { kind: name, account: account(), token: token() };
    case 'DelegateAdded':
      return {
        kind: name,
        account: account(),
        delegate: address(text(args, 'delegate')),
        validUntil: small(args, 'validUntil'),
      };
    case 'DelegateRemoved':
      return {
        kind: name,
        account: account(),
        delegate: address(text(args, 'delegate')),
        effectiveAt: small(args, 'effectiveAt'),
      };
    default:
      return undefined;
  }
}

function settlementEvent({ name, args }: LogDescription): ContractEvent | undefined {
  switch (name) {
    case 'TradeSettled':
      return tradeSettled(args);
    case 'TradeFailed':
      return {
        kind: name,
        tradeId: integer(args, 'tradeId'),
        reason: tradeCode(integer(args, 'reason')),
        side: present(TRADE_SIDES[small(args, 'side')], 'side'),
      };
    case 'BatchSettled':
      return {
        kind: name,
        batchId: integer(args, 'batchId'),
        settled: small(args, 'settled'),
        failed: small(args, 'failed'),
      };
    case 'OrderCancelled':
      return {
        kind: name,
        account: address(text(args, 'account')),
        orderHash: hash(text(args, 'orderHash')),
        effectiveAt: small(args, 'effectiveAt'),
      };
    default:
      return undefined;
  }
}

function tradeSettled(args: LogValues): TradeSettled {
  const tokenIds = small(args, 'tokenIds');
  return {
    kind: 'TradeSettled',
    tradeId: integer(args, 'tradeId'),
    maker: address(text(args, 'maker')),
    taker: address(text(args, 'taker')),
    makerOrder: hash(text(args, 'makerOrder')),
    takerOrder: hash(text(args, 'takerOrder')),
    makerAmount: amount(integer(args, 'makerAmount')),
    takerAmount: amount(integer(args, 'takerAmount')),
    makerFee: amount(integer(args, 'makerFee')),
    takerFee: amount(integer(args, 'takerFee')),
    makerRebate: amount(integer(args, 'makerRebate')),
    rebateInBoughtToken: (small(args, 'flags') & 1) === 1,
    makerSellTokenId: tokenIds >>> 16,
    takerSellTokenId: tokenIds & 0xffff,
  };
}

function parameterEvent({ name, args }: LogDescription): ParameterEvent | undefined {
  switch (name) {
    case 'TokenRegistered':
      return { kind: name, id: small(args, 'id'), token: address(text(args, 'token')) };
    case 'DepositsEnabledChanged':
      return { kind: name, token: address(text(args, 'token')), enabled: args.getValue('enabled') === true };
    case 'FeeCollectorChanged':
      return { kind: name, feeCollector: address(text(args, 'feeCollector')) };
    case 'MaxFeeChanged':
      return { kind: name, maxFeeBps: small(args, 'maxFeeBps') };
    case 'WaitingPeriodChanged':
      return { kind: name, waitingPeriod: small(args, 'waitingPeriod') };
    case 'WithdrawalFeeCapChanged':
      return { kind: name, token: address(text(args, 'token')), amount: amount(integer(args, 'amount')) };
    case 'Paused':
    case 'Unpaused':
      return { kind: name, by: address(text(args, 'account')) };
    case 'RoleGranted':
    case 'RoleRevoked': {
      const role = roleOf(text(args, 'role'));
      return role && { kind: name, role, holder: address(text(args, 'account')) };
    }
    default:
      return undefined;
  }
}

function withdrawalKind(value: number): WithdrawalKind {
  const kinds: Readonly<Record<number, WithdrawalKind>> = WITHDRAWAL_KINDS;
  return present(kinds[value], `withdrawal kind ${value}`);
}

const text = (args: LogValues, name: string): string => String(args.getValue(name));
const integer = (args: LogValues, name: string): bigint => BigInt(args.getValue(name));
/** Only for members of at most 40 bits. */
const small = (args: LogValues, name: string): number => Number(integer(args, name));
