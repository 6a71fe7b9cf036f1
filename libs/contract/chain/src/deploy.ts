import { address, type Address, assert, present } from '@exchange/core/kernel';
import { ContractFactory, type Signer } from 'ethers';
import { deployCreations, isThere } from './deployment/deploy-creations';
import type { ExchangeConfig } from './deployment/system-config';
import { creationsOf, systemPlan } from './deployment/system-plan';
import { testTokenAbi } from './generated/test-token-abi';
import { testTokenBytecode } from './generated/test-token-bytecode';

export interface DeployedContract {
  readonly address: Address;
  /** The block that contains it: where a watcher starts. */
  readonly blockNumber: number;
}

/**
 * Deploys an exchange with its lens and its router, as `npm run deploy-contract` does, with any address as admin: for dev
 * chains and tests. One that is already there is an error.
 */
export async function deployExchange(signer: Signer, config: ExchangeConfig): Promise<DeployedContract> {
  const provider = present(signer.provider, 'provider of the signer');
  const { chainId } = await provider.getNetwork();
  const plan = systemPlan(chainId, { ...config, admin: { key: config.admin } });
  const { address: at } = plan.exchange;
  if (await isThere(provider, at)) throw new Error(`there is a contract at ${at} already`);
  const blocks: number[] = [];
  for await (const { creation, receipt } of deployCreations(signer, creationsOf(plan))) {
    if (creation === plan.exchange && receipt) blocks.push(receipt.blockNumber);
  }
  return { address: at, blockNumber: present(blocks[0], 'block of the exchange') };
}

/** Deploys a token that anybody may mint: for dev chains and tests only. */
export async function deployTestToken(
  signer: Signer,
  token: { readonly name: string; readonly symbol: string; readonly decimals: number },
): Promise<DeployedContract> {
  const factory = new ContractFactory(testTokenAbi, testTokenBytecode, signer);
  const contract = await factory.deploy(token.name, token.symbol, token.decimals);
  const receipt = await contract.deploymentTransaction()?.wait();
  assert(receipt !== null && receipt !== undefined, 'a mined transaction has a receipt');
  return { address: address(await contract.getAddress()), blockNumber: receipt.blockNumber };
}
