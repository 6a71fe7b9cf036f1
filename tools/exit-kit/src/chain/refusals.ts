import { exchangeInterface } from '@exchange/contract/chain';
import { AbiCoder, dataSlice } from 'ethers';

/** What the contract's refusals mean for whoever calls it, and what helps. */
const SENTENCES: Readonly<Record<string, string>> = {
  AccountIsDelegate: 'this key is a delegate, not an account: use the key of the account',
  AccountIsExiting: 'an exit of this token is in force',
  BadReceiver: 'the receiver must be an account other than the zero address and the contract itself',
  ExitNotReady: 'no exit of this token was asked for, or its time has not come yet',
  InsufficientBalance: 'the contract holds less of this token for the account',
  MinNonceNotReady: 'no higher least nonce was asked for, or its time has not come yet',
  NonceUsed: 'this nonce is used or void already',
  NotYourDelegate: 'this key is no delegate of the account',
  ParameterOutOfRange: 'a value is out of range',
  TransferFailed: 'the receiver does not take ether: name another one',
  UnexpectedTokenAmount: 'the token moved another amount than it was told to: try a smaller part',
  ZeroAmount: 'there is nothing to take out',
};

const ERROR_STRING = '0x08c379a0';

/** Why a call was refused, in words. `data`: what it returned; `message`: what the node says. */
export function refusalText(data: string | undefined, message: string): string {
  if (data === undefined || data === '0x') return `the node says: ${message}`;
  const name = named(data);
  if (name !== undefined) return `${SENTENCES[name] ?? 'the contract refuses this'} (${name})`;
  return `a token or receiver refuses this: ${reasonIn(data) ?? data}`;
}

function named(data: string): string | undefined {
  try {
    return exchangeInterface.parseError(data)?.name;
  } catch {
    return undefined;
  }
}

function reasonIn(data: string): string | undefined {
  if (!data.startsWith(ERROR_STRING)) return undefined;
  try {
    return String(AbiCoder.defaultAbiCoder().decode(['string'], dataSlice(data, 4))[0]);
  } catch {
    return undefined;
  }
}
