import type { Alarm } from './alarm';

/** Alarms of the matching-engine. */
export const ENGINE_ALARMS = {
  market_stopped: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['matching-engine'],
    means: "A rule that can't break broke in a market: it is cancel_only, the others go on.",
    act: 'Read `defect` and find its cause; then set the status again.',
    page: 'engine.md',
  },
  markets_not_reopened: {
    severity: 'page',
    lasts: 'event',
    raisedBy: ['matching-engine'],
    means: 'After a start the engine could not catch up, so its markets stay cancel_only.',
    act: 'Read the error; restart the engine once its cause is gone.',
    page: 'engine.md',
  },
  snapshot_unreadable: {
    severity: 'ticket',
    lasts: 'event',
    raisedBy: ['matching-engine'],
    means: 'A snapshot of a market is damaged or of another version; the one before it is used.',
    act: 'Look at the disk; the next snapshot replaces it.',
    page: 'engine.md',
  },
  snapshot_failed: {
    severity: 'ticket',
    lasts: 'event',
    raisedBy: ['matching-engine'],
    means: 'No snapshot of a market could be made; reports are kept, and it is tried again.',
    act: 'Read the error; if it speaks of another hash, replay the record before the next restart.',
    page: 'engine.md',
  },
} as const satisfies Readonly<Record<string, Alarm>>;
