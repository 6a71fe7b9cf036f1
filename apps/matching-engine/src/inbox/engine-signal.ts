import { signalsOf } from '@exchange/platform';
import { handle } from './engine-inputs';
import type { MarketInputs } from './market-inputs';

/** What the engine tells itself. */
export type EngineSignal =
  /** It has loaded its markets and now applies what waited; new orders among that are canceled. */
  | { readonly kind: 'restarting' }
  /** Everything that waited is applied: markets get back the status they had, as soon as their rates are fresh. */
  | { readonly kind: 'caught_up' }
  /** Markets have inputs or work left from an earlier turn, or wait for a moment. */
  | { readonly kind: 'continue' }
  /** A market is another engine's by the map. */
  | { readonly kind: 'give'; readonly market: string; readonly to: string }
  /** A market was taken from an engine that doesn't run: new orders among what waits are canceled. */
  | { readonly kind: 'taken'; readonly market: string }
  /** What waited for a market that came from another engine is applied. */
  | { readonly kind: 'moved'; readonly market: string };

const signal = signalsOf<EngineSignal>();

export const beginRestart = handle(signal('restarting'), {
  decide(engine) {
    const { reopening, at } = engine;
    const markets = engine.markets();
    reopening.begin(markets);
    for (const market of markets) engine.take(restarting(market, at));
  },
});

const restarting = (market: string, at: number): MarketInputs => ({
  market,
  inputs: [{ at, input: { kind: 'restarting', restarting: true } }],
});

export const endRestart = handle(signal('caught_up'), {
  decide(engine) {
    engine.reopening.caughtUp(engine.at);
  },
});

export const giveMarket = handle(signal('give'), {
  decide(engine, { market, to }) {
    engine.give(market, to);
  },
});

export const restartTaken = handle(signal('taken'), {
  decide(engine, { market }) {
    engine.take(restarting(market, engine.at));
  },
});

/** It may have been restarting where it was. */
export const reopenMoved = handle(signal('moved'), {
  decide({ reopening }, { market }) {
    reopening.begin([market]);
  },
});

/** The turn itself is what was asked for. */
export const continueWork = handle(signal('continue'), { decide: () => undefined });
