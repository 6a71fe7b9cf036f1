import { address, type Address } from '@exchange/core/kernel';
import { dataSlice, getAddress, id, stripZerosLeft, ZeroAddress } from 'ethers';
import type { ChainNodes } from '../nodes';

/** The code that decides how a token behaves, and how it may be exchanged. */
export interface TokenCode {
  /** Its own code and that of what it passes calls on to, in hex. Empty when there is no contract. */
  readonly code: string;
  /** By which means its behavior may change later; undefined: by none that is known. */
  readonly upgradeable: string | undefined;
}

/** EIP-1967, and the slot that OpenZeppelin used before it (unstructured storage, zos). */
const IMPLEMENTATION_SLOTS = [
  '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
  id('org.zeppelinos.proxy.implementation'),
];
const BEACON_SLOT = '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50';
const IMPLEMENTATION = id('implementation()').slice(0, 10);
/** EIP-1167: a clone that passes everything on to a fixed address. */
const CLONE = /^0x363d3d373d3d3d363d73([0-9a-f]{40})5af43d82803e903d91602b57fd5bf3/;

/** Reads a token's code in a block, as enough nodes have it. */
export async function readTokenCode(nodes: ChainNodes, token: Address, block: number): Promise<TokenCode> {
  const codeOf = async (at: string) => String(await nodes.agreed('eth_getCode', [at], block));
  const own = await codeOf(token);
  if (own === '0x') return { code: '', upgradeable: undefined };
  const clone = CLONE.exec(own)?.[1];
  if (clone !== undefined) return { code: own + (await codeOf(`0x${clone}`)), upgradeable: undefined };
  const slot = async (at: string) =>
    addressIn(String(await nodes.agreed('eth_getStorageAt', [token, at], block)));
  for (const at of IMPLEMENTATION_SLOTS) {
    const implementation = await slot(at);
    if (implementation === undefined) continue;
    return { code: own + (await codeOf(implementation)), upgradeable: `a proxy of ${implementation}` };
  }
  const beacon = await slot(BEACON_SLOT);
  if (beacon === undefined) return { code: own, upgradeable: undefined };
  const said = await nodes.agreed('eth_call', [{ to: beacon, data: IMPLEMENTATION }], block);
  const implementation = addressIn(String(said)) ?? ZeroAddress;
  return {
    ...{ code: own + (await codeOf(implementation)), upgradeable: `a proxy of what ${beacon} names` },
  };
}

/** The address in a word; undefined in an empty one, or one that is no address. */
function addressIn(word: string): Address | undefined {
  const significant = stripZerosLeft(word);
  if (significant === '0x' || significant.length > 42 || word.length !== 66) return undefined;
  return address(getAddress(dataSlice(word, 12)).toLowerCase());
}
