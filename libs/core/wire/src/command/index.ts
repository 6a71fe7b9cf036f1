export {
  type Command,
  COMMAND_NAMES,
  type CommandName,
  type CommandOf,
  COMMANDS,
  commandSchema,
  isCommandName,
  pointTenths,
  rightOf,
} from './command';
export type { CommandDefinition, Right } from './definition';
export * from './parse-frame';
