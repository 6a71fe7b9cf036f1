export {
  AVAILABLE_COMMANDS,
  type Command,
  COMMAND_NAMES,
  type CommandName,
  type CommandOf,
  COMMANDS,
  commandSchema,
  isAvailable,
  isCommandName,
  pointTenths,
  rightOf,
} from './command';
export type { CommandDefinition, Right } from './definition';
export * from './parse-frame';
