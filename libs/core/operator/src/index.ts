/** What operators may do, and the log of what they did: roles, the table of actions, proposals, the chain of hashes. */
export * from './actions';
export * from './canonical-json';
export * from './decide';
export * from './entry';
export * from './open-business';
export * from './refusal';
export * from './roles';
export * from './verify-log';
