import { accountCommands } from '@exchange/contract/bus';
import { type Address, partition, partitionOf } from '@exchange/core/kernel';
import type { Clock } from '@exchange/platform';
import type { Connections } from '../connection/connections';
import type { AccountOwner } from './account-owner';

const CONNECTIONS_PER_REQUEST = 1_000;

interface Sign {
  readonly account: Address;
  readonly connection: number;
  readonly silentMs: number;
}

/**
 * Tells account-service which connections live whose orders are canceled when they don't. Nothing tells it of a loss:
 * a gateway that dies can't, so silence alone counts (docs/decisions/cancel-on-disconnect.md).
 */
export class SignsOfLife {
  constructor(
    private readonly owner: AccountOwner,
    private readonly connections: Connections,
    private readonly clock: Clock,
  ) {}

  /** To be called every second. An owner that can't be asked now hears the next one. */
  async tell(): Promise<void> {
    const byPartition = new Map<number, Sign[]>();
    const now = this.clock.now();
    for (const { id, session, heardAt } of this.connections) {
      if (session?.watched !== true) continue;
      const owner = partitionOf(session.account);
      const sign = { account: session.account, connection: id, silentMs: Math.max(0, now - heardAt) };
      const signs = byPartition.get(owner);
      if (signs === undefined) byPartition.set(owner, [sign]);
      else signs.push(sign);
    }
    await Promise.all([...byPartition].map(([owner, signs]) => this.tellPartition(owner, signs)));
  }

  private async tellPartition(owner: number, signs: readonly Sign[]): Promise<void> {
    for (let at = 0; at < signs.length; at += CONNECTIONS_PER_REQUEST) {
      await this.owner.tell(accountCommands.signsOfLife, partition(owner), {
        connections: signs.slice(at, at + CONNECTIONS_PER_REQUEST),
      });
    }
  }
}
