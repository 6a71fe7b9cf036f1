import { amountText, shown, text, type ValueOf, view } from '../codec';

/** What an account has of one token (seed: Balance object). */
export const balanceView = view({
  token: shown('TOKEN', text, 'symbol'),
  settled: shown('SETTLED_BALANCE', amountText, 'what the contract holds for the account'),
  usable: shown('USABLE_BALANCE', amountText, 'what orders and withdrawals can use'),
  blocked: shown(
    'BLOCKED_BALANCE',
    amountText,
    'what is blocked in the contract for a withdrawal without co-signature',
  ),
});
export type BalanceView = ValueOf<typeof balanceView>;
