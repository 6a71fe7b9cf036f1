import { type Address, address } from '@exchange/core/kernel';
import { ZeroHash } from 'ethers';
import { depositRouterAbi } from '../generated/deposit-router-abi';
import { depositRouterBytecode } from '../generated/deposit-router-bytecode';
import { exchangeLensAbi } from '../generated/exchange-lens-abi';
import { exchangeLensBytecode } from '../generated/exchange-lens-bytecode';
import { type Creation, creationOf } from './creations';

/** Uniswap's Permit2, at this address on every chain that has it. Without it the router takes EIP-2612 permits alone. */
export const PERMIT2 = address('0x000000000022d473030f116ddee9f6b43ac78ba3');

const LENS = { contract: 'ExchangeLens', abi: exchangeLensAbi, bytecode: exchangeLensBytecode };
const ROUTER = { contract: 'DepositRouter', abi: depositRouterAbi, bytecode: depositRouterBytecode };

/** The contract that has the views of an exchange; it is found by the address of the exchange alone. */
export const lensCreation = (exchange: Address): Creation => creationOf(LENS, ZeroHash, [exchange]);

/** The contract that deposits with signatures; found in the same way. */
export const routerCreation = (exchange: Address): Creation =>
  creationOf(ROUTER, ZeroHash, [exchange, PERMIT2]);

/** It hashes the code of the contract, and is asked for with each block. A process knows one exchange. */
const lensAddresses = new Map<Address, Address>();

/** Where the views of the exchange are (contracts/src/lens/ExchangeLens.sol). */
export function lensAddress(exchange: Address): Address {
  const found = lensAddresses.get(exchange) ?? lensCreation(exchange).address;
  lensAddresses.set(exchange, found);
  return found;
}

/** Where tokens are deposited with a signature in place of an approval (contracts/src/router/DepositRouter.sol). */
export const routerAddress = (exchange: Address): Address => routerCreation(exchange).address;
