import type { Address } from '@exchange/core/kernel';
import { AbiCoder, dataSlice, Interface, keccak256, toBeHex, toQuantity, zeroPadValue } from 'ethers';
import type { ChainNodes } from '../nodes';
import { trialCode } from './trial-code';

/** What a transfer would do, in smallest units. */
export interface TrialTransfer {
  /** Without a revert, and without returning false. */
  readonly done: boolean;
  readonly sent: bigint;
  readonly received: bigint;
}

const erc20 = new Interface([
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address,uint256) returns (bool)',
]);
/** Nobody has these. */
const HOLDER = `0x${'5e'.repeat(20)}`;
const RECEIVER = `0x${'7e'.repeat(20)}`;
const BALANCE = 1_000_003n;
/** So much is sent, in smallest units. */
export const TRIED = 1_000_000n;
const GAS = toBeHex(2_000_000);
/** Where a contract keeps the balances of all: in one of its first slots, unless it is OpenZeppelin's for proxies (ERC-7201). */
const FIRST_SLOTS = 24;
const ERC7201_SLOT = '0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00';

const coder = AbiCoder.defaultAbiCoder();
const word = (value: bigint): string => zeroPadValue(toBeHex(value), 32);

/** Places where a mapping keeps the holder's balance: as Solidity does, and as Vyper does. */
function* balanceSlots(): Generator<string> {
  const slots = [...Array.from({ length: FIRST_SLOTS }, (_, at) => word(BigInt(at))), ERC7201_SLOT];
  for (const slot of slots) {
    yield keccak256(coder.encode(['address', 'bytes32'], [HOLDER, slot]));
    yield keccak256(coder.encode(['bytes32', 'address'], [slot, HOLDER]));
  }
}

/**
 * Tries a transfer of the token in a state in which somebody has some of it; nothing is changed. Undefined when it can't be
 * tried: the node takes no other state for a call, or the token keeps its balances in a way of its own.
 */
export async function trialTransfer(
  nodes: ChainNodes,
  token: Address,
  block: number,
): Promise<TrialTransfer | undefined> {
  const ask = (to: string, data: string, state: object) =>
    nodes
      .first((node) => node.ask('eth_call', [{ to, data, gas: GAS }, toQuantity(block), state]), block)
      .then(String, () => undefined);
  const holds = (slot: string) => ({ [token]: { stateDiff: { [slot]: word(BALANCE) } } });
  const balance = erc20.encodeFunctionData('balanceOf', [HOLDER]);
  const places = [...balanceSlots()];
  const said = await Promise.all(places.map((slot) => ask(token, balance, holds(slot))));
  const slot = places[said.findIndex((answer) => answer === word(BALANCE))];
  if (slot === undefined) return undefined;
  const code = trialCode(token, {
    transfer: erc20.encodeFunctionData('transfer', [RECEIVER, TRIED]),
    balances: [HOLDER, RECEIVER].map((of) => erc20.encodeFunctionData('balanceOf', [of])),
  });
  const answer = await ask(HOLDER, '0x', { ...holds(slot), [HOLDER]: { code } });
  return answer === undefined ? undefined : read(answer);
}

/** The words that {@link trialCode} returns. */
function read(answer: string): TrialTransfer {
  const at = (place: number) => BigInt(dataSlice(answer, place * 32, place * 32 + 32));
  const [succeeded, returnedLength, returned] = [at(0) === 1n, at(1), at(2)];
  // Some return nothing, which SafeERC20 takes for yes.
  const done = succeeded && (returnedLength === 0n || (returnedLength >= 32n && returned === 1n));
  return { done, sent: BALANCE - at(3), received: at(4) };
}
