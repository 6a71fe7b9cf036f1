import { type Address, address } from '@exchange/core/kernel';
import {
  concat,
  getCreate2Address,
  Interface,
  type InterfaceAbi,
  keccak256,
  solidityPackedKeccak256,
} from 'ethers';

/** The CREATE2 factory that sits at the same address on nearly every chain, anvil included (EIP-2470's successor). */
export const CREATE2_FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

/** A contract that one transaction puts at an address that is known beforehand. */
export interface Creation {
  readonly contract: string;
  readonly address: Address;
  /** What the factory is sent. */
  readonly data: string;
  /** As block explorers want them: the encoded arguments, without 0x. */
  readonly constructorArguments: string;
}

/**
 * The creation of a contract through the factory. Its address follows from the salt, the code and every word of the
 * arguments, so that what is there was made exactly so, whoever sent it.
 */
export function creationOf(
  compiled: { readonly contract: string; readonly abi: InterfaceAbi; readonly bytecode: string },
  salt: string,
  args: readonly unknown[],
): Creation {
  const encoded = new Interface(compiled.abi).encodeDeploy(args);
  const initCode = concat([compiled.bytecode, encoded]);
  return {
    contract: compiled.contract,
    address: address(getCreate2Address(CREATE2_FACTORY, salt, keccak256(initCode))),
    data: concat([salt, initCode]),
    constructorArguments: encoded.slice('0x'.length),
  };
}

/**
 * With the chain in it, no two chains have an exchange at one address: personal order signatures name the contract, but no
 * chain.
 */
export const chainSalt = (chainId: bigint, name: string): string =>
  solidityPackedKeccak256(['uint256', 'string'], [chainId, name]);
