import type { RequestInput, SenderClocks, Timing } from '@exchange/platform';

/** When the sender of a command gives it up, by our steady clock; undefined for queries and earlier releases. */
export function dueAt(
  { senders }: { readonly senders: Pick<SenderClocks, 'dueAt'> },
  { request, sender, heardAt }: RequestInput<unknown>,
): number | undefined {
  const timing = request as Partial<Timing>;
  if (heardAt === undefined || timing.deadline === undefined) return undefined;
  return senders.dueAt(sender, { ...timing, deadline: timing.deadline }, heardAt);
}
