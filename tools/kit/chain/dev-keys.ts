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

const DEV_ACCOUNTS = 24;
/** The first accounts of the chain; they own ETH and every token, and belong to whoever tries the exchange out. */
export const devAccounts: readonly DevKey[] = Array.from({ length: DEV_ACCOUNTS }, (_, index) =>
  keyAt(index),
);

/** They own as much as the others, and have the limits that everybody has on an exchange of others. */
export const limitedAccounts: readonly DevKey[] = [keyAt(DEV_ACCOUNTS), keyAt(DEV_ACCOUNTS + 1)];

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
} as const;

/** So many accounts the development chain must fund when it begins. */
export const FUNDED_ACCOUNTS = 40;
export const FUNDED_ETH = 1_000_000;
