import {
  type DeployedContract as Deployed,
  creationsOf,
  deployCreations,
  deployTestToken,
  encodeRegisterToken,
  encodeSetWithdrawalFeeCap,
  lensAddress,
  lensInterface,
  type SystemConfig,
  type SystemPlan,
  systemPlan,
  testTokenAbi,
} from '@exchange/contract/chain';
import { type Address, address, present, ZERO_ADDRESS } from '@exchange/core/kernel';
import {
  Contract,
  getCreateAddress,
  Interface,
  type JsonRpcProvider,
  NonceManager,
  parseEther,
  Wallet,
} from 'ethers';
import { type DevKey, devAccounts, fundedAccounts, operatorKeys } from './dev-keys';
import { ETHER, TEST_TOKENS, type TestToken } from '../listing/listed';
import { fundRebateBudget } from './rebate-budget';
import { Sender } from './sender';

/** What lies on the chain, as it is remembered in the data folder. */
export interface LocalDeployment {
  readonly chainId: number;
  readonly name: string;
  readonly contract: Address;
  /** The block of the contract's creation: nothing before it concerns the exchange. */
  readonly blockNumber: number;
  /** Without ETH. */
  readonly tokens: Readonly<Record<string, Address>>;
}

const WAITING_PERIOD_S = 86_400;
const MAX_FEE_BPS = 200;

const OWN_MIN = parseEther('10');
const OWN_GRANT = parseEther('100');
/** Who owns less of a test chain's coin than that has no test chain before it. */
const RICH_MIN = parseEther('5000');

const everyKey: readonly DevKey[] = [...fundedAccounts, ...Object.values(operatorKeys)];
const tokenInterface = new Interface(testTokenAbi);

function systemConfig(name: string): SystemConfig {
  return {
    name,
    admin: { key: operatorKeys.admin.address },
    settlers: [operatorKeys.settler.address],
    attester: operatorKeys.attester.address,
    coSigner: operatorKeys.coSigner.address,
    lister: operatorKeys.lister.address,
    guardian: operatorKeys.guardian.address,
    feeCollector: operatorKeys.feeCollector.address,
    waitingPeriod: WAITING_PERIOD_S,
    maxFeeBps: MAX_FEE_BPS,
  };
}

/** A chain that others started has fewer rich accounts than ours: the first one shares. */
async function fundKeys(provider: JsonRpcProvider): Promise<void> {
  const balances = await Promise.all(everyKey.map((key) => provider.getBalance(key.address)));
  const [first] = devAccounts;
  const poor = everyKey.filter((_, index) => (balances[index] ?? 0n) < OWN_MIN);
  if (first === undefined || poor.length === 0) return;
  if ((balances[0] ?? 0n) < RICH_MIN) {
    throw new Error(
      `The chain at CHAIN_URL is no development chain: ${first.address}, the first of the usual test accounts, owns little there.`,
    );
  }
  const sender = await Sender.of(provider, first);
  await Promise.all(poor.map(({ address: to }) => sender.send({ to, value: OWN_GRANT, gasLimit: 21_000n })));
}

const hasCode = async (provider: JsonRpcProvider, at: string): Promise<boolean> =>
  (await provider.getCode(at)) !== '0x';

async function planOf(provider: JsonRpcProvider, name: string): Promise<SystemPlan> {
  const { chainId } = await provider.getNetwork();
  return systemPlan(chainId, systemConfig(name));
}

/** The exchange of that name that {@link deploy} has put on this chain; undefined if it hasn't. */
export async function findContract(provider: JsonRpcProvider, name: string): Promise<Deployed | undefined> {
  const target = (await planOf(provider, name)).exchange.address;
  if (!(await hasCode(provider, target))) return undefined;
  const [first] = await provider.getLogs({ address: target, fromBlock: 0, toBlock: 'latest' });
  if (first === undefined) throw new Error(`The exchange at ${target} has no events: is its chain complete?`);
  return { address: target, blockNumber: first.blockNumber };
}

/** In the same way as `npm run deploy-contract`; what is there already stays. */
async function deployContract(provider: JsonRpcProvider, name: string): Promise<Deployed> {
  const deployer = new NonceManager(new Wallet(operatorKeys.deployer.privateKey, provider));
  const plan = await planOf(provider, name);
  const blocks: number[] = [];
  for await (const { creation, receipt } of deployCreations(deployer, creationsOf(plan))) {
    if (creation === plan.exchange && receipt) blocks.push(receipt.blockNumber);
  }
  const [blockNumber] = blocks;
  if (blockNumber === undefined) return present(await findContract(provider, name), 'exchange');
  return { address: plan.exchange.address, blockNumber };
}

/** The test tokens that lie on the chain already, by symbol: they are their deployer's first contracts. */
async function knownTokens(provider: JsonRpcProvider): Promise<Map<string, Address>> {
  const places = TEST_TOKENS.map((_, nonce) =>
    getCreateAddress({ from: operatorKeys.tokenDeployer.address, nonce }),
  );
  const found = await Promise.all(
    places.map(async (place): Promise<[string, Address][]> => {
      if (!(await hasCode(provider, place))) return [];
      const symbol = (await new Contract(place, testTokenAbi, provider).getFunction('symbol')()) as string;
      return [[symbol, address(place.toLowerCase())]];
    }),
  );
  return new Map(found.flat());
}

async function deployTokens(provider: JsonRpcProvider): Promise<Map<string, Address>> {
  const known = await knownTokens(provider);
  const deployer = new NonceManager(new Wallet(operatorKeys.tokenDeployer.privateKey, provider));
  const all = await Promise.all(
    TEST_TOKENS.map(async (token): Promise<[string, Address]> => {
      const there = known.get(token.symbol) ?? (await deployTestToken(deployer, token)).address;
      return [token.symbol, there];
    }),
  );
  return new Map(all);
}

/** Gives tokens their ids in the order of the list, as far as they have none. */
async function registerTokens(
  provider: JsonRpcProvider,
  contract: Address,
  tokens: readonly Address[],
  lister: DevKey,
): Promise<void> {
  const lens = new Contract(lensAddress(contract), lensInterface, provider);
  const count = Number(await lens.getFunction('tokenCount')());
  // Id 0 is ETH.
  const unknown = tokens.slice(count - 1);
  if (unknown.length === 0) return;
  const sender = await Sender.of(provider, lister);
  await Promise.all(
    unknown.map((token) =>
      sender.send({ to: contract, data: encodeRegisterToken(token), gasLimit: 300_000n }),
    ),
  );
}

/** Lets short withdrawals pay for their gas, as far as nobody has set what they may pay. */
export async function allowWithdrawalFees(
  provider: JsonRpcProvider,
  contract: Address,
  tokens: Readonly<Record<string, Address>>,
): Promise<void> {
  const lens = new Contract(lensAddress(contract), lensInterface, provider);
  const caps = [ETHER, ...TEST_TOKENS].map(async ({ symbol, withdrawalFeeCap: cap }) => {
    const token = symbol === ETHER.symbol ? ZERO_ADDRESS : tokens[symbol];
    if (token === undefined || (await lens.getFunction('withdrawalFeeCap')(token)) !== 0n) return [];
    return [encodeSetWithdrawalFeeCap(token, cap)];
  });
  const unset = (await Promise.all(caps)).flat();
  const sender = await Sender.of(provider, operatorKeys.admin);
  await Promise.all(unset.map((data) => sender.send({ to: contract, data, gasLimit: 100_000n })));
}

async function mintFor(provider: JsonRpcProvider, token: TestToken, at: Address): Promise<void> {
  const contract = new Contract(at, testTokenAbi, provider);
  const grant = token.grant * 10n ** BigInt(token.decimals);
  const owned = await Promise.all(
    fundedAccounts.map(async (key) => (await contract.getFunction('balanceOf')(key.address)) as bigint),
  );
  const without = fundedAccounts.filter((_, index) => owned[index] === 0n);
  const sender = await Sender.of(provider, minterOf(token));
  await Promise.all(
    without.map((key) =>
      sender.send({
        to: at,
        data: tokenInterface.encodeFunctionData('mint', [key.address, grant]),
        gasLimit: 120_000n,
      }),
    ),
  );
}

/** Anybody may mint; a key for each token lets all go into one block. */
function minterOf(token: TestToken): DevKey {
  const key = devAccounts[TEST_TOKENS.indexOf(token)];
  if (key === undefined) throw new Error('there are more tokens than accounts');
  return key;
}

/** Puts the exchange and the test tokens on the chain; what an interrupted attempt left there is used. */
export async function deploy(provider: JsonRpcProvider, name: string): Promise<LocalDeployment> {
  await fundKeys(provider);
  const [contract, tokens] = await Promise.all([deployContract(provider, name), deployTokens(provider)]);
  const { chainId } = await provider.getNetwork();
  const deployment = {
    ...{ chainId: Number(chainId), name, contract: contract.address, blockNumber: contract.blockNumber },
    tokens: Object.fromEntries(tokens),
  };
  await Promise.all([
    openTokens(provider, contract.address, tokens, operatorKeys.lister),
    allowWithdrawalFees(provider, contract.address, deployment.tokens),
  ]);
  await fundRebateBudget(provider, contract.address, deployment.tokens);
  return deployment;
}

/**
 * Puts the test tokens beside an exchange that `npm run deploy-contract` put on a development chain with keys of its own.
 * `lister`: the key that may register them.
 */
export async function addTestTokens(
  provider: JsonRpcProvider,
  exchange: Omit<LocalDeployment, 'tokens'>,
  lister: DevKey,
): Promise<LocalDeployment> {
  await requireOnChain(provider, exchange);
  await fundKeys(provider);
  const tokens = await deployTokens(provider);
  await openTokens(provider, exchange.contract, tokens, lister);
  const { chainId, name, contract, blockNumber } = exchange;
  return { chainId, name, contract, blockNumber, tokens: Object.fromEntries(tokens) };
}

/** Registers the tokens with the exchange, and gives everybody some. */
async function openTokens(
  provider: JsonRpcProvider,
  contract: Address,
  tokens: ReadonlyMap<string, Address>,
  lister: DevKey,
): Promise<void> {
  await Promise.all([
    registerTokens(provider, contract, [...tokens.values()], lister),
    ...TEST_TOKENS.map((token) => mintFor(provider, token, placeOf(tokens, token))),
  ]);
}

function placeOf(tokens: ReadonlyMap<string, Address>, token: TestToken): Address {
  const place = tokens.get(token.symbol);
  if (place === undefined) throw new Error(`${token.symbol} was not deployed`);
  return place;
}

/** Throws unless what the data folder remembers lies on this chain. */
export async function requireDeployed(
  provider: JsonRpcProvider,
  remembered: LocalDeployment,
  name: string,
): Promise<void> {
  await requireOnChain(provider, remembered);
  if (!(await hasCode(provider, lensAddress(remembered.contract)))) {
    throw new Error(
      `The exchange that this data folder knows, ${remembered.contract}, is a contract of an earlier release, which ` +
        'this one can neither read nor settle through. Let its users withdraw with the release that deployed it, or ' +
        'forget everything: npm start -- --reset',
    );
  }
  if (remembered.name !== name) {
    throw new Error(
      `This data folder's exchange is called "${remembered.name}" in its contract, not "${name}". ` +
        'Unset EXCHANGE_NAME, or forget everything: npm start -- --reset',
    );
  }
}

async function requireOnChain(
  provider: JsonRpcProvider,
  { contract, chainId }: Pick<LocalDeployment, 'contract' | 'chainId'>,
): Promise<void> {
  const { chainId: found } = await provider.getNetwork();
  if (Number(found) === chainId && (await hasCode(provider, contract))) return;
  throw new Error(
    `The exchange that this data folder knows, ${contract} on chain ${chainId}, is not on this chain. Give its chain ` +
      'again, or forget everything: npm start -- --reset',
  );
}
