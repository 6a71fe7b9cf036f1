import type { BalanceView, EntryView } from '@exchange/core/wire';
import { isPending } from '../account/own-funds';

/** What an account has of a token, told apart. All in smallest units. */
export interface TokenFunds {
  readonly symbol: string;
  /** Held by the contract, as of final blocks. */
  readonly settled: bigint;
  /** Free for orders and withdrawals now. */
  readonly usable: bigint;
  /** Kept back by the contract for an exit. */
  readonly blocked: bigint;
  /** Deposits on their way: not usable before their block is final. */
  readonly arriving: bigint;
  /** Promised to withdrawals that aren't final. */
  readonly leaving: bigint;
  /** What trades gave and took that the contract doesn't show yet; usable already. May be negative. */
  readonly settling: bigint;
  /** Held for open orders: what of all that is neither free nor blocked nor leaving. */
  readonly inOrders: bigint;
}

/** A row for each token that the account has anything of, by symbol. */
export function balanceRows(
  balances: ReadonlyMap<string, BalanceView>,
  entries: readonly EntryView[],
): readonly TokenFunds[] {
  const pending = entries.filter(isPending);
  const symbols = new Set([
    ...balances.keys(),
    ...pending.flatMap(({ changes }) => changes.map(({ token }) => token)),
  ]);
  return [...symbols]
    .map((symbol) => rowOf(symbol, balances.get(symbol), pending))
    .filter(hasAnything)
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}

function rowOf(symbol: string, balance: BalanceView | undefined, pending: readonly EntryView[]): TokenFunds {
  const [settled, usable, blocked] = [balance?.settled, balance?.usable, balance?.blocked].map((text) =>
    BigInt(text ?? 0),
  );
  const sums = { arriving: 0n, leaving: 0n, settling: 0n };
  for (const { type, changes, applied } of pending) {
    changes.forEach(({ token, net }, index) => {
      if (token !== symbol || applied[index]?.[0] !== 0) return;
      if (type === 'trade') sums.settling += BigInt(net);
      else if (type === 'deposit') sums.arriving += BigInt(net);
      else sums.leaving -= BigInt(net);
    });
  }
  const kept = { settled: settled ?? 0n, usable: usable ?? 0n, blocked: blocked ?? 0n };
  const held = kept.settled + sums.settling - sums.leaving - kept.blocked - kept.usable;
  return { symbol, ...kept, ...sums, inOrders: held > 0n ? held : 0n };
}

const hasAnything = ({ symbol: _, ...amounts }: TokenFunds): boolean =>
  Object.values(amounts).some((amount) => amount !== 0n);
