/** Names under which the module provides what has no class of its own. */
export const CLOCK = Symbol('clock');
export const DEPLOYMENT = Symbol('deployment');
export const LOG = Symbol('log');
