import { type Address, ok, reject, type Result, type TokenAmount, wholeTokens } from '@exchange/core/kernel';
import type { Journal } from '../journal';
import type { Ledger } from '../ledger';
import { cancelOrders } from '../order/request-cancel';
import type { Account } from './account';

/**
 * Refuses new orders, edits and withdrawals of a frozen account with ACCOUNT_FROZEN: frozen by hand or by an alarm,
 * while a trade of it is being reversed, and as long as it lacks something, which the refusal names (docs: ledger,
 * shortfalls). Everything else an account may do goes on.
 */
export function refuseFrozen(ledger: Ledger, account: Account): Result<true> {
  if (account.record.frozen) return reject('ACCOUNT_FROZEN', 'the account is frozen; ask the operator');
  if (account.isReversing) {
    return reject('ACCOUNT_FROZEN', 'a trade that could not settle is being reversed; try again in a moment');
  }
  const short = shortfallsOf(account);
  if (short.length === 0) return ok(true);
  const missing = short.map(([token, units]) => shown(ledger, token, units)).join(' and ');
  return reject(
    'ACCOUNT_FROZEN',
    `${missing} missing after a reversal; the operator pays it in, and so does any deposit of it`,
  );
}

/** What the account lacks, by token. Asked for each order, and empty for nearly all: so nothing is copied. */
function shortfallsOf({ balances }: Account): readonly (readonly [Address, TokenAmount])[] {
  const short: [Address, TokenAmount][] = [];
  for (const [token, { shortfall }] of balances) if (shortfall > 0n) short.push([token, shortfall]);
  return short;
}

function shown(ledger: Ledger, token: Address, units: bigint): string {
  for (const { traded, quote } of ledger.markets.values()) {
    const rules = [traded, quote].find(({ contract }) => contract === token);
    if (rules !== undefined) return `${wholeTokens(units, rules.decimals)} ${rules.symbol}`;
  }
  return `${units} of ${token}`;
}

/** Cancels all orders of an account that has come to lack something, and calls the operator. `detail`: why. */
export function freezeShort(journal: Journal, detail: string): void {
  const { account } = journal;
  const short = shortfallsOf(account);
  if (short.length === 0) return;
  cancelOrders(journal, [...account.orders.values()], 'trade_reversed');
  const lines = short.map(([token, units]) => `${units} of ${token}`);
  journal.alarm('account_short', `${lines.join(', ')} missing: ${detail}`);
}
