import { accountCommands } from '@exchange/contract/bus';
import { type Address, type Partition, partitionOf } from '@exchange/core/kernel';
import type { Clock } from '@exchange/platform';
import type { Connections } from '../connection/connections';
import { type AccountOwner, ownerAnswer } from './account-owner';
import type { OwnerAnswer } from './partition-owners';

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
    const signs: { owner: Partition; about: Sign }[] = [];
    const now = this.clock.steady();
    for (const { id, session, heardAt } of this.connections) {
      if (session?.watched !== true) continue;
      const owner = partitionOf(session.account);
      const about = { account: session.account, connection: id, silentMs: Math.max(0, now - heardAt) };
      signs.push({ owner, about });
    }
    await this.owner.partitions.each(signs, (owner, some) => this.tellOwner(owner, some));
  }

  private async tellOwner(owner: Partition, signs: readonly Sign[]): Promise<OwnerAnswer> {
    return ownerAnswer(
      await this.owner.tell(accountCommands.signsOfLife, owner, { connections: [...signs] }),
    );
  }
}
