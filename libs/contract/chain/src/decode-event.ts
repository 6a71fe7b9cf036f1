import { amount, assert, present } from '@exchange/core/kernel';
import { EventFragment } from 'ethers';
import {
  TRADE_CODES,
  TRADE_SIDES,
  type TradeCode,
  WITHDRAWAL_KINDS,
  WITHDRAWAL_REASONS,
  type WithdrawalKind,
} from './codes';
import type { ContractEvent, ParameterEvent, RawLog, TradeSettled } from './contract-event';
import { exchangeInterface, roleOf } from './exchange-interface';
import { EventLayout, type LogWords } from './words';

interface LogDescription {
  readonly name: string;
  readonly args: LogWords;
}

/** Ethers' own decoder takes half of the chain-watcher's time: it hashes addresses for a checksum that nobody reads. */
const layouts: ReadonlyMap<string, EventLayout> = new Map(
  exchangeInterface.fragments
    .filter((fragment) => EventFragment.isFragment(fragment))
    .map((fragment) => [fragment.topicHash, new EventLayout(fragment)]),
);

/**
 * What a log of the exchange contract states, or undefined for roles that have no meaning for the exchange. The caller has checked that the log's address is the contract's. A log that no contract
 * of ours can have written is a defect.
 */
export function decodeEvent(log: RawLog): ContractEvent | undefined {
  const [topic = 'no topic'] = log.topics;
  const layout = layouts.get(topic);
  assert(layout !== undefined, `a log the contract can't write: ${topic}`);
  const description = { name: layout.event.name, args: layout.read(log) };
  return custodyEvent(description) ?? settlementEvent(description) ?? parameterEvent(description);
}

/** The name of the trade code with this number; a number the contract doesn't have is a defect. */
export function tradeCode(value: bigint | number): TradeCode {
  const codes: Readonly<Record<number, TradeCode>> = TRADE_CODES;
  return present(codes[Number(value)], `trade code ${value}`);
}

function custodyEvent({ name, args }: LogDescription): ContractEvent | undefined {
  const account = () => args.address('account');
  const token = () => args.address('token');
  switch (name) {
    case 'Deposited':
      return {
        kind: name,
        account: account(),
        token: token(),
        amount: amount(args.integer('amount')),
        payer: args.address('payer'),
      };
    case 'Withdrawn':
      return {
        kind: name,
        account: account(),
        token: token(),
        amount: amount(args.integer('amount')),
        fee: amount(args.integer('fee')),
        receiver: args.address('receiver'),
        nonce: args.integer('nonce'),
        way: withdrawalKind(args.small('kind')),
      };
    case 'WithdrawalFailed':
      return {
        kind: name,
        account: account(),
        nonce: args.integer('nonce'),
        reason: present(WITHDRAWAL_REASONS[args.small('reason')], 'withdrawal reason'),
      };
    case 'ExitRequested':
      return { kind: name, account: account(), token: token(), effectiveAt: args.small('effectiveAt') };
    case 'ExitCancelled':
      return { kind: name, account: account(), token: token() };
    case 'NonceVoided':
      return { kind: name, account: account(), nonce: args.integer('nonce') };
    case 'DelegateAdded':
      return {
        kind: name,
        account: account(),
        delegate: args.address('delegate'),
        validUntil: args.small('validUntil'),
      };
    case 'DelegateRemoved':
      return {
        kind: name,
        account: account(),
        delegate: args.address('delegate'),
        effectiveAt: args.small('effectiveAt'),
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
        tradeId: args.integer('tradeId'),
        reason: tradeCode(args.integer('reason')),
        side: present(TRADE_SIDES[args.small('side')], 'side'),
      };
    case 'BatchSettled':
      return {
        kind: name,
        batchId: args.integer('batchId'),
        settled: args.small('settled'),
        failed: args.small('failed'),
      };
    case 'OrderCancelled':
      return {
        kind: name,
        account: args.address('account'),
        orderHash: args.hash('orderHash'),
        effectiveAt: args.small('effectiveAt'),
      };
    case 'MinNonceRequested':
      return {
        kind: name,
        account: args.address('account'),
        token: args.address('token'),
        minNonce: args.integer('minNonce'),
        effectiveAt: args.small('effectiveAt'),
      };
    case 'MinNonceRaised':
      return {
        kind: name,
        account: args.address('account'),
        token: args.address('token'),
        minNonce: args.integer('minNonce'),
      };
    default:
      return undefined;
  }
}

function tradeSettled(args: LogWords): TradeSettled {
  const tokenIds = args.small('tokenIds');
  return {
    kind: 'TradeSettled',
    tradeId: args.integer('tradeId'),
    maker: args.address('maker'),
    taker: args.address('taker'),
    makerOrder: args.hash('makerOrder'),
    takerOrder: args.hash('takerOrder'),
    makerAmount: amount(args.integer('makerAmount')),
    takerAmount: amount(args.integer('takerAmount')),
    makerFee: amount(args.integer('makerFee')),
    takerFee: amount(args.integer('takerFee')),
    makerRebate: amount(args.integer('makerRebate')),
    rebateInBoughtToken: (args.small('flags') & 1) === 1,
    makerSellTokenId: tokenIds >>> 16,
    takerSellTokenId: tokenIds & 0xffff,
  };
}

function parameterEvent({ name, args }: LogDescription): ParameterEvent | undefined {
  switch (name) {
    case 'TokenRegistered':
      return { kind: name, id: args.small('id'), token: args.address('token') };
    case 'DepositsEnabledChanged':
      return { kind: name, token: args.address('token'), enabled: args.isTrue('enabled') };
    case 'FeeCollectorChanged':
      return { kind: name, feeCollector: args.address('feeCollector') };
    case 'MaxFeeChanged':
      return { kind: name, maxFeeBps: args.small('maxFeeBps'), effectiveAt: args.small('effectiveAt') };
    case 'WaitingPeriodChanged':
      return { kind: name, waitingPeriod: args.small('waitingPeriod') };
    case 'WithdrawalFeeCapChanged':
      return { kind: name, token: args.address('token'), amount: amount(args.integer('amount')) };
    case 'RebatesFunded':
    case 'RebatesReleased':
      return { kind: name, token: args.address('token'), amount: amount(args.integer('amount')) };
    case 'SettlementPaused':
      return { kind: name, until: args.small('until') };
    case 'SettlementResumed':
    case 'DepositsPaused':
    case 'DepositsResumed':
      return { kind: name };
    case 'RoleGranted':
    case 'RoleRevoked': {
      const role = roleOf(args.hash('role'));
      return role && { kind: name, role, holder: args.address('account') };
    }
    default:
      return undefined;
  }
}

function withdrawalKind(value: number): WithdrawalKind {
  const kinds: Readonly<Record<number, WithdrawalKind>> = WITHDRAWAL_KINDS;
  return present(kinds[value], `withdrawal kind ${value}`);
}
