import { type Address, tradeId } from '@exchange/core/kernel';
import { TRADE_CODES, TRADE_SIDES, WITHDRAWAL_REASONS, type ParameterEvent } from '@exchange/contract/chain';
import type { ChainFact } from '@exchange/core/message';
import type { PlacedEvent } from './scan';

/**
 * A contract event as the bus carries it. `token` gives the address of a token id.
 * Ids and nonces beyond 2^53−1 are never ours (only a stolen key can have used them): they become 2^53−1, which
 * nothing of ours has either, so that the readers see something unknown.
 */
export function chainFact(
  { transaction, logIndex, event }: PlacedEvent,
  token: (id: number) => Address,
): ChainFact {
  const place = { transaction, logIndex };
  switch (event.kind) {
    case 'Deposited':
      return {
        ...place,
        kind: 'deposited',
        account: event.account,
        token: event.token,
        amount: event.amount,
        payer: event.payer,
      };
    case 'Withdrawn':
      return {
        ...place,
        kind: 'withdrawn',
        account: event.account,
        token: event.token,
        amount: event.amount,
        fee: event.fee,
        receiver: event.receiver,
        nonce: uint(event.nonce),
        by: WITHDRAWN_BY[event.way],
      };
    case 'WithdrawalFailed':
      return {
        ...place,
        kind: 'withdrawal_failed',
        account: event.account,
        nonce: uint(event.nonce),
        reason: WITHDRAWAL_REASONS.indexOf(event.reason),
      };
    case 'TradeSettled':
      return {
        ...place,
        kind: 'trade_settled',
        tradeId: tradeId(uint(event.tradeId)),
        maker: event.maker,
        taker: event.taker,
        makerOrder: event.makerOrder,
        takerOrder: event.takerOrder,
        makerAmount: event.makerAmount,
        takerAmount: event.takerAmount,
        makerFee: event.makerFee,
        takerFee: event.takerFee,
        makerRebate: event.makerRebate,
        makerToken: token(event.makerSellTokenId),
        takerToken: token(event.takerSellTokenId),
        rebateInBoughtToken: event.rebateInBoughtToken,
      };
    case 'TradeFailed':
      return {
        ...place,
        kind: 'trade_failed',
        tradeId: tradeId(uint(event.tradeId)),
        code: codeNumber(event.reason),
        side: TRADE_SIDES.indexOf(event.side),
      };
    case 'BatchSettled':
      return {
        ...place,
        kind: 'batch_settled',
        batchId: uint(event.batchId),
        settled: event.settled,
        failed: event.failed,
      };
    case 'ExitRequested':
      return {
        ...place,
        kind: 'exit_requested',
        account: event.account,
        token: event.token,
        effectiveAt: event.effectiveAt,
      };
    case 'ExitCancelled':
      return { ...place, kind: 'exit_cancelled', account: event.account, token: event.token };
    case 'OrderCancelled':
      return {
        ...place,
        kind: 'order_cancelled',
        account: event.account,
        orderHash: event.orderHash,
        effectiveAt: event.effectiveAt,
      };
    case 'DelegateAdded':
      return {
        ...place,
        kind: 'delegate_added',
        account: event.account,
        delegate: event.delegate,
        validUntil: event.validUntil,
      };
    case 'DelegateRemoved':
      return {
        ...place,
        kind: 'delegate_removed',
        account: event.account,
        delegate: event.delegate,
        effectiveAt: event.effectiveAt,
      };
    case 'ChangeScheduled':
      return {
        ...place,
        kind: 'parameter',
        name: `scheduled.${event.operation}.${event.index}`,
        value: `${event.parameter}=${event.value}`,
      };
    case 'OperationEnded':
      return { ...place, kind: 'parameter', name: `scheduled.${event.operation}`, value: 'ended' };
    case 'MinNonceRequested':
      return {
        ...place,
        kind: 'min_nonce_requested',
        account: event.account,
        token: event.token,
        minNonce: event.minNonce,
        effectiveAt: event.effectiveAt,
      };
    case 'MinNonceRaised':
      return {
        ...place,
        kind: 'min_nonce_raised',
        account: event.account,
        token: event.token,
        minNonce: event.minNonce,
      };
    case 'NonceVoided':
      return { ...place, kind: 'nonce_voided', account: event.account, nonce: uint(event.nonce) };
    case 'RebatesFunded':
    case 'RebatesReleased':
      return { ...place, kind: BUDGET_CHANGES[event.kind], token: event.token, amount: event.amount };
    default:
      return { ...place, ...parameterFact(event) };
  }
}

const BUDGET_CHANGES = { RebatesFunded: 'rebates_funded', RebatesReleased: 'rebates_released' } as const;
const WITHDRAWN_BY = { coSigned: 'cosigned', operatorSubmitted: 'submitted', exit: 'exit' } as const;

type ParameterFact =
  | { kind: 'token_registered'; id: number; token: Address }
  | { kind: 'parameter'; name: string; value: string };

/** Parameters per token, role or holder carry it in their name, so that the newest value of a name is the state. */
function parameterFact(event: Exclude<ParameterEvent, { kind: `Rebates${string}` }>): ParameterFact {
  const parameter = (name: string, value: string): ParameterFact => ({ kind: 'parameter', name, value });
  switch (event.kind) {
    case 'TokenRegistered':
      return { kind: 'token_registered', id: event.id, token: event.token };
    case 'SettlementPaused':
      return parameter('settlementPausedUntil', String(event.until));
    case 'SettlementResumed':
      return parameter('settlementPausedUntil', '0');
    case 'DepositsPaused':
    case 'DepositsResumed':
      return parameter('depositsPaused', String(event.kind === 'DepositsPaused'));
    case 'DepositsEnabledChanged':
      return parameter(`depositsEnabled.${event.token}`, String(event.enabled));
    case 'FeeCollectorChanged':
      return parameter('feeCollector', event.feeCollector);
    case 'MaxFeeChanged':
      return parameter('maxFeeBps', String(event.maxFeeBps));
    case 'WaitingPeriodChanged':
      return parameter('waitingPeriod', String(event.waitingPeriod));
    case 'WithdrawalFeeCapChanged':
      return parameter(`withdrawalFeeCap.${event.token}`, event.amount.toString());
    case 'RoleGranted':
    case 'RoleRevoked':
      return parameter(
        `role.${event.role}.${event.holder}`,
        event.kind === 'RoleGranted' ? 'granted' : 'revoked',
      );
  }
}

const codeNumbers = new Map(Object.entries(TRADE_CODES).map(([code, name]) => [name, Number(code)]));
const codeNumber = (name: (typeof TRADE_CODES)[keyof typeof TRADE_CODES]): number =>
  codeNumbers.get(name) ?? 0;

const LARGEST = BigInt(Number.MAX_SAFE_INTEGER);
const uint = (value: bigint): number => Number(value > LARGEST ? LARGEST : value);
