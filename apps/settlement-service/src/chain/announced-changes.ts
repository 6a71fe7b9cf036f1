import {
  adminContract,
  type AskNode,
  isGrave,
  newestState,
  operationText,
  scheduledOperations,
} from '@exchange/contract/chain';
import type { Address } from '@exchange/core/kernel';
import type { Log } from '@exchange/platform';

/** The exchange, and the block of its deployment. */
export interface AnnouncedOf {
  readonly contract: Address;
  readonly startBlock: number;
}

/**
 * Says in the log what the contract's timelock has announced and may still do, as a warning what is grave. Nothing is refused for it; nor when it can't be read, which is said as well.
 */
export async function tellAnnounced(
  ask: AskNode,
  { contract, startBlock }: AnnouncedOf,
  log: Log,
): Promise<void> {
  try {
    const timelock = await adminContract(newestState({ send: ask }), contract);
    if (timelock === undefined) return;
    const place = { timelock, exchange: contract, fromBlock: startBlock };
    for (const operation of await scheduledOperations(ask, place)) {
      const fields = { timelock, announced: operationText(operation) };
      if (isGrave(operation)) log.warn(fields, 'the timelock has announced something grave');
      else log.info(fields, 'the timelock has announced an operation');
    }
  } catch (error) {
    log.warn({ err: error }, 'what the timelock has announced could not be read');
  }
}
