import type { RecordedInput } from '../../../apps/matching-engine/src/inbox/recorded-input';

type Input = RecordedInput['input'];
type OrderInput = Extract<Input, { kind: 'place' | 'edit' | 'cancel' }>;

/**
 * An input with the members that reports repeat, in the order in which the account-service writes them: the record is
 * in a column that keeps their values and forgets their order, and the order is in the bytes of a message.
 */
export function inWrittenOrder({ at, input }: RecordedInput): RecordedInput {
  switch (input.kind) {
    case 'place':
    case 'edit': {
      const { makerPpm, takerPpm, settlementFee, rebateToken } = input.fees;
      const fees = { makerPpm, takerPpm, settlementFee, rebateToken };
      return { at, input: { ...input, fees, ...originOf(input) } };
    }
    case 'cancel':
      return { at, input: { ...input, ...originOf(input) } };
    case 'rules':
    case 'time':
    case 'status':
    case 'peg_rate':
    case 'restarting':
      return { at, input };
  }
}

function originOf({ origin }: OrderInput): Pick<OrderInput, 'origin'> {
  if (origin === undefined) return {};
  const { gateway, connection, command, rid } = origin;
  return { origin: { gateway, connection, command, ...(rid === undefined ? {} : { rid }) } };
}
