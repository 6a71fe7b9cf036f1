import { type SchemaOptions, type Static, type TObject, Type } from '@sinclair/typebox';
import type { CommandDefinition, Right } from './definition';
import { uint } from './field';
import { fundCommands } from './funds';
import { loginCommands } from './login';
import { marketCommands } from './market';
import { orderCommands } from './orders';

/** Every command of the websocket: the seed's and the added ones. */
export const COMMANDS = { ...loginCommands, ...orderCommands, ...fundCommands, ...marketCommands };

export type CommandName = keyof typeof COMMANDS;

/** The command of this name with its fields, checked; addresses and hashes in lower case. */
export type CommandOf<N extends CommandName> = { readonly c: N } & Static<
  TObject<(typeof COMMANDS)[N]['fields']>
>;

/** Any command; `c` tells which. */
export type Command = { [N in CommandName]: CommandOf<N> }[CommandName];

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

export const definitionOf = (name: CommandName): CommandDefinition =>
  // Each rule takes the fields of its own command; readCommand calls it with exactly those.
  COMMANDS[name] as unknown as CommandDefinition;

/** Who may send it. A gateway turns others away early; account-service decides. */
export const rightOf = (name: CommandName): Right => COMMANDS[name].right;

/** The whole JSON object of a command, for validators and the reference. */
export function commandSchema(name: CommandName): TObject {
  return Type.Object(
    { c: Type.Literal(name), rid: Type.Optional(uint()), ...definitionOf(name).fields },
    { additionalProperties: false, ...spanningFields(definitionOf(name)) },
  );
}

/** Rules that span fields, as far as JSON Schema has words for them; the description has all. */
function spanningFields({ rules = [] }: CommandDefinition): SchemaOptions {
  if (rules.length === 0) return {};
  const description = rules.map(({ says }) => says).join('; ');
  const choice = rules.find((rule) => rule.choice !== undefined)?.choice;
  if (choice === undefined) return { description };
  const key = choice.howMany === 'exactly one' ? 'oneOf' : 'anyOf';
  return { description, [key]: choice.of.map((field) => ({ required: [field] })) };
}
