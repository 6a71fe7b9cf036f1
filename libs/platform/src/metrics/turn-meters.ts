import { turnMetrics } from '@exchange/contract/metrics';
import type { MeasuredTurn, ReaderLag, Turn, TurnMetrics } from '../turn';
import { inSeconds, type Meters, type MeterReading } from './meters';
import { servedMeter } from './request-meter';

/** The metrics of all turns of a process: what is asked for is read from the turns that there are then. */
export function createTurnMetrics(meters: Meters): TurnMetrics {
  const turns = new Set<MeasuredTurn>();
  const sum = (of: (turn: MeasuredTurn) => number) => () => {
    let total = 0;
    for (const turn of turns) total += of(turn);
    return total;
  };
  const phases = meters.spread(turnMetrics.turnSeconds);
  const [prepare, decide, commit] = ['prepare', 'decide', 'commit'].map((phase) => phases.of(phase));
  const inputs = meters.spread(turnMetrics.turnInputs).of();
  const refused = meters.count(turnMetrics.requestsRefused).of();
  const retried = meters.count(turnMetrics.commitRetries).of();
  const served = servedMeter(meters);
  meters.read(
    turnMetrics.turnWaiting,
    sum(({ waiting }) => waiting),
  );
  meters.read(
    turnMetrics.turnUncommitted,
    sum(({ uncommitted }) => uncommitted),
  );
  meters.read(
    turnMetrics.logGaps,
    sum(({ gaps }) => gaps),
  );
  meters.read(
    turnMetrics.outboxUnpublished,
    sum(({ unpublished }) => unpublished),
  );
  meters.read(turnMetrics.readerLag, () => lags([...turns].flatMap((turn) => [...turn.readerLags()])));
  meters.read(turnMetrics.turnReady, () =>
    turns.size > 0 && [...turns].every(({ ready }) => ready) ? 1 : 0,
  );
  return {
    now: () => performance.now(),
    turn(facts) {
      inputs.observe(facts.inputs);
      prepare?.observe(inSeconds(facts.prepareMs));
      decide?.observe(inSeconds(facts.decideMs));
      commit?.observe(inSeconds(facts.commitMs));
    },
    served: ({ subject, outcome, ms, traceId }) => served.ended(subject, outcome, ms, traceId),
    refused: () => void (refused.count += 1),
    commitRetried: () => void (retried.count += 1),
    watch(turn, ends) {
      turns.add(turn);
      ends.addEventListener('abort', () => turns.delete(turn), { once: true });
    },
  };
}

/** Of the one turn of a process that has a standby, or is one. */
export function measureRole(meters: Meters, turn: Pick<Turn, 'isStandingBy' | 'tookOverAt'>): void {
  meters.read(turnMetrics.serviceActive, () => (turn.isStandingBy ? 0 : 1));
  meters.read(turnMetrics.takeovers, () => (turn.tookOverAt === undefined ? 0 : 1));
  meters.read(turnMetrics.tookOverAt, () => inSeconds(turn.tookOverAt ?? 0));
}

/** A log's subjects together. */
const lags = (all: readonly ReaderLag[]): readonly MeterReading[] =>
  all.map(({ log, reader, messages }) => [[log, reader], messages]);
