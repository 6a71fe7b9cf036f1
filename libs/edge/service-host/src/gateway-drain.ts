import {
  gatewayCommands,
  type ReplyOf,
  type RequestOf,
  restGatewayProcess,
  wsGatewayProcess,
} from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import {
  type Bus,
  type Clock,
  foreignOrderAlarm,
  type Log,
  OperatorOrders,
  type Readiness,
  repeat,
  serveRequest,
  type Subscription,
  writeLine,
} from '@exchange/platform';

const TELL_EVERY_MS = 2_000;

type DrainWish = RequestOf<typeof gatewayCommands.drainWsGateway>;
type DrainReply = ReplyOf<typeof gatewayCommands.drainWsGateway>;
type DrainEffect = DrainReply['effects'][number];

/** The public port of a gateway, as a drain sees it. */
export interface DrainedPort {
  /** Open now. */
  readonly connections: number;
  /** What letting its clients go touches, in numbers. */
  effects(): readonly DrainEffect[];
  /** Takes no more clients, and asks those that are there to go elsewhere. Comes back when they are gone. */
  letGo(): Promise<void>;
  /** Takes clients again. */
  takeAgain(): void;
}

export interface GatewayDrainParts {
  readonly gateway: 'rest-gateway' | 'ws-gateway';
  /** What operators call this process. */
  readonly process: string;
  /** As whom it sends. */
  readonly sender: string;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly log: Log;
  readonly readiness: Readiness;
  readonly port: DrainedPort;
}

const WIRE = {
  'rest-gateway': { request: gatewayCommands.drainRestGateway, notice: restGatewayProcess },
  'ws-gateway': { request: gatewayCommands.drainWsGateway, notice: wsGatewayProcess },
} as const;

/**
 * Lets operators drain one process of a gateway, so that its machine can be worked on: balancers leave it, since it isn't ready, and clients
 * go elsewhere. A start undoes it, so nothing of it is stored, and it is no witness of the operator's log.
 */
export class GatewayDrain {
  private readonly stopping = new AbortController();
  private readonly orders = new OperatorOrders();
  private serving: Subscription | undefined;
  private drained = false;

  constructor(private readonly parts: GatewayDrainParts) {
    parts.readiness.add('not drained', () => !this.drained);
  }

  get isDrained(): boolean {
    return this.drained;
  }

  async start(): Promise<void> {
    const { bus, clock, log, gateway, sender } = this.parts;
    const { request } = WIRE[gateway];
    const filter = request.pattern.replace('*', sender);
    this.serving = await serveRequest(bus, request, filter, {
      log,
      answer: async (wish) => this.drain(wish),
    });
    const every = { everyMs: TELL_EVERY_MS, clock, signal: this.stopping.signal };
    void repeat(() => this.tell(), every);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.serving?.stop();
  }

  private drain({ process, on, order }: DrainWish): Result<DrainReply> {
    const { port, log } = this.parts;
    if (process !== this.parts.process)
      return reject('INVALID_FIELD', `this is the process ${this.parts.process}`);
    const done = this.orders.effectsOf(order);
    if (!done.ok) {
      const foreign = foreignOrderAlarm(done);
      if (foreign) writeLine(log, foreign);
      return done;
    }
    if (done.value !== undefined) return ok({ effects: done.value });
    const told: DrainEffect = {
      what: 'gateway',
      of: process,
      before: stateOf(this.drained),
      after: stateOf(on),
    };
    const effects = on && !this.drained ? [told, ...port.effects()] : [told];
    if (order === undefined) return ok({ effects });
    this.orders.keep(order, effects);
    if (on !== this.drained) this.turn(on);
    return ok({ effects });
  }

  private turn(on: boolean): void {
    const { port, log, process } = this.parts;
    this.drained = on;
    log.info({ process, on }, on ? 'drained: clients are asked to go elsewhere' : 'takes clients again');
    if (on)
      void port.letGo().catch((error: unknown) => log.warn({ err: error }, 'letting clients go failed'));
    else port.takeAgain();
    this.tell();
  }

  private tell(): void {
    const { bus, gateway, process, sender, port } = this.parts;
    const { notice } = WIRE[gateway];
    const { connections } = port;
    bus.publish(notice.subject(), notice.encode({ process, sender, isDrained: this.drained, connections }));
  }
}

const stateOf = (isDrained: boolean): string => (isDrained ? 'drained' : 'at work');
