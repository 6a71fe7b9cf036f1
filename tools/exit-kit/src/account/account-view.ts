import { exchangeInterface, lensAddress, lensInterface, logsInRanges } from '@exchange/contract/chain';
import { type Address, address, type Hash } from '@exchange/core/kernel';
import type { Rpc } from '../chain/rpc';
import { eachOf, Views } from '../chain/views';
import { type TokenFacts, tokenFacts } from './token-facts';

/** Where an exchange is. */
export interface FoundExchange {
  readonly chainId: number;
  readonly contract: Address;
  readonly lens: Address;
}

/** What the contract holds of one token for an account. Times are Unix seconds, 0: never. */
export interface Holding extends TokenFacts {
  readonly balance: bigint;
  readonly exitAt: number;
  /** Orders that sell the token with a lower nonce are canceled. */
  readonly minNonce: bigint;
  /** A higher one that was asked for, and from when on anybody may put it in force. */
  readonly waitingMinNonce: { readonly minNonce: bigint; readonly effectiveAt: number } | undefined;
}

/** A key that may trade for the account. */
export interface HeldDelegate {
  readonly delegate: Address;
  readonly validUntil: number;
  readonly revokedAt: number;
}

/** An account as the contract has it at one block. */
export interface AccountView {
  readonly place: FoundExchange;
  readonly account: Address;
  readonly block: number;
  /** The block's, Unix seconds: the contract's clock. */
  readonly now: number;
  /** Seconds from a request to its effect. */
  readonly waitingPeriod: number;
  readonly holdings: readonly Holding[];
}

const hex = (value: number): string => `0x${value.toString(16)}`;

/** Finds the contract on the node's chain. Throws, saying what is there instead, unless it is an exchange. */
export async function findExchange(rpc: Rpc, contract: Address): Promise<FoundExchange> {
  const chainId = Number(await rpc('eth_chainId', []));
  const code = String(await rpc('eth_getCode', [contract, 'latest']));
  if (code === '0x') throw new Error(`there is no contract at ${contract} on chain ${chainId}`);
  const lens = lensAddress(contract);
  const lensCode = String(await rpc('eth_getCode', [lens, 'latest']));
  if (lensCode === '0x') {
    throw new Error(`the contract at ${contract} is no exchange of this release: it has no lens at ${lens}`);
  }
  return { chainId, contract, lens };
}

/** Everything that the contract holds for an account, for each of its tokens, but orders and delegates. */
export async function readAccount(rpc: Rpc, place: FoundExchange, account: Address): Promise<AccountView> {
  const { number, timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as {
    number: string;
    timestamp: string;
  };
  const lens = new Views(rpc, place.lens, lensInterface, number);
  const count = Number(await lens.one('tokenCount'));
  const ids = Array.from({ length: count }, (_, id) => id);
  const tokens = await eachOf(ids, async (id) => address(String(await lens.one('tokens', id))));
  const holdings = await eachOf(tokens, (token) => readHolding(rpc, lens, account, token, number));
  return {
    ...{ place, account, block: Number(number), now: Number(timestamp) },
    waitingPeriod: Number(await lens.one('waitingPeriod')),
    holdings,
  };
}

/** Whether the account has, or had asked for, anything in a token. */
export const isOfInterest = ({ balance, exitAt, minNonce, waitingMinNonce }: Holding): boolean =>
  balance > 0n || exitAt > 0 || minNonce > 0n || waitingMinNonce !== undefined;

async function readHolding(
  rpc: Rpc,
  lens: Views,
  account: Address,
  token: Address,
  block: string,
): Promise<Holding> {
  const [[balance, exitAt], minNonce, [requested, effectiveAt], facts] = await Promise.all([
    lens.ask('balances', account, token),
    lens.one('minNonce', account, token),
    lens.ask('waitingMinNonce', account, token),
    tokenFacts(rpc, token, block),
  ]);
  const isWaiting = Number(effectiveAt) > 0;
  return {
    ...facts,
    balance: BigInt(balance as bigint),
    exitAt: Number(exitAt),
    minNonce: BigInt(minNonce as bigint),
    waitingMinNonce: isWaiting
      ? { minNonce: BigInt(requested as bigint), effectiveAt: Number(effectiveAt) }
      : undefined,
  };
}

/** What an order has given of its sold token, and when its cancellation takes effect (0: never). */
export interface HeldOrder {
  readonly orderHash: Hash;
  readonly sold: bigint;
  readonly cancelAt: number;
}

/** Orders of the account by their EIP-712 hashes: the contract knows no others, and only those that were filled or canceled. */
export async function readOrders(
  rpc: Rpc,
  { place, account, block }: AccountView,
  hashes: readonly Hash[],
): Promise<readonly HeldOrder[]> {
  const lens = new Views(rpc, place.lens, lensInterface, hex(block));
  return eachOf(hashes, async (orderHash) => {
    const [sold, cancelAt] = await lens.ask('orderFill', account, orderHash);
    return { orderHash, sold: BigInt(sold as bigint), cancelAt: Number(cancelAt) };
  });
}

interface Log {
  readonly topics: readonly string[];
}

/** All keys that the account ever named, as the contract has them now. `fromBlock`: that of the contract, or 0. */
export async function readDelegates(
  rpc: Rpc,
  { place, account, block }: Pick<AccountView, 'place' | 'account' | 'block'>,
  fromBlock: number,
): Promise<readonly HeldDelegate[]> {
  const added = exchangeInterface.getEvent('DelegateAdded')?.topicHash ?? '';
  const topics = [added, `0x${account.slice(2).padStart(64, '0')}`];
  const logs = await logsInRanges({ first: fromBlock, last: block }, async ({ first, last }) => {
    const filter = { address: place.contract, topics, fromBlock: hex(first), toBlock: hex(last) };
    return (await rpc('eth_getLogs', [filter])) as Log[];
  });
  const named = [
    ...new Set(logs.map(({ topics: [, , delegate = ''] }) => address(`0x${delegate.slice(-40)}`))),
  ];
  return eachOf(named, (delegate) => readDelegate(rpc, { place, account, block }, delegate));
}

/** A key as the contract has it. Throws unless it is, or was, a delegate of the account. */
export async function readDelegate(
  rpc: Rpc,
  { place, account, block }: Pick<AccountView, 'place' | 'account' | 'block'>,
  delegate: Address,
): Promise<HeldDelegate> {
  const lens = new Views(rpc, place.lens, lensInterface, hex(block));
  const [owner, validUntil, revokedAt] = await lens.ask('delegates', delegate);
  if (address(String(owner)) !== account) throw new Error(`${delegate} is no delegate of ${account}`);
  return { delegate, validUntil: Number(validUntil), revokedAt: Number(revokedAt) };
}
