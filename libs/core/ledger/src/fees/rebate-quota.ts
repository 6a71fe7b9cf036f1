import { type TokenAmount, ZERO_AMOUNT } from '@exchange/core/kernel';

/** What one partition may pay as rebates in a token, and what it has promised of it to trades that aren't settled. */
export interface RebateQuota {
  readonly quota: TokenAmount;
  readonly reserved: TokenAmount;
}

export const NO_REBATE_QUOTA: RebateQuota = { quota: ZERO_AMOUNT, reserved: ZERO_AMOUNT };
