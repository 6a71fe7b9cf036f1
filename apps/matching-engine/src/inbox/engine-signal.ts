import { signalsOf } from '@exchange/platform';
import { handle } from './engine-inputs';

/** What the engine tells itself. */
export type EngineSignal =
  /** It has loaded its markets and now applies what waited; new orders among that are canceled. */
  | { readonly kind: 'restarting' }
  /** Everything that waited is applied: markets get back the status they had, as soon as their rates are fresh. */
  | { readonly kind: 'caught_up' }
  /** Markets have inputs or work left from an earlier turn, or wait for a moment. */
  | { readonly kind: 'continue' };

const signal = signalsOf<EngineSignal>();

export const beginRestart = handle(signal('restarting'), {
  decide(engine) {
    const { reopening, at } = engine;
    const markets = engine.markets();
    reopening.begin(markets);
    const restarting = { at, input: { kind: 'restarting', restarting: true } } as const;
    for (const market of markets) engine.take({ market, inputs: [restarting] });
  },
});

export const endRestart = handle(signal('caught_up'), {
  decide(engine) {
    engine.reopening.caughtUp(engine.at);
    engine.settle();
  },
});

/** The turn itself is what was asked for. */
export const continueWork = handle(signal('continue'), { decide: () => undefined });
