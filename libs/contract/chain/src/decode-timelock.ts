import { type Address, hash, type Hash, address as addressOf } from '@exchange/core/kernel';
import type { RawLog } from './contract-event';
import { exchangeInterface, timelockInterface } from './exchange-interface';

const EVENTS = ['CallScheduled', 'CallExecuted', 'Cancelled'];

/** The topics of what a timelock says of its operations. */
export const TIMELOCK_TOPICS: readonly string[] = EVENTS.map(
  (name) => timelockInterface.getEvent(name)?.topicHash ?? '',
);

/** What the timelock announced of a parameter of the exchange, or that an operation of it was carried out or given up. */
export type TimelockEvent =
  | {
      readonly kind: 'ChangeScheduled';
      readonly operation: Hash;
      /** Of the call within its operation. */
      readonly index: bigint;
      readonly parameter: string;
      readonly value: string;
    }
  | { readonly kind: 'OperationEnded'; readonly operation: Hash };

/** The parameters whose next values must be known before they hold, by the call that sets them. */
const SETTERS: Readonly<Record<string, string>> = {
  setMaxFeeBps: 'maxFeeBps',
  setFeeCollector: 'feeCollector',
  setWaitingPeriod: 'waitingPeriod',
};

/** What a log of the exchange's admin says of the exchange; undefined when it says nothing of it. */
export function decodeTimelockEvent({ topics, data }: RawLog, exchange: Address): TimelockEvent | undefined {
  const log = timelockInterface.parseLog({ topics: [...topics], data });
  if (log === null || !EVENTS.includes(log.name)) return undefined;
  const operation = hash(String(log.args.getValue('id')));
  if (log.name !== 'CallScheduled') return { kind: 'OperationEnded', operation };
  if (addressOf(String(log.args.getValue('target'))) !== exchange) return undefined;
  const index = BigInt(log.args.getValue('index'));
  const change = changeOf(String(log.args.getValue('data')));
  return change && { kind: 'ChangeScheduled', operation, index, ...change };
}

/** A call that the exchange could not even read changes nothing when it is executed. */
function changeOf(data: string): { readonly parameter: string; readonly value: string } | undefined {
  try {
    const call = exchangeInterface.parseTransaction({ data });
    if (call === null) return undefined;
    const [first, second] = call.args.map((value) => String(value).toLowerCase());
    // An amount and no state: what is taken out of the budget of that token.
    if (call.name === 'releaseRebates') return { parameter: `rebatesReleased.${first}`, value: `${second}` };
    const parameter = SETTERS[call.name];
    return parameter === undefined ? undefined : { parameter, value: `${first}` };
  } catch {
    return undefined;
  }
}
