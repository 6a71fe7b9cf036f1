import { Value } from '@sinclair/typebox/value';
import { ok } from '@exchange/core/kernel';
import {
  type ActionName,
  ACTIONS,
  type ActionStep,
  canonicalJson,
  type DeskResult,
  isAction,
  isPersonName,
  isRole,
  type Json,
  refuse,
  ROLES,
} from '@exchange/core/operator';
import { OWNED } from '../outbox/owned-action';
import { ORDER } from './content-schema';

/** A step as somebody sent it: the action's name and its content, in which every member must be known and fit. */
export function checkedStep(given: unknown): DeskResult<ActionStep> {
  const { action, content } = (
    typeof given === 'object' && given !== null ? given : {}
  ) as Partial<ActionStep>;
  if (!isAction(action))
    return refuse(
      'UNKNOWN_ACTION',
      `there is no action ${JSON.stringify(action)}; there are ${ACTIONS.join(', ')}`,
    );
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return refuse('INVALID_FIELD', `the content of ${action} is an object of its fields`);
  const fields = content as Readonly<Record<string, Json>>;
  if (action === 'set-roles') return checkedRoles(fields);
  return checkedContent(action, fields, OWNED[action].definition.request);
}

type Contents = (typeof OWNED)['list-token']['definition']['request'];

function checkedContent(
  action: ActionName,
  fields: Readonly<Record<string, Json>>,
  { schema, read, write }: Contents,
): DeskResult<ActionStep> {
  const { properties } = schema as unknown as { properties: Readonly<Record<string, { pattern?: string }>> };
  const known = Object.keys(properties);
  const names = known.filter((name) => name !== ORDER);
  const unknown = Object.keys(fields).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return refuse('INVALID_FIELD', `${action} has no field ${unknown}; it has ${names.join(', ')}`);
  // Command lines and forms have texts alone: what stands for a number or a truth value becomes it.
  const lowered = Object.entries(fields).map(([name, value]) => [
    name,
    inAnyCase(value, properties[name]?.pattern),
  ]);
  const converted = Value.Convert(schema, Object.fromEntries(lowered)) as typeof fields;
  const wrong = Value.Errors(schema, converted).First();
  if (wrong !== undefined) {
    const where = wrong.path.slice(1).replaceAll('/', '.');
    return refuse('INVALID_FIELD', `${action}: ${where}: ${wrong.message.toLowerCase()}`);
  }
  const content = write(read(converted)) as Json;
  return isStorableJson(content)
    ? ok({ action, content })
    : refuse('INVALID_FIELD', `${action}: texts must be well-formed Unicode`);
}

/** Addresses and hashes count in any letter case (docs/interface, values), as wallets and explorers show them. */
function inAnyCase(value: Json | undefined, pattern: string | undefined): Json | undefined {
  if (typeof value !== 'string' || !value.startsWith('0x') || pattern === undefined) return value;
  const lower = value.toLowerCase();
  return new RegExp(pattern).test(lower) ? lower : value;
}

function checkedRoles(fields: Readonly<Record<string, Json>>): DeskResult<ActionStep> {
  const { person, roles, ...more } = fields;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined)
    return refuse('INVALID_FIELD', `set-roles has no field ${unknown}; it has person, roles`);
  if (typeof person !== 'string' || !isPersonName(person))
    return refuse('INVALID_FIELD', 'set-roles: person: the name of a person, in lower case');
  if (!Array.isArray(roles) || !roles.every(isRole))
    return refuse('INVALID_FIELD', `set-roles: roles: a list of ${ROLES.join(', ')}`);
  return ok({ action: 'set-roles', content: { person, roles } });
}

function isStorableJson(value: Json): boolean {
  try {
    canonicalJson(value);
    return true;
  } catch {
    return false;
  }
}
