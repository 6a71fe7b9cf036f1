import { OptionalKind, type TSchema } from '@sinclair/typebox';
import { ok, reject, type Rejection, type Result } from '@exchange/core/kernel';
import { FRAME_LIMITS, type FrameLimits } from '../limits';
import { type Command, type CommandName, COMMANDS, definitionOf, isCommandName } from './command';
import { pointTenths } from './point-tenths';
import { isUint, readField, shown } from './read-field';

/** One element of a client frame: a command to apply, or a refusal to answer with an `e` packet. */
export type FrameElement =
  | {
      readonly ok: true;
      readonly command: Command;
      readonly rid: number | undefined;
      /** Cost in tenths of a point. A failed command costs its points, what names none as much as the cheapest. */
      readonly tenths: number;
    }
  | {
      readonly ok: false;
      readonly rejection: Rejection;
      readonly rid: number | undefined;
      readonly tenths: number;
    };

/** A client frame: too long (close with 1009), or its elements in order. */
export type ParsedFrame =
  | { readonly kind: 'too_long' }
  | { readonly kind: 'elements'; readonly elements: readonly FrameElement[] };

const refused = (rejection: Rejection, rid?: number, tenths = NO_COMMAND_TENTHS): FrameElement => ({
  ok: false,
  rejection,
  rid,
  tenths,
});

/** Refuses a command by its name alone, before its fields are read; undefined lets it through. */
export type Shed = (name: CommandName) => Rejection | undefined;

/** What names no command is not for nothing. */
const NO_COMMAND_TENTHS = COMMANDS.ping.tenths;

/**
 * Reads a client frame (docs/interface, framing). A bad element never keeps the others from being applied; with
 * more commands than allowed none is applied and each gets a refusal without rid. Never throws. `shed`: asked about each command
 * before anything else is read of it than its rid.
 * @example
 * parseFrame('[{"c":"ping","rid":1}]')
 *   // → { kind: 'elements', elements: [{ ok: true, command: { c: 'ping' }, rid: 1, tenths: 1 }] }
 * parseFrame('{}').elements[0].rejection.code // → 'INVALID_FRAME'
 */
export function parseFrame(
  frame: string,
  limits: FrameLimits = FRAME_LIMITS,
  shed: Shed = () => undefined,
): ParsedFrame {
  if (frame.length > limits.characters) return { kind: 'too_long' };
  return { kind: 'elements', elements: elementsOf(frame, limits, shed) };
}

function elementsOf(frame: string, limits: FrameLimits, shed: Shed): FrameElement[] {
  let value: unknown;
  try {
    value = JSON.parse(frame);
  } catch {
    return [refused(reject('INVALID_JSON', 'a frame must be a JSON array of commands'))];
  }
  if (!Array.isArray(value)) {
    return [
      refused(reject('INVALID_FRAME', `a frame must be a JSON array of commands, not ${shown(value)}`)),
    ];
  }
  if (value.length > limits.commands) {
    const rejection = reject(
      'TOO_MANY_COMMANDS',
      `a frame may hold ${limits.commands} commands, this one has ${value.length}; none was applied`,
    );
    return value.map(() => refused(rejection));
  }
  return value.map((element) => readElement(element, shed));
}

function readElement(value: unknown, shed: Shed): FrameElement {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused(
      reject('INVALID_COMMAND', `a command must be an object with a string c, not ${shown(value)}`),
    );
  }
  const turnedAway = readShed(value as { c?: unknown; rid?: unknown }, shed);
  if (turnedAway !== undefined) return turnedAway;
  // From a map, a member named like something of Object.prototype is only a member.
  const members = new Map<string, unknown>(Object.entries(value));
  const rid = members.get('rid');
  const failedTenths = tenthsOf(members.get('c'));
  if (rid !== undefined && !isUint(rid)) {
    const wanted = `rid must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not ${shown(rid)}`;
    return refused(reject('INVALID_FIELD', wanted), undefined, failedTenths);
  }
  members.delete('rid');
  const command = readCommand(members);
  if (!command.ok) return refused(command, rid, failedTenths);
  return { ok: true, command: command.value, rid, tenths: pointTenths(command.value) };
}

/** What is turned away by its name; its rid is the only other thing that is read of it. */
function readShed({ c: name, rid }: { readonly c?: unknown; readonly rid?: unknown }, shed: Shed) {
  const isNamed = typeof name === 'string' && isCommandName(name) && (rid === undefined || isUint(rid));
  const rejection = isNamed ? shed(name) : undefined;
  return rejection && refused(rejection, rid as number | undefined, tenthsOf(name));
}

function readCommand(members: Map<string, unknown>): Result<Command> {
  const name = members.get('c');
  if (typeof name !== 'string') {
    return reject('INVALID_COMMAND', `c must be the name of a command as a string, not ${shown(name)}`);
  }
  if (!isCommandName(name)) return reject('UNKNOWN_COMMAND', `there is no command ${shown(name)}`);
  members.delete('c');
  const { fields, rules = [] } = definitionOf(name);
  for (const field of members.keys()) {
    if (!Object.hasOwn(fields, field)) {
      const known = Object.keys(fields).join(', ') || 'none';
      return reject('INVALID_FIELD', `${name} has no field ${shown(field)}; its fields: ${known}`);
    }
  }
  const command: Record<string, unknown> = { c: name };
  for (const [field, schema] of Object.entries(fields)) {
    const value = members.get(field);
    if (value === undefined) {
      if (isOptional(schema)) continue;
      return reject('INVALID_FIELD', `${name} needs ${field}: ${schema.description}`);
    }
    const read = readField(field, schema, value);
    if (!read.ok) return read;
    command[field] = read.value;
  }
  const broken = rules.find((rule) => !rule.holds(command));
  return broken === undefined ? ok(command as Command) : reject('INVALID_FIELD', broken.says);
}

const tenthsOf = (name: unknown): number =>
  typeof name === 'string' && isCommandName(name) ? COMMANDS[name].tenths : NO_COMMAND_TENTHS;

const isOptional = (schema: TSchema): boolean => OptionalKind in schema;
