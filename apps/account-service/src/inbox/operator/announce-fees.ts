import { operatorCommands } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { nextFees } from '@exchange/core/ledger';
import { concernedBy, feeEffects } from '../../fees/fee-effects';
import { storeFees } from '../../fees/start-fees';
import { ordered } from '../../operator/ordered';

/** Announces the schedule of fees that starts next; one that was announced and hasn't started never will. */
export const announceFees = ordered(operatorCommands.announceFees, {
  prepare: async ({ rows }, { clock, fees, records }) => ({
    now: clock.now(),
    concerned: await concernedBy(records, fees.schedule, rows),
  }),

  plan({ fees, feeLimits, group }, wish, { now, concerned }) {
    if (!group.isHome) return reject('INVALID_FIELD', 'fees are announced to partition 0');
    const version = nextFees(fees, feeLimits, wish, now);
    if (!version.ok) return version;
    return ok({ effects: feeEffects(fees, version.value, concerned), change: version.value });
  },

  apply({ book, output }, version) {
    const { next } = book.fees;
    if (next !== undefined) storeFees(output.rows, next, true);
    storeFees(output.rows, version);
    book.fees.announce(version);
    output.listing();
  },
});
