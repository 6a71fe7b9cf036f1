import { type Address, address } from '@exchange/core/kernel';
import { HDNodeWallet, Mnemonic } from 'ethers';

/** The mnemonic that every Ethereum development tool knows. Nothing of value may ever lie on its accounts. */
export const DEV_MNEMONIC = 'test test test test test test test test test test test junk';

export interface DevKey {
  readonly address: Address;
  readonly privateKey: string;
}

const wallets = HDNodeWallet.fromMnemonic(Mnemonic.fromPhrase(DEV_MNEMONIC), "m/44'/60'/0'/0");

function keyAt(index: number): DevKey {
  const { address: text, privateKey } = wallets.deriveChild(index);
  return { address: address(text.toLowerCase()), privateKey };
}

const keys = (first: number, end: number): DevKey[] =>
  Array.from({ length: end - first }, (_, index) => keyAt(first + index));

/** So many accounts the development chain must fund when it begins. */
export const FUNDED_ACCOUNTS = 72;
export const FUNDED_ETH = 1_000_000;

/** They own ETH and every token, and belong to whoever tries the exchange out: the first of the chain, and its last. */
export const devAccounts: readonly DevKey[] = [...keys(0, 24), ...keys(40, FUNDED_ACCOUNTS)];

/** They own as much as the others, and have the limits that everybody has on an exchange of others. */
export const limitedAccounts: readonly DevKey[] = keys(24, 26);

/** Everybody who is given tokens on the chain. */
export const fundedAccounts: readonly DevKey[] = [...devAccounts, ...limitedAccounts];

/** The keys of the operator and of the deployment. Each has one task, and none is a dev account. */
export const operatorKeys = {
  settler: keyAt(30),
  coSigner: keyAt(31),
  lister: keyAt(32),
  guardian: keyAt(33),
  feeCollector: keyAt(34),
  admin: keyAt(35),
  deployer: keyAt(36),
  tokenDeployer: keyAt(37),
  attester: keyAt(38),
} as const;
