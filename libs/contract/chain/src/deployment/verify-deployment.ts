import { type Address, address, DefectError, ZERO_ADDRESS } from '@exchange/core/kernel';
import { Contract, id, type JsonRpcApiProvider, ZeroHash } from 'ethers';
import { ROLES, type ContractRole } from '../codes';
import { exchangeInterface, lensInterface, roleHash, timelockInterface } from '../exchange-interface';
import { lensAddress } from './companions';
import {
  type AskState,
  type NamedExchange,
  verifyCode,
  verifyRouterCode,
  verifyTimelockCode,
} from './contract-code';
import { compared, comparedSets, differenceOf, type Comparison } from './comparison';
import { logsInRanges } from './logs-in-ranges';
import { ROLE_TOPICS, roleHolders } from './role-holders';
import { NO_CONTRACT } from './runtime-code';
import { type AskNode, type ScheduledOperation, scheduledOperations } from './scheduled-operations';
import type { SystemConfig, TimelockConfig } from './system-config';

/** Where a deployment lies. */
export interface DeployedSystem extends NamedExchange {
  /** The contract's admin; undefined where it is a plain key. */
  readonly timelock: Address | undefined;
  /** The block of the first of its contracts, or an earlier one: where its logs begin. */
  readonly fromBlock: number;
}

type Holders = ReadonlyMap<string, ReadonlySet<Address>>;

/**
 * What a program that holds a key of the contract checks before it does anything: that the code at the contract's address is
 * that of this release, with its chain and name in it, and that the key has its role, or one of the keys that stand in for
 * each other. Throws a DefectError that says what differs; an Error while there is no contract yet, as a node says that lags behind.
 */
export async function requireOwnRole(
  ask: AskState,
  place: NamedExchange,
  role: ContractRole,
  ...holders: readonly Address[]
): Promise<void> {
  const code = await verifyCode(ask, place);
  const absent = code.find(({ found }) => found === NO_CONTRACT);
  if (absent !== undefined) throw new Error(`there is no contract on the chain: ${absent.what}`);
  // Other code may say anything of its roles.
  const difference = differenceOf(code) ?? differenceOf([await ownRole(ask, place, role, holders)]);
  if (difference === undefined) return;
  throw new DefectError(`the contract ${place.contract} is not as it must be. ${difference}`);
}

async function ownRole(
  ask: AskState,
  { contract }: NamedExchange,
  role: ContractRole,
  holders: readonly Address[],
): Promise<Comparison> {
  const granted = await Promise.all(holders.map(async (holder) => hasRole(ask, contract, role, holder)));
  const found = granted.includes(true) ? 'granted' : 'not granted';
  return compared(`role ${role} of ${holders.join(' or ')}`, 'granted', found);
}

/** Whether the contract grants the role to the holder, in the state that is asked. */
export async function hasRole(
  ask: AskState,
  contract: Address,
  role: ContractRole,
  holder: Address,
): Promise<boolean> {
  const data = exchangeInterface.encodeFunctionData('hasRole', [roleHash(role), holder]);
  const returned = String(await ask('eth_call', [{ to: contract, data }]));
  return exchangeInterface.decodeFunctionResult('hasRole', returned)[0] === true;
}

/** Whatever passes a question on to a node. */
interface Sender {
  send(method: string, params: unknown[]): Promise<unknown>;
}

/** Asks a node for its newest state. */
export const newestState =
  (node: Sender): AskState =>
  (method, params) =>
    node.send(method, [...params, 'latest']);

/** What lies on the chain, compared with what was wanted, and what is to become of it. */
export interface Verification {
  readonly comparisons: readonly Comparison[];
  /** What its timelock has announced and may still do; empty where other code than ours lies. */
  readonly scheduled: readonly ScheduledOperation[];
}

/** Compares everything that was wanted with what lies on the chain: code, holders of roles, delays and parameters. */
export async function verifyDeployment(
  provider: JsonRpcApiProvider,
  system: DeployedSystem,
  config: SystemConfig,
): Promise<Verification> {
  const { chainId } = await provider.getNetwork();
  const ask = newestState(provider);
  const code = [...(await verifyCode(ask, system)), await verifyRouterCode(ask, system)];
  const comparisons = [compared('chain id', String(system.chainId), String(chainId)), ...code];
  // Other code may say anything.
  if (comparisons.some(({ ok }) => !ok)) return { comparisons, scheduled: [] };
  const ofSystem = [
    ...(await verifyRoles(provider, system, config)),
    ...(await verifyParameters(provider, system, config)),
  ];
  const ofTimelock =
    'timelock' in config.admin
      ? await verifyTimelock(provider, system, config.admin.timelock)
      : { comparisons: [], scheduled: [] };
  return {
    comparisons: [...comparisons, ...ofSystem, ...ofTimelock.comparisons],
    scheduled: ofTimelock.scheduled,
  };
}

async function verifyRoles(
  provider: JsonRpcApiProvider,
  system: DeployedSystem,
  config: SystemConfig,
): Promise<readonly Comparison[]> {
  const holders = await holdersOf(provider, system.contract, system.fromBlock);
  const { admin, settlers, attester, coSigner, lister, guardian } = config;
  const wanted: Readonly<Record<ContractRole, readonly Address[]>> = {
    DEFAULT_ADMIN: ['key' in admin ? admin.key : (system.timelock ?? ZERO_ADDRESS)],
    SETTLER: settlers,
    ATTESTER: [attester],
    COSIGNER: [coSigner],
    LISTER: [lister],
    GUARDIAN: [guardian],
  };
  const rows = ROLES.map((role) => [role, roleHash(role), wanted[role]] as const);
  return compareHolders(holders, rows);
}

/** Also of roles that nobody was to have. */
function compareHolders(
  holders: Holders,
  wanted: readonly (readonly [name: string, hash: string, holders: readonly Address[]])[],
): readonly Comparison[] {
  const known = new Set(wanted.map(([, hash]) => hash));
  const others = [...holders].filter(([hash, found]) => !known.has(hash) && found.size > 0);
  return [
    ...wanted.map(([name, hash, expected]) => comparedSets(name, expected, holders.get(hash) ?? [])),
    ...others.map(([hash, found]) => comparedSets(`role ${hash}`, [], found)),
  ];
}

async function holdersOf(
  provider: JsonRpcApiProvider,
  contract: Address,
  fromBlock: number,
): Promise<Holders> {
  const range = { first: fromBlock, last: await provider.getBlockNumber() };
  const logs = await logsInRanges(range, ({ first, last }) =>
    provider.getLogs({ address: contract, topics: [[...ROLE_TOPICS]], fromBlock: first, toBlock: last }),
  );
  return roleHolders(logs);
}

async function verifyParameters(
  provider: JsonRpcApiProvider,
  system: DeployedSystem,
  config: SystemConfig,
): Promise<readonly Comparison[]> {
  const lens = new Contract(lensAddress(system.contract), lensInterface, provider);
  const ask = async (name: string) => String(await lens.getFunction(name)()).toLowerCase();
  return [
    compared('waiting period', String(config.waitingPeriod), await ask('waitingPeriod')),
    compared('largest fee', String(config.maxFeeBps), await ask('maxFeeBps')),
    compared('fee collector', config.feeCollector, await ask('feeCollector')),
  ];
}

async function verifyTimelock(
  provider: JsonRpcApiProvider,
  { timelock = ZERO_ADDRESS, contract: exchange, fromBlock }: DeployedSystem,
  { delay, proposers, executors }: TimelockConfig,
): Promise<Verification> {
  const code = await verifyTimelockCode(newestState(provider), timelock);
  if (!code.ok) return { comparisons: [code], scheduled: [] };
  const contract = new Contract(timelock, timelockInterface, provider);
  const found = String(await contract.getFunction('getMinDelay')());
  const holders = await holdersOf(provider, timelock, fromBlock);
  const ask: AskNode = (method, params) => provider.send(method, [...params]);
  const comparisons = [
    code,
    compared("the timelock's delay", String(delay), found),
    ...compareHolders(holders, [
      ['timelock: proposers', id('PROPOSER_ROLE'), proposers],
      ['timelock: executors', id('EXECUTOR_ROLE'), executors],
      ['timelock: who may cancel', id('CANCELLER_ROLE'), proposers],
      // Nobody but itself: it changes by what it has announced.
      ['timelock: admin', ZeroHash, [address(timelock)]],
    ]),
  ];
  return { comparisons, scheduled: await scheduledOperations(ask, { timelock, exchange, fromBlock }) };
}
