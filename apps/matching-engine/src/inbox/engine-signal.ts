/** What the engine tells itself. */
export type EngineSignal =
  /** It has loaded its markets and now applies what waited; new orders among that are canceled. */
  | { readonly kind: 'restarting' }
  /** Everything that waited is applied: markets get back the status they had, as soon as their rates are fresh. */
  | { readonly kind: 'caught_up' }
  /** Markets have inputs or work left from an earlier turn, or wait for a moment. */
  | { readonly kind: 'continue' };
