import {
  type ActionStep,
  type AuditEntry,
  chained,
  type DeskResult,
  type EntryContent,
  type Json,
  type PeopleNeeded,
  type Person,
  refuse,
  storedEntry,
} from '@exchange/core/operator';
import {
  handlersOf,
  type InboxTypes,
  type LogLine,
  type RowChange,
  signalsOf,
  upsert,
} from '@exchange/platform';
import type { DeskState, StoredSession } from '../desk/desk-state';
import { sha256 } from '../desk/sha256';
import { auditEntryTable } from '../persistence/tables';

/** What a turn says to whoever asked for something: it counts once the turn is stored. */
export interface SaidOf<T> {
  result?: DeskResult<T>;
}

/** What somebody at the desk does, and what came of what was ordered. */
export type DeskSignal =
  | ({
      readonly kind: 'submitted';
      readonly person: Person;
      readonly steps: readonly ActionStep[];
      readonly reason: string;
      readonly people: PeopleNeeded;
    } & SaidOf<readonly AuditEntry[]>)
  | ({
      readonly kind: 'judged';
      readonly verdict: 'approve' | 'reject' | 'withdraw';
      readonly person: Person;
      readonly proposal: number;
      readonly reason: string;
    } & SaidOf<readonly AuditEntry[]>)
  | {
      readonly kind: 'answered';
      readonly order: number;
      readonly outcome:
        | { readonly kind: 'done'; readonly effects: Json }
        | { readonly kind: 'refused'; readonly code: string; readonly message: string };
    }
  | ({
      readonly kind: 'signed_in';
      readonly session: StoredSession;
      /** The step of the code that was shown, if one was. */
      readonly step?: number;
    } & SaidOf<Person>)
  | { readonly kind: 'signed_out'; readonly digest: string };

/** What the inputs of a turn are applied to, and what the turn gathers. */
export interface DeskTurn {
  readonly state: DeskState;
  readonly proposalMs: number;
  readonly changes: RowChange[];
  readonly lines: LogLine[];
  /** Unix ms. */
  readonly at: number;
}

export interface DeskInbox extends InboxTypes {
  readonly deps: undefined;
  readonly turn: DeskTurn;
  readonly needs: never;
}

/** Declares a handler of the desk. */
export const handle = handlersOf<DeskInbox>();

export const signal = signalsOf<DeskSignal>();

/** Puts an entry behind the newest one of the log. */
export function write({ state, changes, at }: DeskTurn, person: string, content: EntryContent): AuditEntry {
  const entry = chained(state.head, { at, person }, content);
  const stored = storedEntry(entry, sha256);
  state.take(stored, entry);
  changes.push(upsert(auditEntryTable, [stored]));
  // What a person is belongs to the desk itself: it is done as it is ordered.
  if (entry.kind === 'ordered' && entry.action === 'set-roles')
    write({ state, changes, at } as DeskTurn, person, { kind: 'done', order: entry.seq, effects: [] });
  return entry;
}

/** Refused while the log isn't as it was written: nothing may follow what can't be trusted. */
export const closed = ({ state }: DeskTurn) =>
  state.fault === undefined
    ? undefined
    : refuse('UNAVAILABLE', `nothing can be changed: ${state.fault} (npm run operator -- audit verify)`);
