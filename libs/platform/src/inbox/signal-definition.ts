import type { Signal } from '../ports';

/** A kind of signal that a service gives itself; no other process sees it. */
export interface SignalDefinition<S extends Signal = Signal> {
  readonly kind: 'signal';
  /** The kind of the signals that it defines. */
  readonly signal: S['kind'];
}

/**
 * Gives the definitions of a service's signals, by their kind.
 * `const signal = signalsOf<EngineSignal>(); signal('caught_up')`
 */
export const signalsOf =
  <S extends Signal>() =>
  <K extends S['kind']>(kind: K): SignalDefinition<Extract<S, { readonly kind: K }>> => ({
    kind: 'signal',
    signal: kind,
  });
