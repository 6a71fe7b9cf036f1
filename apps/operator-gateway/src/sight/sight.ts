import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '@exchange/platform';
import { processesBehind, resolveName, type WatchedProcess } from './processes-behind';
import { readMetrics, type MetricSample } from './read-metrics';

/** The last alarms of a process, as it tells them. */
export interface SeenAlarm {
  readonly at: number;
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  /** Which process raised it. */
  readonly process: string;
}

/** What a process said last. */
export interface SeenProcess {
  readonly name: string;
  /** `away`: it doesn't answer. */
  readonly state: 'ready' | 'not ready' | 'away';
  /** Whether it is the active one of its service, if it says so. */
  readonly role: string | undefined;
  readonly lacking: readonly string[];
  readonly alarms: readonly SeenAlarm[];
  /** The newest reading, and one of about a minute before: what happens is what changed between them. */
  readonly now: MetricsReading;
  readonly before: MetricsReading;
}

export interface MetricsReading {
  /** Milliseconds of the steady clock. */
  readonly at: number;
  readonly samples: readonly MetricSample[];
}

const EVERY_MS = 2_000;
const ANSWER_MS_MAX = 1_500;
/** Rates are of about so long. */
const WINDOW_MS = 60_000;
const BODY_LENGTH_MAX = 4_000_000;
const NOTHING: MetricsReading = { at: 0, samples: [] };

/** Looks at each process of the exchange every few seconds, as Prometheus would, while somebody looks at the desk. */
export class Sight {
  #seen: readonly SeenProcess[] = [];
  #readings: ReadonlyMap<string, readonly MetricsReading[]> = new Map();
  #lastAsked = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | undefined;

  constructor(
    private readonly watched: readonly WatchedProcess[],
    private readonly clock: Clock,
  ) {}

  /** What each process said a moment ago. */
  async look(): Promise<readonly SeenProcess[]> {
    const now = this.clock.steady();
    if (now - this.#lastAsked >= EVERY_MS) {
      this.#lastAsked = now;
      this.#looking = this.#lookAtAll();
    }
    await this.#looking;
    return this.#seen;
  }

  /** Unix milliseconds, for what is shown beside it. */
  get now(): number {
    return this.clock.now();
  }

  /** Each time anew which there are: a service that runs several times has fewer of them now and more then. */
  async #lookAtAll(): Promise<void> {
    const found = await Promise.all(
      this.watched.map(async (one) => inTime(processesBehind(one, resolveName), [one])),
    );
    const looks = await Promise.all(found.flat().map((process) => this.#lookAt(process)));
    this.#seen = looks.map(([seen]) => seen);
    this.#readings = new Map(looks.map(([{ name }, readings]) => [name, readings]));
  }

  async #lookAt({ name, url }: WatchedProcess): Promise<Look> {
    const [ready, alarms, metrics] = await Promise.all(
      ['health/ready', 'alarms', 'metrics'].map((path) => asked(`${url}/${path}`)),
    );
    const readings = this.#read(name, metrics);
    const said = jsonIn(ready?.body);
    const seen: SeenProcess = {
      name,
      state: ready === undefined ? 'away' : ready.ok ? 'ready' : 'not ready',
      role: typeof said['role'] === 'string' ? said['role'] : undefined,
      lacking: Array.isArray(said['lacking']) ? said['lacking'].map(String) : [],
      alarms: alarmsIn(jsonIn(alarms?.body), name),
      now: readings.at(-1) ?? NOTHING,
      before: readings[0] ?? NOTHING,
    };
    return [seen, readings];
  }

  #read(name: string, metrics: Answer | undefined): readonly MetricsReading[] {
    const at = this.clock.steady();
    const kept = (this.#readings.get(name) ?? []).filter((reading) => at - reading.at <= WINDOW_MS);
    return metrics?.ok ? [...kept, { at, samples: readMetrics(metrics.body) }] : [];
  }
}

interface Answer {
  readonly ok: boolean;
  readonly body: string;
}

/** What is known of a process now. */
type Look = readonly [SeenProcess, readonly MetricsReading[]];

/** What an answer says, or the other when it takes too long. */
async function inTime<T>(answer: Promise<T>, other: T): Promise<T> {
  const late = new AbortController();
  const tooLate = delay(ANSWER_MS_MAX, other, { signal: late.signal }).catch(() => other);
  try {
    return await Promise.race([answer, tooLate]);
  } finally {
    late.abort();
  }
}

/** Undefined when nobody answers in time. */
async function asked(url: string): Promise<Answer | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX), redirect: 'error' });
    const body = await answer.text();
    return { ok: answer.ok && body.length <= BODY_LENGTH_MAX, body: body.slice(0, BODY_LENGTH_MAX) };
  } catch {
    return undefined;
  }
}

function jsonIn(body: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function alarmsIn({ alarms }: Readonly<Record<string, unknown>>, process: string): readonly SeenAlarm[] {
  if (!Array.isArray(alarms)) return [];
  return alarms.map((given: unknown) => {
    const { at, code, severity, message } = (given ?? {}) as Partial<SeenAlarm>;
    return {
      ...{ at: Number(at ?? 0), code: String(code), severity: String(severity) },
      message: String(message),
      process,
    };
  });
}
