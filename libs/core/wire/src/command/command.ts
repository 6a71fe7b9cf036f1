import {
  type SchemaOptions,
  type Static,
  type TObject,
  type TProperties,
  type TSchema,
  Type,
} from '@sinclair/typebox';
import type { CommandDefinition, FieldChoice, Right } from './definition';
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

/**
 * The whole JSON object of a command, for validators and the reference. One of which some of several fields must be there
 * has a form for each of them. Of rules that span fields, JSON Schema has words for no others; the description has all.
 */
export function commandSchema(name: CommandName): TSchema {
  const { fields, rules = [] } = definitionOf(name);
  const description = rules.map(({ says }) => says).join('; ');
  const options: SchemaOptions = rules.length === 0 ? {} : { description };
  const choice = rules.find((rule) => rule.choice !== undefined)?.choice;
  if (choice === undefined) return commandObject(name, fields, options);
  const forms = choice.of.map((field) =>
    commandObject(name, having(field, choice, fields), { title: `by ${field}` }),
  );
  return Type.Union(forms, options);
}

const commandObject = (name: CommandName, fields: TProperties, options: SchemaOptions): TObject =>
  Type.Object(
    { c: Type.Literal(name), rid: Type.Optional(uint()), ...fields },
    { additionalProperties: false, ...options },
  );

/** The fields with this one of a choice; without the others when there may be one only. */
function having(field: string, { howMany, of }: FieldChoice, fields: TProperties): TProperties {
  const isLeftOut = (name: string) => howMany === 'exactly one' && name !== field && of.includes(name);
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !isLeftOut(name))
      .map(([name, schema]) => [name, name === field ? Type.Optional(schema, false) : schema]),
  );
}
