import { engineCommands } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { enginesNow } from '../assignment/engines-now';
import { handle } from './engine-inputs';

/** Which engines and processes there are, and which engine has which market. */
export const enginesQuery = handle(engineCommands.enginesQuery, {
  prepare: (_, { records, leases }) => enginesNow(records, leases),

  decide: (_engine, _received, now) => ok(() => now),
});
