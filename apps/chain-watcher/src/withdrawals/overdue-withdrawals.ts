import type { ChainReader } from '../scan/chain-reader';
import type { KnownChain } from '../scan/known-chain';
import type { PlacedEvent, Scan } from '../scan/scan';
import type { AwaitedWithdrawal, AwaitedWithdrawals } from './awaited-withdrawals';
import { endsWithdrawal } from './ended-withdrawals';
import { withdrawalKey } from './withdrawal-rows';

/**
 * The contract says that a withdrawal was paid, and no block that was read shows it. Nothing may be told as final: the
 * ledger would give the amount free a second time.
 */
export class MissedWithdrawalError extends Error {
  override readonly name = 'MissedWithdrawalError';

  constructor(missed: readonly AwaitedWithdrawal[], block: number) {
    super(
      `by block ${block} the contract has used the nonces of withdrawals that no block showed: ` +
        `${missed.map(withdrawalKey).join(', ')}. The nodes gave incomplete blocks; see docs/runbooks/nodes.md.`,
    );
  }
}

/** What a look makes final. */
interface FinalBlock {
  readonly number: number;
  readonly time: number;
  /** Withdrawals that it shows. */
  readonly shown: readonly string[];
}

/** The withdrawals that the ledger would give free by what a look makes final, since no block shows them. */
export function overdueWithdrawals(
  awaited: AwaitedWithdrawals,
  known: KnownChain,
  scan: Scan,
): readonly AwaitedWithdrawal[] {
  const finals = finalBlocks(known, scan);
  const newest = finals.at(-1);
  if (!newest) return [];
  const shown = new Set(finals.flatMap((block) => block.shown));
  return awaited.dueAt(newest.time).filter((due) => !shown.has(withdrawalKey(due)));
}

/**
 * Asks the contract itself whether these were never paid. Its state in the newest final block counts; where nodes have
 * forgotten that, what was not even used by the newest block was not used then. Throws {@link MissedWithdrawalError}.
 */
export async function confirmAbsence(
  reader: Pick<ChainReader, 'usedNonces'>,
  overdue: readonly AwaitedWithdrawal[],
  { finalUpTo, head }: Scan,
): Promise<void> {
  if (overdue.length === 0) return;
  let missed: readonly AwaitedWithdrawal[];
  try {
    missed = usedOf(overdue, await reader.usedNonces(overdue, finalUpTo));
  } catch (error) {
    if (usedOf(overdue, await reader.usedNonces(overdue, head)).length > 0) throw error;
    return;
  }
  if (missed.length > 0) throw new MissedWithdrawalError(missed, finalUpTo);
}

const usedOf = (overdue: readonly AwaitedWithdrawal[], used: readonly boolean[]) =>
  overdue.filter((_, index) => used[index] !== false);

function finalBlocks(known: KnownChain, { base, blocks, finalUpTo }: Scan): readonly FinalBlock[] {
  const kept = known.unfinalUpTo(Math.min(finalUpTo, base?.number ?? -1)).map(({ number, time, facts }) => {
    return { number, time, shown: facts.filter(endsWithdrawal).map(withdrawalKey) };
  });
  const added = blocks.filter(({ number }) => number <= finalUpTo);
  return [
    ...kept,
    ...added.map(({ number, time, events }) => ({ number, time, shown: events.flatMap(shownBy) })),
  ];
}

const shownBy = ({ event }: PlacedEvent): readonly string[] =>
  event.kind === 'Withdrawn' || event.kind === 'NonceVoided'
    ? [withdrawalKey({ account: event.account, nonce: Number(event.nonce) })]
    : [];
