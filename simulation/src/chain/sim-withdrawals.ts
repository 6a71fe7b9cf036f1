import {
  exchangeInterface,
  type OperatorWithdrawal,
  WITHDRAWAL_REASONS,
  WITHDRAWAL_SCHEMES,
} from '@exchange/contract/chain';
import { type Address, address, amount, hash } from '@exchange/core/kernel';
import { checkWithdrawalSigner, type WithdrawalScheme } from '@exchange/core/order';
import { addBalance, balanceOf, type ContractState, type Emitted } from './sim-contract';
import type { SettleRules } from './settle-rules';

type Reason = (typeof WITHDRAWAL_REASONS)[number];

const SCHEMES = Object.keys(WITHDRAWAL_SCHEMES) as WithdrawalScheme[];
const MAX_FEE_BPS = 200n;

/** Whether call data is that of withdrawForUsers. */
export const isWithdrawalCall = (data: string): boolean =>
  data.startsWith(exchangeInterface.getFunction('withdrawForUsers')?.selector ?? '0x');

/** The contract's withdrawForUsers, said again over plain maps. */
export function withdrawForUsers(
  state: ContractState,
  data: string,
  blockTime: number,
  rules: SettleRules,
): readonly Emitted[] | undefined {
  const [validUntil, items] = exchangeInterface.decodeFunctionData('withdrawForUsers', data);
  if (blockTime > Number(validUntil)) return undefined;
  return [...items].map((item: unknown[]): Emitted => {
    const withdrawal = readItem(item);
    const reason = judgeWithdrawal(state, withdrawal, blockTime, rules);
    const { account, token, amount: units, fee, receiver, nonce } = withdrawal;
    if (reason !== 'OK') return ['WithdrawalFailed', account, nonce, WITHDRAWAL_REASONS.indexOf(reason)];
    state.usedNonces.add(`${account} ${nonce}`);
    addBalance(state, account, token, -units);
    if (fee > 0n) addBalance(state, rules.collector, token, fee);
    return ['Withdrawn', account, token, units, fee, receiver, nonce, 2];
  });
}

/** In the contract's order of checks; transfers never fail here. */
export function judgeWithdrawal(
  state: ContractState,
  withdrawal: OperatorWithdrawal,
  blockTime: number,
  { domain, crypto }: SettleRules,
): Reason {
  const { account, token, amount: units, fee, nonce, scheme, deadline, receiver } = withdrawal;
  const isFull = scheme === 'full';
  const limit = isFull ? withdrawal.maxFee : (units * MAX_FEE_BPS) / 10_000n;
  if (state.usedNonces.has(`${account} ${nonce}`)) return 'NONCE_USED';
  if (isFull && blockTime > deadline) return 'DEADLINE';
  const terms = { ...withdrawal, nonce: Number(nonce) };
  if (!checkWithdrawalSigner(terms, signatureOf(withdrawal), domain, crypto).ok) return 'SIGNATURE';
  if (units > balanceOf(state, account, token)) return 'BALANCE';
  if (fee > limit || limit > units) return 'FEE';
  return BigInt(receiver) === 0n ? 'RECEIVER' : 'OK';
}

function signatureOf({ r, vs }: OperatorWithdrawal) {
  const word = BigInt(vs);
  const s = word & ((1n << 255n) - 1n);
  return {
    v: word >> 255n === 1n ? 28 : 27,
    r: hash(r),
    s: hash(`0x${s.toString(16).padStart(64, '0')}`),
  } as const;
}

function readItem(item: unknown[]): OperatorWithdrawal {
  const [account, token, units, maxFee, fee, receiver, nonce, deadline, scheme, r, vs] = item;
  const full = SCHEMES[Number(scheme)] ?? 'full';
  const owner: Address = address(String(account));
  return {
    account: owner,
    token: address(String(token)),
    amount: amount(BigInt(String(units))),
    maxFee: amount(BigInt(String(maxFee))),
    fee: amount(BigInt(String(fee))),
    receiver: full === 'full' ? address(String(receiver)) : owner,
    nonce: BigInt(String(nonce)),
    deadline: Number(deadline),
    scheme: full,
    r: String(r),
    vs: String(vs),
  };
}
