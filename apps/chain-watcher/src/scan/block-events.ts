import { decodeEvent, decodeTimelockEvent } from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import type { ContractLog } from './chain-reader';
import type { PlacedEvent } from './scan';

/** A node answered with only some of a block's logs: the look must be repeated. */
export class IncompleteLogsError extends Error {
  override readonly name = 'IncompleteLogsError';
}

/**
 * The events of one block in order. Each settled batch says how many of its trades settled and failed, and each
 * trade says so too: where the counts differ, logs are missing ({@link IncompleteLogsError}).
 */
export function eventsOf(logs: readonly ContractLog[], exchange: Address): readonly PlacedEvent[] {
  const ordered = [...logs].sort((a, b) => a.logIndex - b.logIndex);
  const placed = ordered.flatMap((log) => placedEvent(log, exchange));
  checkBatchCounts(placed);
  return placed;
}

/** What the admin announced and neither did nor gave up since, of its logs in the order of the chain. */
export function openAnnouncements(logs: readonly ContractLog[], exchange: Address): readonly PlacedEvent[] {
  const placed = logs.flatMap((log) => placedEvent(log, exchange));
  // What was given up may be announced anew.
  const endedAt = new Map(
    placed.flatMap(({ event }, at) => (event.kind === 'OperationEnded' ? [[event.operation, at]] : [])),
  );
  return placed.filter(
    ({ event }, at) => event.kind === 'ChangeScheduled' && at > (endedAt.get(event.operation) ?? -1),
  );
}

function placedEvent(log: ContractLog, exchange: Address): readonly PlacedEvent[] {
  const event = log.ofAdmin === true ? decodeTimelockEvent(log, exchange) : decodeEvent(log);
  return event ? [{ transaction: log.transaction, logIndex: log.logIndex, event }] : [];
}

function checkBatchCounts(placed: readonly PlacedEvent[]): void {
  let open = { settled: 0, failed: 0 };
  for (const { event, transaction } of placed) {
    open = count(open, event);
    if (event.kind !== 'BatchSettled') continue;
    if (open.settled !== event.settled || open.failed !== event.failed) {
      throw new IncompleteLogsError(
        `batch ${event.batchId} in ${transaction} settled ${event.settled} and failed ${event.failed} trades, ` +
          `but its logs show ${open.settled} and ${open.failed}`,
      );
    }
    open = { settled: 0, failed: 0 };
  }
  if (open.settled + open.failed > 0)
    throw new IncompleteLogsError('trades without the event of their batch');
}

function count(open: { settled: number; failed: number }, event: PlacedEvent['event']) {
  switch (event.kind) {
    case 'TradeSettled':
      return { ...open, settled: open.settled + 1 };
    case 'TradeFailed':
      return { ...open, failed: open.failed + 1 };
    default:
      return open;
  }
}
