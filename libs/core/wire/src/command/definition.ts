import type { Static, TObject, TProperties } from '@sinclair/typebox';

/** Who may send a command: anyone, a logged-in connection, or one that logged in with the account's own key. */
export type Right = 'anyone' | 'account' | 'ownKey';

/** A command of the websocket: its fields, cost and rules that span several fields. */
export interface CommandDefinition<P extends TProperties = TProperties> {
  readonly fields: P;
  /** Cost in tenths of a point (seed: Limits, call limit). */
  readonly tenths: number;
  readonly right: Right;
  readonly rules?: readonly FieldRule<Static<TObject<P>>>[];
}

/** A rule that spans several fields: the reference prints what it says, and so does the refusal. */
export interface FieldRule<F> {
  readonly says: string;
  /** Of how many fields of a list some must be there. */
  readonly choice?: FieldChoice;
  holds(fields: F): boolean;
}

export interface FieldChoice {
  readonly howMany: 'exactly one' | 'at least one';
  readonly of: readonly string[];
}

export const define = <P extends TProperties>(definition: CommandDefinition<P>): CommandDefinition<P> =>
  definition;

/** Exactly one of these fields is there. */
export const exactlyOne = (...fields: string[]): FieldRule<object> =>
  choiceRule({ howMany: 'exactly one', of: fields }, (present) => present === 1);

/** One or more of these fields are there. */
export const atLeastOne = (...fields: string[]): FieldRule<object> =>
  choiceRule({ howMany: 'at least one', of: fields }, (present) => present > 0);

const choiceRule = (choice: FieldChoice, isEnough: (present: number) => boolean): FieldRule<object> => ({
  says: `${choice.howMany} of ${choice.of.join(', ')} must be given`,
  choice,
  holds: (fields) => isEnough(choice.of.filter((field) => field in fields).length),
});
