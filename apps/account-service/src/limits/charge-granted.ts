import { ok, type Result } from '@exchange/core/kernel';
import type { Origin } from '@exchange/core/message';
import { grantedAccount } from '../inbox/command/login/granted-account';
import type { LedgerTurn } from '../inbox/request-handler';

/**
 * Charges a request to the account whose genuine grant it carries; nobody else can spend an account's points. Refused
 * with RATE_LIMITED before it has any effect.
 */
export function chargeGranted(
  turn: LedgerTurn,
  request: unknown,
  sender: string,
  tenths: number,
): Result<void> {
  if (tenths === 0) return ok(undefined);
  // What costs something carries a grant: `requestTenths`.
  const [account] = grantedAccount(request as { grant: string; origin?: Origin }, turn.context, sender);
  return account === undefined ? ok(undefined) : turn.book.points.charge(account, tenths, turn.at);
}
