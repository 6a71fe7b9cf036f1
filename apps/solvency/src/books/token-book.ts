import { type Address, type Hash, present } from '@exchange/core/kernel';
import type { Keccak256 } from '@exchange/core/order';
import { type SumProof, SumTree } from '@exchange/core/solvency';

/** What the contract owes to each account of one token, as of the block that was read last, and the tree over it. */
export class TokenBook {
  private readonly tree: SumTree;
  private readonly places = new Map<Address, number>();
  private readonly amounts: bigint[] = [];
  private readonly blocks: number[] = [];
  /** The sum of all balances, in smallest units. */
  total = 0n;

  constructor(
    readonly token: Address,
    private readonly saltOf: (account: Address) => Hash,
    keccak: Keccak256,
  ) {
    this.tree = new SumTree(keccak);
  }

  /** Accounts that ever had some. */
  get size(): number {
    return this.amounts.length;
  }

  accounts(): IterableIterator<Address> {
    return this.places.keys();
  }

  /** 0 for an account that never had any. */
  amountOf(account: Address): bigint {
    const place = this.places.get(account);
    return place === undefined ? 0n : present(this.amounts[place], `amount ${place}`);
  }

  /** The block as of which the balance was read last; undefined for an account that never had any. */
  readAt(account: Address): number | undefined {
    const place = this.places.get(account);
    return place === undefined ? undefined : this.blocks[place];
  }

  /** Takes a balance as the contract has it, and says at which place of the tree; undefined when that changes nothing. */
  take(account: Address, amount: bigint, block: number): number | undefined {
    const before = this.amountOf(account);
    const place = this.places.get(account);
    if (place === undefined) return amount === 0n ? undefined : this.restore(account, amount, block);
    this.blocks[place] = block;
    if (before === amount) return undefined;
    this.tree.change(place, amount);
    this.amounts[place] = amount;
    this.total += amount - before;
    return place;
  }

  /** Adds a leaf at the next place, which it returns. */
  restore(account: Address, amount: bigint, block: number): number {
    const { token } = this;
    const place = this.tree.add({ salt: this.saltOf(account), account, token, amount });
    this.places.set(account, place);
    this.amounts.push(amount);
    this.blocks.push(block);
    this.total += amount;
    return place;
  }

  root(block: number): Hash {
    return this.tree.root(this.token, block).root;
  }

  /** Undefined when the account never had any. */
  proof(account: Address, block: number): SumProof | undefined {
    const place = this.places.get(account);
    return place === undefined ? undefined : this.tree.proof(place, block);
  }
}
