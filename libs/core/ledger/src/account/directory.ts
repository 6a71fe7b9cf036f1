import { type Address, assert } from '@exchange/core/kernel';

/** Whose delegate each key is. A key belongs to one account for ever, also after its removal. */
export class DelegateDirectory {
  private readonly accounts = new Map<Address, Address>();

  /** Notes a final delegation; the contract lets no key have two accounts, so a second one is a defect. */
  add(delegate: Address, account: Address): void {
    const known = this.accountOf(delegate);
    assert(
      known === undefined || known === account,
      `delegate ${delegate} belongs to ${known}, not ${account}`,
    );
    this.accounts.set(delegate, account);
  }

  accountOf(delegate: Address): Address | undefined {
    return this.accounts.get(delegate);
  }
}
