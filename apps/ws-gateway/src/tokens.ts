/** Names under which the module provides what has no class of its own. */
export const EDGE = Symbol('edge');
export const QUEUE_LIMITS = Symbol('queue limits');
