import { type Address, address } from '@exchange/core/kernel';
import { HDNodeWallet, Mnemonic } from 'ethers';
import { DEV_MNEMONIC } from '../chain/dev-keys';

/** Enough for the seats of five markets and some more. */
const TRADERS_MAX = 40;

// The second branch of the development mnemonic: no trader is one of the accounts that people try things with.
const branch = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(DEV_MNEMONIC), "m/44'/60'/1'/0");

/** The accounts of all traders that the demo can have. */
export const traderAddresses = (): Address[] =>
  Array.from({ length: TRADERS_MAX }, (_, index) => address(branch.deriveChild(index).address.toLowerCase()));

/** The key of the nth trader, always the same: a second demo goes on with the accounts of the first. */
export function traderKey(index: number): string {
  if (index >= TRADERS_MAX) throw new Error(`the demo has keys for ${TRADERS_MAX} traders`);
  return branch.deriveChild(index).privateKey;
}
