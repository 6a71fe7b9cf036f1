import { roleHash } from '@exchange/contract/chain';
import { type Address, present } from '@exchange/core/kernel';

/** An event of the contract: its name and values in the order of its signature. */
export type Emitted = readonly [name: string, ...values: unknown[]];

interface DelegateState {
  readonly account: Address;
  readonly validUntil: number;
  revokedAt: number;
}

/** The contract's storage, in plain maps, so that a reorganisation can restore an older copy. */
export interface ContractState {
  readonly balances: Map<string, bigint>;
  readonly fills: Map<string, bigint>;
  readonly settled: Set<bigint>;
  readonly usedNonces: Set<string>;
  readonly delegates: Map<Address, DelegateState>;
  readonly exits: Map<string, number>;
  readonly tokens: Address[];
  /** Nobody may settle. */
  isSettlerRevoked: boolean;
}

export const emptyContract = (tokens: readonly Address[]): ContractState => ({
  balances: new Map(),
  fills: new Map(),
  settled: new Set(),
  usedNonces: new Set(),
  delegates: new Map(),
  exits: new Map(),
  tokens: [...tokens],
  isSettlerRevoked: false,
});

export function copyContract(state: ContractState): ContractState {
  return {
    balances: new Map(state.balances),
    fills: new Map(state.fills),
    settled: new Set(state.settled),
    usedNonces: new Set(state.usedNonces),
    delegates: new Map([...state.delegates].map(([key, delegate]) => [key, { ...delegate }])),
    exits: new Map(state.exits),
    tokens: [...state.tokens],
    isSettlerRevoked: state.isSettlerRevoked,
  };
}

export const balanceKey = (account: Address, token: Address): string => `${account} ${token}`;

export const balanceOf = (state: ContractState, account: Address, token: Address): bigint =>
  state.balances.get(balanceKey(account, token)) ?? 0n;

/** Adds to a balance; a negative result is a bug of the simulated contract's caller. */
export function addBalance(state: ContractState, account: Address, token: Address, change: bigint): void {
  const after = balanceOf(state, account, token) + change;
  if (after < 0n) throw new Error(`the simulated contract would owe ${account} ${after} of ${token}`);
  state.balances.set(balanceKey(account, token), after);
}

/** What a user's transaction does when it is mined; an empty list when it reverts. */
export type UserCall = (state: ContractState, blockTime: number) => readonly Emitted[];

const WAITING_PERIOD = 86_400;

export const deposit =
  (account: Address, token: Address, amount: bigint): UserCall =>
  (state) => {
    if (state.exits.has(balanceKey(account, token))) return [];
    addBalance(state, account, token, amount);
    return [['Deposited', account, token, amount, account]];
  };

/** `withdraw` with a co-signature, whose genuineness the caller has checked. */
export const withdraw =
  (account: Address, token: Address, amount: bigint, nonce: number, deadline: number): UserCall =>
  (state, blockTime) => {
    const used = `${account} ${nonce}`;
    if (state.usedNonces.has(used) || blockTime > deadline || balanceOf(state, account, token) < amount)
      return [];
    state.usedNonces.add(used);
    addBalance(state, account, token, -amount);
    return [['Withdrawn', account, token, amount, 0n, account, nonce, 1]];
  };

export const addDelegate =
  (account: Address, delegate: Address, validUntil: number): UserCall =>
  (state) => {
    if (state.delegates.has(delegate)) return [];
    state.delegates.set(delegate, { account, validUntil, revokedAt: 0 });
    return [['DelegateAdded', account, delegate, validUntil]];
  };

export const removeDelegate =
  (account: Address, delegate: Address): UserCall =>
  (state, blockTime) => {
    const known = state.delegates.get(delegate);
    if (known?.account !== account || known.revokedAt !== 0) return [];
    known.revokedAt = blockTime + WAITING_PERIOD;
    return [['DelegateRemoved', account, delegate, known.revokedAt]];
  };

export const requestExit =
  (account: Address, token: Address): UserCall =>
  (state, blockTime) => {
    const key = balanceKey(account, token);
    if (state.exits.has(key)) return [];
    state.exits.set(key, blockTime + WAITING_PERIOD);
    return [['ExitRequested', account, token, blockTime + WAITING_PERIOD]];
  };

export const cancelExit =
  (account: Address, token: Address): UserCall =>
  (state) =>
    state.exits.delete(balanceKey(account, token)) ? [['ExitCancelled', account, token]] : [];

/** GUARDIAN takes SETTLER from its holder, or the admin gives it back; nothing when it is so already. */
export const setSettler =
  (holder: Address, isRevoked: boolean): UserCall =>
  (state) => {
    if (state.isSettlerRevoked === isRevoked) return [];
    state.isSettlerRevoked = isRevoked;
    return [[isRevoked ? 'RoleRevoked' : 'RoleGranted', roleHash('SETTLER'), holder, holder]];
  };

export const tokenOf = (state: ContractState, id: number): Address =>
  present(state.tokens[id], `token ${id}`);
