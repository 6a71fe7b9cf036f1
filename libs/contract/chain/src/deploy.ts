import { address, type Address, assert } from '@exchange/core/kernel';
import {
  concat,
  ContractFactory,
  getCreate2Address,
  keccak256,
  type Signer,
  solidityPackedKeccak256,
} from 'ethers';
import { exchangeAbi } from './generated/exchange-abi';
import { exchangeBytecode } from './generated/exchange-bytecode';
import { testTokenAbi } from './generated/test-token-abi';
import { testTokenBytecode } from './generated/test-token-bytecode';

/** The CREATE2 factory that sits at the same address on nearly every chain, anvil included (EIP-2470's successor). */
export const CREATE2_FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

/** Who holds what in a new exchange. The four operating roles must be four different addresses. */
export interface ExchangeConfig {
  /** Name of the EIP-712 domain, at most 31 bytes. */
  readonly name: string;
  /** A timelock of at least 48 h in production; any address on a dev chain. */
  readonly admin: Address;
  /** Seconds a hand-over of the admin waits. */
  readonly adminDelay: number;
  readonly settler: Address;
  readonly coSigner: Address;
  readonly lister: Address;
  readonly guardian: Address;
  readonly feeCollector: Address;
  /** Seconds, 1 h … 7 d. */
  readonly waitingPeriod: number;
  /** Basis points, at most 500. */
  readonly maxFeeBps: number;
}

export interface DeployedContract {
  readonly address: Address;
  /** The block that contains it: where a watcher starts. */
  readonly blockNumber: number;
}

/** The transaction that creates the exchange on this chain, and where that puts it. */
async function creation(chainId: bigint, config: ExchangeConfig): Promise<{ data: string; target: Address }> {
  const salt = solidityPackedKeccak256(['uint256', 'string'], [chainId, config.name]);
  const factory = new ContractFactory(exchangeAbi, exchangeBytecode);
  const { data: initCode } = await factory.getDeployTransaction(config);
  const target = address(getCreate2Address(CREATE2_FACTORY, salt, keccak256(initCode)));
  return { data: concat([salt, initCode]), target };
}

/** Where {@link deployExchange} puts the exchange: it depends on the chain and on every word of its configuration. */
export async function exchangeAddress(chainId: bigint, config: ExchangeConfig): Promise<Address> {
  return (await creation(chainId, config)).target;
}

/**
 * Deploys the exchange by CREATE2 with the chain id in the salt, so that no two chains have it at one address:
 * personal order signatures name the contract, but no chain. An exchange that is already there is an error.
 */
export async function deployExchange(signer: Signer, config: ExchangeConfig): Promise<DeployedContract> {
  const provider = signer.provider;
  assert(provider !== null, 'deploying needs a signer with a provider');
  const { chainId } = await provider.getNetwork();
  const { data, target } = await creation(chainId, config);
  if ((await provider.getCode(target)) !== '0x') throw new Error(`there is a contract at ${target} already`);

  const sent = await signer.sendTransaction({ to: CREATE2_FACTORY, data });
  const receipt = await sent.wait();
  assert(receipt !== null, 'a mined transaction has a receipt');
  if ((await provider.getCode(target)) === '0x') {
    throw new Error(`nothing was deployed at ${target}: has this chain the factory ${CREATE2_FACTORY}?`);
  }
  return { address: target, blockNumber: receipt.blockNumber };
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
