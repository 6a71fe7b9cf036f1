export {
  type Command,
  COMMAND_NAMES,
  type CommandName,
  type CommandOf,
  COMMANDS,
  commandSchema,
  definitionOf,
  isCommandName,
  rightOf,
} from './command';
export type { CommandDefinition, FieldRule, Right } from './definition';
export * from './parse-frame';
export { pointTenths } from './point-tenths';
