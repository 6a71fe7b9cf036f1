import type { Effect } from '@exchange/core/message';
import type { AccountLook, OperatorView } from './operator-view';

/** What freezing doesn't take back: what is promised, signed or traded already. */
export function standingEffects(account: AccountLook): Effect[] {
  const { address: of, delegates, cancellations } = account;
  const withdrawals = account.entriesOf('withdrawal');
  const { length: trades } = account.entriesOf('trade');
  const awaited =
    [...delegates.values()].filter(({ removal }) => removal !== null && removal.signature === null).length +
    cancellations.size;
  return counted(
    [
      [
        'withdrawals co-signed and not final',
        withdrawals.filter(({ cause }) => cause.by === 'cosigned' && cause.signature !== null).length,
      ],
      [
        'withdrawals to be co-signed',
        withdrawals.filter(({ cause }) => cause.by === 'cosigned' && cause.signature === null).length,
      ],
      [
        'withdrawals submitted and not final',
        withdrawals.filter(({ cause }) => cause.by === 'submitted').length,
      ],
      ['co-signatures of removals and cancellations to come', awaited],
      ['trades not settled', trades],
    ],
    of,
  );
}

const counted = (counts: readonly (readonly [what: string, count: number])[], of: string): Effect[] =>
  counts.filter(([, count]) => count > 0).map(([what, count]) => ({ what, of, count }));

export const frozenEffect = ({ address: of, record }: AccountLook, after: boolean): Effect => ({
  ...{ what: 'frozen', of, before: yes(record.frozen), after: yes(after) },
});

const yes = (is: boolean): string => (is ? 'yes' : 'no');

/** What the account lacks, which keeps it from trading until it is paid. */
export const lackingEffects = (
  { listing }: Pick<OperatorView, 'listing'>,
  { balances }: AccountLook,
): Effect[] =>
  [...balances].flatMap(([token, { shortfall }]) =>
    shortfall > 0n ? [{ what: 'still missing', of: listing.symbolOf(token), after: String(shortfall) }] : [],
  );
