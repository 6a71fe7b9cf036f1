import { address, type Address, assert } from '@exchange/core/kernel';
import {
  AbiCoder,
  concat,
  ContractFactory,
  getCreate2Address,
  keccak256,
  type Provider,
  type Signer,
  solidityPackedKeccak256,
  ZeroHash,
} from 'ethers';
import { exchangeAbi } from './generated/exchange-abi';
import { exchangeBytecode } from './generated/exchange-bytecode';
import { exchangeLensBytecode } from './generated/exchange-lens-bytecode';
import { depositRouterBytecode } from './generated/deposit-router-bytecode';
import { testTokenAbi } from './generated/test-token-abi';
import { testTokenBytecode } from './generated/test-token-bytecode';

/** The CREATE2 factory that sits at the same address on nearly every chain, anvil included (EIP-2470's successor). */
export const CREATE2_FACTORY = '0x4e59b44847b379578588920ca78fbf26c0b4956c';

/** Uniswap's Permit2, at this address on every chain that has it. Without it the router takes EIP-2612 permits alone. */
export const PERMIT2 = address('0x000000000022d473030f116ddee9f6b43ac78ba3');

/** Who holds what in a new exchange. All settlers, the attester and the other operating keys must be different. */
export interface ExchangeConfig {
  /** Name of the EIP-712 domain. */
  readonly name: string;
  /** A timelock of at least 48 h in production; any address on a dev chain. */
  readonly admin: Address;
  /** The one that settles, and those that stand by: a later grant takes as long as the timelock. */
  readonly settlers: readonly Address[];
  readonly attester: Address;
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

/** What the CREATE2 factory is called with, and where that puts the contract. */
interface Creation {
  readonly data: string;
  readonly target: Address;
}

function creationOf(salt: string, initCode: string): Creation {
  const target = address(getCreate2Address(CREATE2_FACTORY, salt, keccak256(initCode)));
  return { data: concat([salt, initCode]), target };
}

async function exchangeCreation(chainId: bigint, config: ExchangeConfig): Promise<Creation> {
  const salt = solidityPackedKeccak256(['uint256', 'string'], [chainId, config.name]);
  const { data } = await new ContractFactory(exchangeAbi, exchangeBytecode).getDeployTransaction(config);
  return creationOf(salt, data);
}

/** A contract that belongs to an exchange, and is found by its address alone. */
const companionOf = (bytecode: string, ...constructorValues: readonly Address[]): Creation => {
  const types = constructorValues.map(() => 'address');
  return creationOf(
    ZeroHash,
    concat([bytecode, AbiCoder.defaultAbiCoder().encode(types, constructorValues)]),
  );
};

const lensCreation = (exchange: Address) => companionOf(exchangeLensBytecode, exchange);
const routerCreation = (exchange: Address) => companionOf(depositRouterBytecode, exchange, PERMIT2);

/** Where {@link deployExchange} puts the exchange: it depends on the chain and on every word of its configuration. */
export async function exchangeAddress(chainId: bigint, config: ExchangeConfig): Promise<Address> {
  return (await exchangeCreation(chainId, config)).target;
}

/** Where the views of the exchange are (contracts/src/lens/ExchangeLens.sol). */
export const lensAddress = (exchange: Address): Address => lensCreation(exchange).target;

/** Where tokens are deposited with a signature in place of an approval (contracts/src/router/DepositRouter.sol). */
export const routerAddress = (exchange: Address): Address => routerCreation(exchange).target;

/**
 * Deploys the exchange by CREATE2 with the chain id in the salt, so that no two chains have it at one address:
 * personal order signatures name the contract, but no chain. An exchange that is already there is an error. Its lens
 * and its router come after it.
 */
export async function deployExchange(signer: Signer, config: ExchangeConfig): Promise<DeployedContract> {
  const provider = providerOf(signer);
  const { chainId } = await provider.getNetwork();
  const creation = await exchangeCreation(chainId, config);
  const { target } = creation;
  if (await hasCode(provider, target)) throw new Error(`there is a contract at ${target} already`);
  const blockNumber = await create(signer, creation);
  await deployCompanions(signer, target);
  return { address: target, blockNumber };
}

/** Deploys the lens and the router of an exchange, as far as they aren't there: anybody may, with the same result. */
export async function deployCompanions(signer: Signer, exchange: Address): Promise<void> {
  for (const creation of [lensCreation(exchange), routerCreation(exchange)]) {
    if (!(await hasCode(providerOf(signer), creation.target))) await create(signer, creation);
  }
}

/** The number of the block that has it. */
async function create(signer: Signer, { data, target }: Creation): Promise<number> {
  const sent = await signer.sendTransaction({ to: CREATE2_FACTORY, data });
  const receipt = await sent.wait();
  assert(receipt !== null, 'a mined transaction has a receipt');
  if (!(await hasCode(providerOf(signer), target))) {
    throw new Error(`nothing was deployed at ${target}: has this chain the factory ${CREATE2_FACTORY}?`);
  }
  return receipt.blockNumber;
}

function providerOf({ provider }: Signer): Provider {
  assert(provider !== null, 'deploying needs a signer with a provider');
  return provider;
}

const hasCode = async (provider: Provider, at: Address): Promise<boolean> =>
  (await provider.getCode(at)) !== '0x';

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
