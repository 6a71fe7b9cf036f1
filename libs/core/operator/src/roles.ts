/** What a person at the desk may be. Everybody who may come in may look; the others say what one may change. */
export const ROLES = ['viewer', 'support', 'market', 'risk', 'admin'] as const;

export type OperatorRole = (typeof ROLES)[number];

export const isRole = (text: unknown): text is OperatorRole => ROLES.includes(text as OperatorRole);

/** Somebody who may act at the desk, by the name under which the log has them. */
export interface Person {
  readonly name: string;
  readonly roles: readonly OperatorRole[];
}

const NAME = /^[a-z0-9][a-z0-9._@-]{0,99}$/;

/** Whether a text may name a person: lower case, so that no two people have names that look the same. */
export const isPersonName = (text: string): boolean => NAME.test(text);
