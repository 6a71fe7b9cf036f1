export {
  type Command,
  COMMAND_NAMES,
  type CommandName,
  type CommandOf,
  COMMANDS,
  commandSchema,
  definitionOf,
  isCommandName,
  pointTenths,
  rightOf,
} from './command';
export type { CommandDefinition, FieldRule, Right } from './definition';
export * from './parse-frame';
