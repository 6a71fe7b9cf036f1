import type { Static, TObject, TProperties } from '@sinclair/typebox';
import { reject, type Result } from '@exchange/core/kernel';

/** Who may send a command: anyone, a logged-in connection, or one that logged in with the account's own key. */
export type Right = 'anyone' | 'account' | 'ownKey';

/** A command of the websocket: its fields, cost and rules that span several fields. */
export interface CommandDefinition<P extends TProperties = TProperties> {
  readonly fields: P;
  /** Cost in tenths of a point (seed: Limits, call limit). */
  readonly tenths: number;
  readonly right: Right;
  /** A refusal for fields that don't fit each other. */
  check?(fields: Static<TObject<P>>): Result<never> | undefined;
}

export const define = <P extends TProperties>(definition: CommandDefinition<P>): CommandDefinition<P> =>
  definition;

/** Refuses unless exactly one of these fields is there. */
export const exactlyOne =
  (...fields: string[]) =>
  (command: Record<string, unknown>): Result<never> | undefined =>
    present(command, fields) === 1 ? undefined : invalid(`exactly one of ${fields.join(', ')} must be given`);

/** Refuses when none of these fields is there. */
export const atLeastOne =
  (...fields: string[]) =>
  (command: Record<string, unknown>): Result<never> | undefined =>
    present(command, fields) > 0 ? undefined : invalid(`one of ${fields.join(', ')} must be given`);

const present = (command: Record<string, unknown>, fields: string[]): number =>
  fields.filter((field) => command[field] !== undefined).length;

export const invalid = (message: string): Result<never> => reject('INVALID_FIELD', message);
