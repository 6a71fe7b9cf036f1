import type { Address } from '@exchange/core/kernel';

/**
 * What the partitions that share it have of the budget in the contract, as of final blocks, and have promised to nobody: each
 * trade asks for it, so it is kept and not summed. In smallest units; negative where the shares of others make up for it.
 */
export class FreeBudget {
  private readonly units = new Map<Address, bigint>();

  of(token: Address): bigint {
    return this.units.get(token) ?? 0n;
  }

  add(token: Address, change: bigint): void {
    this.units.set(token, this.of(token) + change);
  }
}
