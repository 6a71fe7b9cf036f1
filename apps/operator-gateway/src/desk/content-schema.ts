import { type ActionName, ROLES } from '@exchange/core/operator';
import { Type } from '@sinclair/typebox';
import { OWNED } from '../outbox/owned-action';

/** The member of an owner's request that the desk alone fills. */
export const ORDER = 'order';

/** Of the one action that the desk carries out itself. */
const SET_ROLES = Type.Object({
  person: Type.String(),
  roles: Type.Array(Type.Union(ROLES.map((role) => Type.Literal(role)))),
});

/** The JSON schema of what an action says. */
export function contentSchema(action: ActionName): object {
  if (action === 'set-roles') return SET_ROLES;
  const { schema } = OWNED[action].definition.request;
  return Type.Omit(Type.Unsafe<object>(schema) as never, [ORDER]);
}
