import type { Json } from './canonical-json';
import type { OperatorRole } from './roles';

/** How many people an action needs: one does it at once, of two one proposes and another approves. */
export type PeopleNeeded = 1 | 2;

/** What the owner of the state says that an action would change; see the effects of an operator's command. */
export interface ShownChange {
  readonly before?: string;
  readonly after?: string;
}

interface ActionRule {
  /** Who has one of these may do it, propose it and approve it. */
  readonly roles: readonly OperatorRole[];
  readonly people: PeopleNeeded | ((content: Json, effects: readonly ShownChange[]) => PeopleNeeded);
  /** Which of the two it is, where it depends. */
  readonly when?: string;
}

/** Closing a market for new orders can't wait; every other status changes what people may lose. */
const byStatus = (content: Json): PeopleNeeded => (memberOf(content, 'status') === 'cancel_only' ? 1 : 2);

/** What is lowered harms nobody else. Whatever isn't seen to be lowered counts as raised. */
const byFigure = (_: Json, effects: readonly ShownChange[]): PeopleNeeded =>
  effects.every(({ before, after }) => isAtMost(after, before)) ? 1 : 2;

/**
 * Who may do what: the one table. What stops something needs one person, since it can't wait; undoing that, and whatever
 * else touches money, needs two (docs/operations).
 */
const RULES = {
  'list-token': { roles: ['market'], people: 2 },
  'edit-token': { roles: ['market'], people: 2 },
  'list-market': { roles: ['market'], people: 2 },
  'edit-market': { roles: ['market'], people: 2 },
  'set-market-status': {
    ...{ roles: ['market', 'risk'], people: byStatus },
    when: 'one for cancel_only, two for every other status',
  },
  'cancel-market-orders': { roles: ['market', 'risk'], people: 1 },
  'announce-fees': { roles: ['market'], people: 2 },
  'set-account-limits': {
    ...{ roles: ['support', 'risk'], people: byFigure },
    when: 'one to lower them, two to raise them',
  },
  'freeze-account': { roles: ['support', 'risk'], people: 1 },
  'unfreeze-account': { roles: ['support', 'risk'], people: 2 },
  'pause-withdrawals': { roles: ['support', 'risk'], people: 1 },
  'resume-withdrawals': { roles: ['support', 'risk'], people: 2 },
  'cover-shortfall': { roles: ['risk'], people: 2 },
  'move-group': { roles: ['admin'], people: 1 },
  'move-market': { roles: ['admin'], people: 1 },
  'drain-gateway': { roles: ['admin'], people: 1 },
  'drain-engine': { roles: ['admin'], people: 1 },
  'set-roles': { roles: ['admin'], people: 2 },
} as const satisfies Readonly<Record<string, ActionRule>>;

/** An action of the desk, by the name that the command line, the page and the log have for it. */
export type ActionName = keyof typeof RULES;

export const ACTIONS = Object.keys(RULES) as readonly ActionName[];

export const isAction = (text: unknown): text is ActionName => Object.hasOwn(RULES, String(text));

const ruleOf = (action: ActionName): ActionRule => RULES[action];

/** The roles of which one is needed. */
export const rolesFor = (action: ActionName): readonly OperatorRole[] => ruleOf(action).roles;

export const mayDo = (roles: readonly OperatorRole[], action: ActionName): boolean =>
  rolesFor(action).some((role) => roles.includes(role));

/**
 * How many people an action needs, by what it says and by what its owner says that it would change.
 * @example
 * peopleFor('set-market-status', { market: 'ETHDAI', status: 'cancel_only' }, []) // → 1
 * peopleFor('set-account-limits', { account: '0x1' }, [{ before: '1000', after: '900' }]) // → 1
 */
export function peopleFor(action: ActionName, content: Json, effects: readonly ShownChange[]): PeopleNeeded {
  const { people } = ruleOf(action);
  return typeof people === 'number' ? people : people(content, effects);
}

/** The same as a text, for the tables that people read. */
export const peopleText = (action: ActionName): string => {
  const { people, when } = ruleOf(action);
  return when ?? (people === 1 ? 'one' : 'two');
};

const memberOf = (content: Json, name: string): Json | undefined =>
  typeof content === 'object' && content !== null && !Array.isArray(content)
    ? (content as Readonly<Record<string, Json>>)[name]
    : undefined;

/** As owners show figures of limits; none is money. */
const FIGURE = /^\d+(\.\d+)?$/;

const isAtMost = (after: string | undefined, before: string | undefined): boolean =>
  [after, before].every((shown) => shown !== undefined && FIGURE.test(shown)) &&
  Number(after) <= Number(before);
