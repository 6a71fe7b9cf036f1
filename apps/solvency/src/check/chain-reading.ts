import type { Address, Hash } from '@exchange/core/kernel';
import type { SolvencyState } from '../books/solvency-state';
import type { ContractView, Pair, TokenFigures } from '../chain/contract-view';
import { type KnownNames, touchedBy } from '../chain/touched';
import { keyOf } from './ledger-view';

/** A balance as the contract has it. */
export interface OwedBalance extends Pair {
  readonly amount: bigint;
}

/** What the chain says as of a block, beside what is known from earlier ones. */
export interface ChainReading {
  readonly block: number;
  readonly hash: Hash;
  /** Unix seconds. */
  readonly time: number;
  readonly tokens: ReadonlyMap<number, Address>;
  readonly collectors: ReadonlySet<Address>;
  readonly figures: readonly TokenFigures[];
  /** Balances as they are, of all that were read and are explained by events, or by nothing having happened. */
  readonly changed: readonly OwedBalance[];
  /** Balances that no event names, and that are not what they were. */
  readonly unexplained: readonly OwedBalance[];
  /** So many were read again in their turn. */
  readonly reread: number;
}

interface ReadOptions {
  readonly startBlock: number;
  readonly balancesPerCheck: number;
}

/** Reads what has changed since the last check up to a block, and some balances that shouldn't have. */
export async function readChain(
  chain: ContractView,
  state: SolvencyState,
  at: Pick<ChainReading, 'block' | 'hash' | 'time'>,
  { startBlock, balancesPerCheck }: ReadOptions,
): Promise<ChainReading> {
  const names = { tokens: new Map(state.tokens), collectors: new Set(state.collectors) };
  const { block } = at;
  const events = await chain.events(state.readTo === undefined ? startBlock : state.readTo + 1, block);
  const touched = byKey(events.flatMap((event) => touchedBy(event, names)));
  const window = state.window(balancesPerCheck);
  const untouched = [...byKey([...window, ...state.suspects])].filter(([key]) => !touched.has(key));
  const changed = await read(chain, [...touched.values()], block);
  const again = await read(
    chain,
    untouched.map(([, pair]) => pair),
    block,
  );
  const differs = ({ account, token, amount }: OwedBalance) => state.book(token).amountOf(account) !== amount;
  const differing = again.filter(differs);
  const missed = await missedEvents(chain, state, names, differing, block);
  return {
    ...{ ...at, ...names, reread: window.length },
    figures: await chain.figures([...names.tokens.values()], block),
    changed: [...changed, ...again.filter((balance) => !differs(balance) || missed.has(balance))],
    unexplained: differing.filter((balance) => !missed.has(balance)),
  };
}

/** Of so many balances that changed is it asked why; that there are more is bad enough. */
const ASKED_MAX = 20;

/**
 * The balances that events name which a node kept from us: it is asked again, for the blocks since the balance was read last,
 * before one counts as changed by nobody.
 */
async function missedEvents(
  chain: ContractView,
  state: SolvencyState,
  names: KnownNames,
  differing: readonly OwedBalance[],
  block: number,
): Promise<ReadonlySet<OwedBalance>> {
  const missed = new Set<OwedBalance>();
  for (const balance of differing.slice(0, ASKED_MAX)) {
    const { account, token } = balance;
    const events = await chain.events((state.book(token).readAt(account) ?? block) + 1, block);
    const named = byKey(events.flatMap((event) => touchedBy(event, names)));
    if (named.has(keyOf(account, token))) missed.add(balance);
  }
  return missed;
}

const byKey = (pairs: readonly Pair[]): Map<string, Pair> =>
  new Map(pairs.map((pair) => [keyOf(pair.account, pair.token), pair]));

async function read(chain: ContractView, pairs: readonly Pair[], block: number): Promise<OwedBalance[]> {
  const amounts = await chain.balances(pairs, block);
  return pairs.map((pair, index) => ({ ...pair, amount: amounts[index] ?? 0n }));
}
