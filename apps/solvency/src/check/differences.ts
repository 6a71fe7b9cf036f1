import { REBATE_POOL } from '@exchange/contract/chain';
import { type Address, address, partitionOf } from '@exchange/core/kernel';
import type { Found, SolvencyState } from '../books/solvency-state';
import type { ChainReading } from './chain-reading';
import { keyOf, type LedgerAccounts, type LedgerSums } from './ledger-view';

type Kind = Found['difference']['kind'];

/** What is compared, all of one block. */
export interface Compared {
  readonly state: SolvencyState;
  readonly reading: ChainReading;
  readonly ledger: LedgerSums;
  /** By partition; those that were of another block are left out. */
  readonly accounts: ReadonlyMap<number, LedgerAccounts>;
}

/** The sum of a token's balances as of the reading, in smallest units. */
export function balancesSum({ state, reading }: Pick<Compared, 'state' | 'reading'>, token: Address): bigint {
  const book = state.book(token);
  return reading.changed
    .filter((balance) => balance.token === token)
    .reduce((sum, { account, amount }) => sum + amount - book.amountOf(account), book.total);
}

/**
 * What differs, worst first: the contract has at least what it owes, owes what its balances come to, no balance changed by
 * itself, and the ledger has the same, in sum and account by account.
 */
export function differencesIn(compared: Compared): Found[] {
  const { reading, ledger } = compared;
  const found: Found[] = [];
  const say = (
    kind: Kind,
    token: Address,
    [expected, was]: [bigint, bigint],
    sentence: string,
    account?: Address,
  ) => {
    if (expected === was) return;
    found.push({
      difference: { kind, token, block: reading.block, expected, found: was, sentence },
      account,
    });
  };
  for (const { token, holdings, liabilities } of reading.figures) {
    const least = holdings < liabilities ? liabilities : holdings;
    say(
      'holdings_short',
      token,
      [least, holdings],
      `the contract owes ${liabilities} of ${token}, and has ${holdings}`,
    );
    const sum = balancesSum(compared, token);
    const owes = `the contract says that it owes ${liabilities} of ${token}`;
    say('liabilities_differ', token, [sum, liabilities], `${owes}, and its balances come to ${sum}`);
    const settled = ledger.settled.get(token) ?? 0n;
    say('ledger_differs', token, [liabilities, settled], `${owes}, and the ledger has ${settled}`);
  }
  for (const { account, token, amount } of reading.unexplained) {
    const known = compared.state.book(token).amountOf(account);
    say(
      'balance_differs',
      token,
      [known, amount],
      `a balance of ${token} in the contract changed without an event`,
      account,
    );
  }
  for (const { account, token, expected, was } of accountDifferences(compared)) {
    say(
      'account_differs',
      token,
      [expected, was],
      `the ledger has another balance of ${token} than the contract`,
      account,
    );
  }
  return found;
}

interface AccountDifference {
  readonly account: Address;
  readonly token: Address;
  readonly expected: bigint;
  readonly was: bigint;
}

/**
 * Account by account. Those of the house are left to the sums: what the ledger has for a collector and the rebate budget is
 * in pools of all partitions, too.
 */
function accountDifferences({ state, reading, accounts }: Compared): AccountDifference[] {
  const isAsked = (account: Address) => accounts.has(partitionOf(account));
  const owed = new Map<string, bigint>();
  for (const token of reading.tokens.values()) {
    const book = state.book(token);
    for (const account of book.accounts()) {
      if (isAsked(account)) owed.set(keyOf(account, token), book.amountOf(account));
    }
  }
  for (const { account, token, amount } of reading.changed) {
    if (isAsked(account)) owed.set(keyOf(account, token), amount);
  }
  const settled = new Map([...accounts.values()].flatMap((partition) => [...partition.settled]));
  const isOfHouse = (account: Address) => account === REBATE_POOL || reading.collectors.has(account);
  return [...new Set([...owed.keys(), ...settled.keys()])].flatMap((key) => {
    const [account, token] = key.split(' ').map((text) => address(text)) as [Address, Address];
    const [expected, was] = [owed.get(key) ?? 0n, settled.get(key) ?? 0n];
    return expected === was || isOfHouse(account) ? [] : [{ account, token, expected, was }];
  });
}

/** Whether a reading that compared these partitions can say that a difference is gone. */
export const wasCompared = ({ difference, account }: Found, compared: ReadonlySet<number>): boolean =>
  difference.kind !== 'account_differs' || account === undefined || compared.has(partitionOf(account));

/** Whether two readings found the same. */
export const isSame = (one: Found, other: Found): boolean =>
  one.difference.kind === other.difference.kind &&
  one.difference.token === other.difference.token &&
  one.account === other.account &&
  gapOf(one) === gapOf(other);

const gapOf = ({ difference: { expected, found } }: Found): bigint => found - expected;
