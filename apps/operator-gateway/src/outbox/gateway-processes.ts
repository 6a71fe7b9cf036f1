import {
  gatewayCommands,
  type GatewayProcess,
  restGatewayProcess,
  wsGatewayProcess,
} from '@exchange/contract/bus';
import { ok, reject, type Result } from '@exchange/core/kernel';
import type { Bus, Clock, Subscription } from '@exchange/platform';
import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';

/** Each says every 2 s that it is there. */
const HEARD_WITHIN_MS = 5_000;
/** One that wasn't heard of for so long is gone. */
const GONE_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 50;

const GATEWAYS = {
  'ws-gateway': { notice: wsGatewayProcess, drain: gatewayCommands.drainWsGateway },
  'rest-gateway': { notice: restGatewayProcess, drain: gatewayCommands.drainRestGateway },
} as const;

type Gateway = keyof typeof GATEWAYS;

interface HeardProcess extends GatewayProcess {
  readonly gateway: Gateway;
  /** Of the steady clock. */
  readonly at: number;
}

/** How a process of a gateway is reached. */
export interface GatewayPlace {
  readonly sender: string;
  readonly drain: (typeof GATEWAYS)[Gateway]['drain'];
}

/** The processes of all gateways by their names: they listen by another one, which each start changes. */
export class GatewayProcesses implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #heard = new Map<string, HeardProcess>();
  #hearsSince: number | undefined;
  #subscriptions: readonly Subscription[] = [];

  constructor(
    private readonly bus: Bus,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { bus, clock } = this;
    const heard = (Object.keys(GATEWAYS) as Gateway[]).map((gateway) => {
      const { notice } = GATEWAYS[gateway];
      return bus.subscribe(notice.pattern, (_, data) => {
        const process = notice.decode(data);
        this.#forgetGone();
        this.#heard.set(process.sender, { ...process, gateway, at: clock.steady() });
      });
    });
    this.#subscriptions = await Promise.all(heard);
    this.#hearsSince = clock.steady();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#subscriptions.map((subscription) => subscription.stop()));
  }

  /** The one process of this name. Waits while this process is too new to have heard of all. */
  async find(name: string): Promise<Result<GatewayPlace>> {
    while (this.#called(name).length === 0 && !this.#hasHeardAll()) await this.clock.sleep(LOOK_EVERY_MS);
    const [found, another] = this.#called(name);
    if (found === undefined) {
      const known = this.#living().map(({ gateway, process }) => `${process} (${gateway})`);
      return reject(
        'INVALID_FIELD',
        `no process of a gateway is called ${name}; there are ${known.sort().join(', ') || 'none'}`,
      );
    }
    if (another !== undefined) {
      const what = `${found.gateway} and ${another.gateway}`;
      return reject(
        'INVALID_FIELD',
        `two processes are called ${name} (${what}): give each a SERVICE_INSTANCE of its own; one that has just ended counts for ${GONE_AFTER_MS / 1_000} s`,
      );
    }
    return ok({ sender: found.sender, drain: GATEWAYS[found.gateway].drain });
  }

  #called(name: string): readonly HeardProcess[] {
    return this.#living().filter(({ process }) => process === name);
  }

  #living(): readonly HeardProcess[] {
    this.#forgetGone();
    return [...this.#heard.values()];
  }

  #forgetGone(): void {
    const oldest = this.clock.steady() - GONE_AFTER_MS;
    for (const [sender, { at }] of this.#heard) if (at < oldest) this.#heard.delete(sender);
  }

  #hasHeardAll(): boolean {
    return this.#hearsSince !== undefined && this.clock.steady() - this.#hearsSince > HEARD_WITHIN_MS;
  }
}
