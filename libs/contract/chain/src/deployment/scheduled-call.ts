import type { Address } from '@exchange/core/kernel';
import { formatUnits, id, type Interface, type TransactionDescription } from 'ethers';
import { exchangeInterface, roleOf, timelockInterface } from '../exchange-interface';

/** A call that a timelock will make. */
export interface TimelockCall {
  readonly target: Address;
  /** Wei. */
  readonly value: bigint;
  readonly data: string;
}

export interface CallInWords {
  readonly words: string;
  /** It would change roles, delays, fees or the fee collector, take budget back or end a pause; or nobody can read it. */
  readonly isGrave: boolean;
}

/**
 * Calls of the exchange and of the timelock itself that change who may do what, how soon, and for how much, that take what
 * rebates are paid from, or that end what a guardian stopped.
 */
const GRAVE: ReadonlySet<string> = new Set([
  ...['grantRole', 'revokeRole', 'renounceRole', 'dropRole', 'updateDelay', 'setWaitingPeriod'],
  ...['setMaxFeeBps', 'setWithdrawalFeeCap', 'setFeeCollector'],
  ...['releaseRebates', 'resumeSettlement', 'resumeDeposits'],
]);

/** 0x, the name of a function, and a word. */
const DATA_SHOWN = 74;

const TIMELOCK_ROLES: ReadonlyMap<string, string> = new Map(
  ['PROPOSER_ROLE', 'EXECUTOR_ROLE', 'CANCELLER_ROLE'].map((role) => [id(role), role.replace('_ROLE', '')]),
);

/** A call as a person reads it: which function of which contract, and with what. */
export function callInWords(
  { target, value, data }: TimelockCall,
  { exchange, timelock }: { readonly exchange: Address; readonly timelock: Address },
): CallInWords {
  const ether = value === 0n ? '' : ` with ${formatUnits(value, 18)} ETH`;
  const known: Readonly<Record<string, readonly [string, Interface]>> = {
    [exchange]: ['exchange', exchangeInterface],
    [timelock]: ['timelock', timelockInterface],
  };
  const [name, abi] = known[target] ?? [target, undefined];
  const call = abi && readCall(abi, data);
  if (call === undefined) {
    const isPayment = data === '0x';
    const what = isPayment ? 'nothing but a payment' : `a call that can't be read, ${shortened(data)}`;
    return { words: `${name}: ${what}${ether}`, isGrave: !isPayment };
  }
  return { words: `${name}: ${call.name}(${argumentsOf(call)})${ether}`, isGrave: GRAVE.has(call.name) };
}

function readCall(abi: Interface, data: string): TransactionDescription | undefined {
  try {
    return abi.parseTransaction({ data }) ?? undefined;
  } catch {
    return undefined;
  }
}

const shortened = (data: string): string =>
  data.length > DATA_SHOWN ? `${data.slice(0, DATA_SHOWN)}…` : data;

const argumentsOf = ({ fragment, args }: TransactionDescription): string =>
  fragment.inputs.map(({ name }, at) => `${name}: ${shown(name, args[at])}`).join(', ');

function shown(name: string, value: unknown): string {
  const text = String(value).toLowerCase();
  return name === 'role' ? (TIMELOCK_ROLES.get(text) ?? roleOf(text) ?? text) : text;
}
