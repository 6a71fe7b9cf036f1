import type { ReplyOf, operatorQueries } from '@exchange/contract/bus';
import { ok } from '@exchange/core/kernel';
import { type ActionName, type DeskResult, type Json, refuse } from '@exchange/core/operator';
import type { Lookups } from '../lookup/lookups';

type Content = Readonly<Record<string, Json>>;
type Rows<K extends string> = readonly ({ readonly [N in K]: string } & Content)[];
/** As look-ups give it, in JSON. */
interface Listed {
  readonly listing: { readonly tokens: Rows<'symbol'>; readonly markets: Rows<'market'> };
  readonly fees: { readonly current: { readonly rows: Json }; readonly next?: { readonly rows: Json } };
}
type Account = Pick<ReplyOf<typeof operatorQueries.accountQuery>, 'pointTenths'>;

/** An action that changes what there is already. */
interface Edit {
  /** The field that says of what; without one there is one thing of its kind. */
  readonly of?: string;
  holds(lookups: Lookups, of: string): Promise<DeskResult<Content>>;
}

async function listed(lookups: Lookups, find: (listed: Listed) => Content | undefined, what: string) {
  const found = await lookups.ask('listed', {});
  if (!found.ok) return found;
  const holds = find(found.value as unknown as Listed);
  return holds === undefined ? refuse('INVALID_FIELD', `${what} is not listed`) : ok(holds);
}

const EDITS: Readonly<Partial<Record<ActionName, Edit>>> = {
  'edit-token': {
    of: 'symbol',
    holds: (lookups, of) =>
      listed(lookups, ({ listing }) => listing.tokens.find(({ symbol }) => symbol === of), of),
  },
  'edit-market': {
    of: 'market',
    holds: (lookups, of) =>
      listed(lookups, ({ listing }) => listing.markets.find(({ market }) => market === of), of),
  },
  'announce-fees': {
    // What is announced and hasn't started is what the next announcement replaces.
    holds: (lookups) => listed(lookups, ({ fees }) => ({ rows: (fees.next ?? fees.current).rows }), 'fees'),
  },
  'set-account-limits': {
    of: 'account',
    async holds(lookups, of) {
      const found = await lookups.ask('account', { account: of });
      if (!found.ok) return found;
      return ok({ account: of, pointTenths: (found.value as unknown as Account).pointTenths });
    },
  },
};

/** The field that says of what an action's form is filled in with what holds; undefined where nothing is asked before. */
export const editedBy = (action: ActionName): string | undefined => EDITS[action]?.of;

/** What holds now of what an action would change; undefined of an action that changes nothing that there is, or of nothing named. */
export async function whatHolds(
  lookups: Lookups,
  action: ActionName,
  of: string,
): Promise<DeskResult<Content> | undefined> {
  const edit = EDITS[action];
  return edit === undefined || (edit.of !== undefined && of === '') ? undefined : edit.holds(lookups, of);
}
