import type { Address } from '@exchange/core/kernel';
import { AbiCoder, id, toUtf8String } from 'ethers';
import type { ChainNodes } from '../nodes';
import { isChainsAnswer } from '../nodes/node-errors';
import { knownTraps } from './known-functions';
import { readTokenCode } from './token-code';
import { tokenTrap, type TokenTrap } from './token-traps';
import { TRIED, trialTransfer } from './trial-transfer';

/** What is to be listed. `supply`: in whole tokens. */
export interface TokenToList {
  readonly contract: Address;
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
  readonly supply: string;
}

/** What the contract says of itself; undefined where it says nothing that can be read. */
export interface TokenOnChain {
  readonly symbol: string | undefined;
  readonly name: string | undefined;
  readonly decimals: number | undefined;
  readonly supply: bigint | undefined;
}

export interface TokenBehavior {
  /** As of which everything was read. */
  readonly block: number;
  readonly says: TokenOnChain;
  readonly traps: readonly TokenTrap[];
}

/** The registry of interfaces (ERC-1820), where tokens with hooks (ERC-777) write themselves down. */
const REGISTRY = '0x1820a4b7618bde71dce8cdc73aab6c95905fad24';
const TEXT_LENGTH_MAX = 100;
const selector = (declared: string): string => id(declared).slice(0, 10);

/**
 * Reads a token's behavior from the chain, as enough nodes have it, and names the traps that are seen. Hints only: code may
 * do anything under names that nobody knows. Rejects when too few nodes answer.
 */
export async function readTokenBehavior(nodes: ChainNodes, token: TokenToList): Promise<TokenBehavior> {
  const block = await nodes.head();
  const { code, upgradeable } = await readTokenCode(nodes, token.contract, block);
  if (code === '') {
    const nothing = { symbol: undefined, name: undefined, decimals: undefined, supply: undefined };
    const trap = tokenTrap('no contract', `there is no code at ${token.contract} in block ${block}`);
    return { block, says: nothing, traps: [trap] };
  }
  const says = await readItself(nodes, token.contract, block);
  const traps = [
    ...differences(token, says),
    ...(upgradeable === undefined ? [] : [tokenTrap('upgradeable', `it is ${upgradeable}`)]),
    ...knownTraps(code),
    ...(await hooks(nodes, token.contract, block)),
    ...(await isPaused(nodes, token.contract, block)),
    ...(await transferTraps(nodes, token.contract, block)),
  ];
  return { block, says, traps };
}

/** What the contract answers; undefined when it refuses. */
async function call(nodes: ChainNodes, to: string, data: string, block: number): Promise<string | undefined> {
  try {
    return String(await nodes.agreed('eth_call', [{ to, data }], block));
  } catch (error) {
    if (isChainsAnswer(error)) return undefined;
    throw error;
  }
}

async function readItself(nodes: ChainNodes, token: Address, block: number): Promise<TokenOnChain> {
  const ask = (declared: string) => call(nodes, token, selector(declared), block);
  const [symbol, name, decimals, supply] = await Promise.all(
    ['symbol()', 'name()', 'decimals()', 'totalSupply()'].map(ask),
  );
  const told = numberIn(decimals);
  return {
    ...{ symbol: textIn(symbol), name: textIn(name), supply: numberIn(supply) },
    decimals: told !== undefined && told <= 255n ? Number(told) : undefined,
  };
}

const numberIn = (answer: string | undefined): bigint | undefined =>
  answer !== undefined && /^0x[0-9a-f]{64}$/.test(answer) ? BigInt(answer) : undefined;

/** A string, or the 32 bytes that old tokens return; undefined for anything else. */
function textIn(answer: string | undefined): string | undefined {
  if (answer === undefined || answer === '0x') return undefined;
  try {
    const text =
      answer.length === 66
        ? toUtf8String(answer.replace(/(00)+$/, ''))
        : (AbiCoder.defaultAbiCoder().decode(['string'], answer)[0] as string);
    return text.slice(0, TEXT_LENGTH_MAX);
  } catch {
    return undefined;
  }
}

function differences(token: TokenToList, says: TokenOnChain): readonly TokenTrap[] {
  const quoted = (text: string | undefined) => (text === undefined ? 'none' : JSON.stringify(text));
  const supply = says.supply === undefined ? undefined : says.supply / 10n ** BigInt(token.decimals);
  // Of what is minted meanwhile: half a percent more or less is the same.
  const listed = /^\d+/.exec(token.supply)?.[0];
  const isSame = listed !== undefined && supply !== undefined && isNear(BigInt(listed), supply);
  return [
    ...(says.decimals === token.decimals
      ? []
      : [tokenTrap('no such decimals', `it says ${says.decimals ?? 'none'}, not ${token.decimals}`)]),
    ...(says.symbol === token.symbol ? [] : [tokenTrap('another symbol', `it says ${quoted(says.symbol)}`)]),
    ...(says.name === token.name ? [] : [tokenTrap('another name', `it says ${quoted(says.name)}`)]),
    ...(isSame ? [] : [tokenTrap('another supply', `it says ${supply ?? 'none'} whole tokens`)]),
  ];
}

const isNear = (one: bigint, other: bigint): boolean => {
  const apart = one > other ? one - other : other - one;
  return apart * 200n <= other;
};

async function hooks(nodes: ChainNodes, token: Address, block: number): Promise<readonly TokenTrap[]> {
  const asked = ['address', 'bytes32'];
  const data = AbiCoder.defaultAbiCoder()
    .encode(asked, [token, id('ERC777Token')])
    .slice(2);
  const answer = await call(
    nodes,
    REGISTRY,
    `${selector('getInterfaceImplementer(address,bytes32)')}${data}`,
    block,
  );
  const found = (numberIn(answer) ?? 0n) !== 0n;
  return found
    ? [tokenTrap('calls whoever sends or receives it', 'it is registered as an ERC-777 token')]
    : [];
}

async function isPaused(nodes: ChainNodes, token: Address, block: number): Promise<readonly TokenTrap[]> {
  const said = numberIn(await call(nodes, token, selector('paused()'), block));
  return said === 1n ? [tokenTrap('paused', 'it says so of itself')] : [];
}

async function transferTraps(
  nodes: ChainNodes,
  token: Address,
  block: number,
): Promise<readonly TokenTrap[]> {
  const trial = await trialTransfer(nodes, token, block);
  if (trial === undefined)
    return [
      tokenTrap('transfer not tried', 'the node has no state to try it in, or it keeps balances its own way'),
    ];
  const { done, sent, received } = trial;
  if (!done) return [tokenTrap('refuses transfers', 'a transfer between two who have never had it fails')];
  if (sent === received && sent === TRIED) return [];
  return [tokenTrap('takes a fee of transfers', `of ${TRIED} units, ${sent} leave and ${received} arrive`)];
}
