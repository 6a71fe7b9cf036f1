import type { RequestDefinition } from '@exchange/contract/bus';
import { ok, type Result } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import type { RequestInput } from '@exchange/platform';
import type { LedgerTurn } from '../ledger-turn';
import { grantedAccount } from '../login/granted-account';
import { requestTenths } from './request-cost';

/**
 * Charges a request to the account whose genuine grant it carries; nobody else can spend an account's points. Refused
 * with RATE_LIMITED before it has any effect.
 */
export function chargeGranted(
  { rules, book, at }: LedgerTurn,
  definition: RequestDefinition,
  input: RequestInput<unknown>,
): Result<void> {
  const tenths = requestTenths(definition);
  if (tenths === 0) return ok(undefined);
  // What costs something carries a grant: `requestTenths`.
  const granted = input as RequestInput<{ grant: string; origin?: Origin }>;
  const account = grantedAccount(granted, rules);
  return account === undefined ? ok(undefined) : book.points.charge(account, tenths, at);
}
