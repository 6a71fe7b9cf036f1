import type { Clock, RequestInput, SenderClocks, Timing } from '@exchange/platform';

/** Nobody waits longer for an answer over the bus. */
const ANSWER_MS_MAX = 5_000;

interface DueAtDeps {
  readonly senders: Pick<SenderClocks, 'dueAt'>;
  readonly clock: Pick<Clock, 'steady'>;
}

/**
 * Until when requests may be taken, by our steady clock: what their sender says of a command, and of what says nothing,
 * how long it has waited here. Undefined for commands of earlier releases, whose deadline counts as it is.
 */
export const deadlines = {
  dueAt({ senders }: DueAtDeps, { request, sender, heardAt }: RequestInput<unknown>): number | undefined {
    if (heardAt === undefined) return undefined;
    const timing = request as Partial<Timing>;
    if (timing.deadline === undefined) return heardAt + ANSWER_MS_MAX;
    return senders.dueAt(sender, { ...timing, deadline: timing.deadline }, heardAt);
  },
  now: ({ clock }: DueAtDeps): number => clock.steady(),
};
