import {
  type Address,
  type MarketId,
  ok,
  reject,
  type Result,
  type Side,
  type TokenAmount,
  wholeTokens,
} from '@exchange/core/kernel';
import type { FeeTerms, SignedOrder } from '@exchange/core/message';
import type { Account } from '../account/account';
import { refuseFrozen } from '../account/frozen';
import { mayAct } from '../delegate/delegate';
import { tierOf } from '../fees/fee-schedule';
import { FIRST_FEES } from '../fees/fee-versions';
import type { Ledger } from '../ledger';
import { expiryInBook } from './expiry-in-book';
import type { TradingRules, TokenRules } from '../account/listing';
import { leastNonce } from './minimum/minimum-nonce';
import type { Order } from './order';

/** What a new order and an edit must fulfil alike: market, signer, funds, caps (docs/interface, orders). */

/** The market, when it takes orders and edits from this account. */
export function approveMarket(ledger: Ledger, account: Account, id: MarketId): Result<TradingRules> {
  const market = ledger.markets.get(id);
  if (market === undefined) return reject('UNKNOWN_MARKET', `${id} is not listed`);
  if (market.status === 'delisted') return reject('MARKET_CLOSED', `${id} is delisted`);
  const stopped = approveSettlement(ledger, account, market);
  if (!stopped.ok) return stopped;
  if (market.status === 'cancel_only') return reject('MARKET_CLOSED', `${id} takes no orders now`);
  if (ledger.contract.isCollector(account.address)) {
    return reject('FEE_COLLECTOR', 'the contract settles no trade of the fee collector');
  }
  const active = refuseFrozen(ledger, account);
  return active.ok ? ok(market) : active;
}

/** Nothing is matched that might not settle before somebody can leave with what was sold. */
function approveSettlement(ledger: Ledger, account: Account, { id, stop }: TradingRules): Result<true> {
  switch (stop) {
    case 'contract_paused':
      return reject('MARKET_CLOSED', `${id} takes no orders: the contract is paused`);
    case 'settler_revoked':
      return reject('SETTLEMENT_LATE', `${id} takes only cancels: nobody may settle trades now`);
    case 'settlement_late':
      return reject('SETTLEMENT_LATE', `${id} takes only cancels until its oldest trades are settled`);
    case 'solvency_difference':
      return reject('MARKET_CLOSED', `${id} takes only cancels: what the contract has is being checked`);
    case undefined:
      break;
  }
  return ledger.unsettled.isLateAccount(account.address)
    ? reject('SETTLEMENT_LATE', 'only cancels are taken until the oldest trades of the account are settled')
    : ok(true);
}

/**
 * When the order leaves the book, in Unix seconds, if its signer may act for the account. DELEGATE_UNKNOWN for a key
 * that is or was somebody's delegate, INVALID_SIGNATURE for a stranger's: then something else was signed than was
 * sent. `signerOwner`: whose delegate the signer is by the directory; `at`: Unix ms.
 */
export function approveSigner(
  account: Account,
  { signer, terms }: SignedOrder,
  {
    timeInForce,
    signerOwner,
    at,
  }: {
    readonly timeInForce?: number | undefined;
    readonly signerOwner?: Address | undefined;
    readonly at: number;
  },
): Result<number> {
  const nowSeconds = Math.floor(at / 1000);
  const isOwn = signer === account.address;
  const delegate = account.delegates.get(signer);
  if (!isOwn && !mayAct(delegate, nowSeconds)) {
    if (delegate !== undefined) {
      return reject('DELEGATE_UNKNOWN', `${signer} is announced, removed or over, not an accepted delegate`);
    }
    return signerOwner === undefined
      ? reject(
          'INVALID_SIGNATURE',
          `the signature is of ${signer}, neither the account nor a delegate; check what was signed, or wait until a new delegate is final`,
        )
      : reject('DELEGATE_UNKNOWN', `${signer} is a delegate of another account`);
  }
  const delegateUntil = isOwn ? undefined : delegate?.validUntil;
  return expiryInBook({ expiry: terms.expiry, delegateUntil, timeInForce }, nowSeconds);
}

/** Refuses an order that its owner canceled in mass before it came: NONCE_TOO_LOW. */
export function approveNonce(
  account: Account,
  token: TokenRules,
  { terms: { nonce } }: SignedOrder,
): Result<true> {
  const least = leastNonce(account.minimumNonces, token.contract);
  if (BigInt(nonce) >= least) return ok(true);
  return reject(
    'NONCE_TOO_LOW',
    `nonce ${nonce} is below ${least}, the least that orders to sell ${token.symbol} may have since the account canceled in mass`,
  );
}

/** The token an order of this side sells. */
export const soldToken = (market: TradingRules, side: Side): TokenRules =>
  side === 'buy' ? market.quote : market.traded;

/** Refuses to reserve more of a token than is usable, or anything of one that the account is leaving with. */
export function approveFunds(account: Account, token: TokenRules, needed: TokenAmount): Result<true> {
  if (account.exits.has(token.contract)) {
    return reject(
      'EXIT_REQUESTED',
      `an exit was requested for ${token.symbol}; cancel it to sell ${token.symbol}`,
    );
  }
  const { usable } = account.balance(token.contract);
  return usable >= needed ? ok(true) : insufficientBalance(token, usable, needed);
}

/** INSUFFICIENT_BALANCE in the same words for orders, edits and withdrawals, in whole tokens. */
export function insufficientBalance(token: TokenRules, usable: bigint, needed: bigint): Result<never> {
  const shown = (value: bigint) => wholeTokens(value, token.decimals);
  return reject('INSUFFICIENT_BALANCE', `${shown(usable)} ${token.symbol} usable, ${shown(needed)} needed`);
}

/** Refuses one more open order in a market, one more with a stop, or one more with a peg. */
export function approveCaps(
  ledger: Ledger,
  account: Account,
  market: MarketId,
  wanted: { readonly isNew: boolean; readonly hasStop: boolean; readonly hasPeg: boolean },
): Result<true> {
  const { maxOpenOrdersPerMarket, maxStopsPerMarket, maxPegsPerMarket } = ledger.policy;
  const open = (fits: (order: Order) => boolean) =>
    [...account.orders.values()].filter((order) => order.market === market && fits(order)).length;
  const tooMany = (limit: number, what: string) =>
    reject('TOO_MANY_OPEN_ORDERS', `at most ${limit} ${what} can be open in ${market}`);
  if (wanted.isNew && account.openOrders(market) >= maxOpenOrdersPerMarket) {
    return tooMany(maxOpenOrdersPerMarket, 'orders');
  }
  if (wanted.hasStop && open(({ stopRateKey }) => stopRateKey !== null) >= maxStopsPerMarket) {
    return tooMany(maxStopsPerMarket, 'stop orders');
  }
  if (wanted.hasPeg && open(({ peg }) => peg !== null) >= maxPegsPerMarket) {
    return tooMany(maxPegsPerMarket, 'pegged orders');
  }
  return ok(true);
}

/** The rates of the account's tier in the schedule in force, and the network's cost; they are fixed for the order until an edit. */
export function feeTermsFor(
  ledger: Ledger,
  account: Account,
  { rebateToken, settlementFee }: { readonly rebateToken: Side; readonly settlementFee: TokenAmount },
): FeeTerms {
  const { version, rows } = ledger.fees.current;
  const { makerPpm, takerPpm } = tierOf(rows, account.record.volume);
  return { makerPpm, takerPpm, settlementFee, rebateToken, ...(version !== FIRST_FEES && { version }) };
}
