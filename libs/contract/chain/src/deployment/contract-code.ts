import type { Address } from '@exchange/core/kernel';
import { dataLength, dataSlice, id, toBeHex, zeroPadValue } from 'ethers';
import { depositRouterRuntime } from '../generated/deposit-router-runtime';
import { exchangeLensRuntime } from '../generated/exchange-lens-runtime';
import { exchangeRuntime } from '../generated/exchange-runtime';
import { timelockRuntime } from '../generated/timelock-runtime';
import { lensAddress, PERMIT2, routerAddress } from './companions';
import { compared, type Comparison } from './comparison';
import { codeDifference, type RuntimeFacts } from './runtime-code';

/** An exchange by its address, its chain, and its name in what is signed for it. */
export interface NamedExchange {
  readonly chainId: bigint;
  readonly name: string;
  readonly contract: Address;
}

/** Asks for the state of the chain: a method of Ethereum's JSON-RPC that takes a block last, without that. */
export type AskState = (method: 'eth_getCode' | 'eth_call', params: readonly unknown[]) => Promise<unknown>;

/**
 * Compares the name in what is signed for an exchange, and its code and that of its lens, byte for byte, with what this
 * release compiles to.
 */
export async function verifyCode(ask: AskState, place: NamedExchange): Promise<readonly Comparison[]> {
  const { contract, name } = place;
  const [code, lens] = await Promise.all([codeAt(ask, contract), codeAt(ask, lensAddress(contract))]);
  return [
    compareName(code, name),
    compareCode('exchange', code, exchangeRuntime, exchangeImmutables(place)),
    compareCode('lens', lens, exchangeLensRuntime, companionImmutables(contract)),
  ].flat();
}

/** The same of its router. */
export const verifyRouterCode = async (ask: AskState, { contract }: NamedExchange): Promise<Comparison> =>
  compareCode(
    'router',
    await codeAt(ask, routerAddress(contract)),
    ...([depositRouterRuntime, companionImmutables(contract)] as const),
  );

/** The same of a timelock. */
export const verifyTimelockCode = async (ask: AskState, timelock: Address): Promise<Comparison> =>
  compareCode('timelock', await codeAt(ask, timelock), timelockRuntime, {});

/** What lies at an address. */
interface FoundCode {
  readonly at: Address;
  readonly code: string;
}

const codeAt = async (ask: AskState, at: Address): Promise<FoundCode> => ({
  at,
  code: String(await ask('eth_getCode', [at])),
});

/** Said besides the code, in which the name is only a hash. */
function compareName({ code }: FoundCode, name: string): readonly Comparison[] {
  const [place] = exchangeRuntime.immutables.nameHash;
  if (dataLength(code) !== exchangeRuntime.size) return [];
  const isIt = dataSlice(code, place, place + 32) === id(name);
  return [compared('name in what is signed', `"${name}"`, isIt ? `"${name}"` : 'another one')];
}

function compareCode(
  what: string,
  { at, code }: FoundCode,
  facts: RuntimeFacts,
  values: Readonly<Record<string, string>>,
): Comparison {
  const difference = codeDifference(code, facts, values);
  return {
    what: `code of the ${what} at ${at}`,
    expected: 'that of this release',
    found: difference ?? 'that of this release',
    ok: difference === undefined,
  };
}

const exchangeImmutables = ({ chainId, name }: NamedExchange): Readonly<Record<string, string>> => ({
  deployChainId: toBeHex(chainId, 32),
  nameHash: id(name),
});

const companionImmutables = (contract: Address): Readonly<Record<string, string>> => ({
  exchange: zeroPadValue(contract, 32),
  permit2: zeroPadValue(PERMIT2, 32),
});
