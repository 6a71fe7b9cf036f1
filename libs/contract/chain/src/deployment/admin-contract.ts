import { type Address, address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { lensInterface } from '../exchange-interface';
import { lensAddress } from './companions';
import type { AskState } from './contract-code';

const WORD = /^0x[0-9a-f]{64}$/i;

/** The admin of an exchange; undefined when it is no contract, and announces nothing. */
export async function adminContract(ask: AskState, exchange: Address): Promise<Address | undefined> {
  const data = lensInterface.encodeFunctionData('defaultAdmin');
  const returned = String(await ask('eth_call', [{ to: lensAddress(exchange), data }]));
  if (!WORD.test(returned)) return undefined;
  const admin = address(String(lensInterface.decodeFunctionResult('defaultAdmin', returned)[0]));
  if (admin === ZERO_ADDRESS) return undefined;
  return (await ask('eth_getCode', [admin])) === '0x' ? undefined : admin;
}
