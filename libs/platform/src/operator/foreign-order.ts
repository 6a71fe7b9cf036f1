import type { Rejection, RejectionCode } from '@exchange/core/kernel';
import { alarm, type LogLine } from '../ports';

/** What an owner of state refuses that the operators' log, as it knows that, can't have ordered. */
const FOREIGN: ReadonlySet<string> = new Set<RejectionCode>(['OPERATOR_LOG_FORKED', 'OPERATOR_ORDER_AHEAD']);

/** Whether a refusal says that an order came from another log. */
export const isForeignOrder = (code: string): boolean => FOREIGN.has(code);

/** The alarm that goes with the refusal of an order; undefined if it came from the log that is known. */
export const foreignOrderAlarm = ({ code, message }: Rejection): LogLine | undefined =>
  isForeignOrder(code) ? alarm('operator_log_forked', { code }, message) : undefined;
