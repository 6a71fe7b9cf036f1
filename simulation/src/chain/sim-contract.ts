import { roleHash } from '@exchange/contract/chain';
import { address, type Address, type Hash, present } from '@exchange/core/kernel';

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
  /** Of these, ids that something else than a trade of ours has spent. */
  readonly foreign: Set<bigint>;
  readonly usedNonces: Set<string>;
  readonly delegates: Map<Address, DelegateState>;
  readonly exits: Map<string, number>;
  /** By account and sold token: in force, and requested. */
  readonly minNonces: Map<string, bigint>;
  readonly waitingMinNonces: Map<string, bigint>;
  /** What the collector put in beside fees, and what it set aside for rebates less what was given back, by token. */
  readonly givenFees: Map<string, bigint>;
  readonly setAside: Map<string, bigint>;
  /** Orders that nothing may fill any more, by account and digest. */
  readonly voided: Set<string>;
  readonly tokens: Address[];
  /** Nobody may settle. */
  isSettlerRevoked: boolean;
  /** Unix seconds until which nothing settles. */
  pausedUntil: number;
}

export const emptyContract = (tokens: readonly Address[]): ContractState => ({
  balances: new Map(),
  fills: new Map(),
  settled: new Set(),
  foreign: new Set(),
  usedNonces: new Set(),
  delegates: new Map(),
  exits: new Map(),
  minNonces: new Map(),
  waitingMinNonces: new Map(),
  givenFees: new Map(),
  setAside: new Map(),
  voided: new Set(),
  tokens: [...tokens],
  isSettlerRevoked: false,
  pausedUntil: 0,
});

export function copyContract(state: ContractState): ContractState {
  return {
    balances: new Map(state.balances),
    fills: new Map(state.fills),
    settled: new Set(state.settled),
    foreign: new Set(state.foreign),
    usedNonces: new Set(state.usedNonces),
    delegates: new Map([...state.delegates].map(([key, delegate]) => [key, { ...delegate }])),
    exits: new Map(state.exits),
    minNonces: new Map(state.minNonces),
    waitingMinNonces: new Map(state.waitingMinNonces),
    givenFees: new Map(state.givenFees),
    setAside: new Map(state.setAside),
    voided: new Set(state.voided),
    tokens: [...state.tokens],
    isSettlerRevoked: state.isSettlerRevoked,
    pausedUntil: state.pausedUntil,
  };
}

/** The account that nobody has, whose balance is the budget for rebates. */
export const REBATE_POOL = address(`0x${'1'.padStart(40, '0')}`);

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
  (account: Address, token: Address, waitingPeriod = WAITING_PERIOD): UserCall =>
  (state, blockTime) => {
    const key = balanceKey(account, token);
    if (state.exits.has(key)) return [];
    state.exits.set(key, blockTime + waitingPeriod);
    return [['ExitRequested', account, token, blockTime + waitingPeriod]];
  };

/** All of a token, or a part of it, leaves when the time of its exit has come. */
export const withdrawExit =
  (account: Address, token: Address, parts = 1n): UserCall =>
  (state, blockTime) => {
    const exitAt = state.exits.get(balanceKey(account, token));
    const units = balanceOf(state, account, token) / parts;
    if (exitAt === undefined || exitAt > blockTime || units === 0n) return [];
    addBalance(state, account, token, -units);
    return [['Withdrawn', account, token, units, 0n, account, 0, 3]];
  };

export const cancelExit =
  (account: Address, token: Address): UserCall =>
  (state) =>
    state.exits.delete(balanceKey(account, token)) ? [['ExitCancelled', account, token]] : [];

/** Waits longer than any run; a lower one than what is there changes nothing. */
export const requestMinNonce =
  (account: Address, token: Address, minNonce: bigint): UserCall =>
  (state, blockTime) => {
    const key = balanceKey(account, token);
    const known = [state.minNonces.get(key) ?? 0n, state.waitingMinNonces.get(key) ?? 0n];
    if (known.some((least) => least >= minNonce)) return [];
    state.waitingMinNonces.set(key, minNonce);
    return [['MinNonceRequested', account, token, minNonce, blockTime + WAITING_PERIOD]];
  };

/** At once, by a co-signature; without a deadline it is one that the exchange never gave. */
export const raiseMinNonce =
  (account: Address, token: Address, minNonce: bigint, deadline?: number): UserCall =>
  (state, blockTime) => {
    const key = balanceKey(account, token);
    if (deadline !== undefined && blockTime > deadline) return [];
    if ((state.minNonces.get(key) ?? 0n) >= minNonce) return [];
    state.minNonces.set(key, minNonce);
    return [['MinNonceRaised', account, token, minNonce]];
  };

const addTo = (sums: Map<string, bigint>, token: Address, change: bigint) =>
  sums.set(token, (sums.get(token) ?? 0n) + change);

/** The collector sets its own tokens aside for rebates. */
export const giveRebates =
  (collector: Address, token: Address, units: bigint): UserCall =>
  (state) => {
    addBalance(state, REBATE_POOL, token, units);
    addTo(state.givenFees, token, units);
    addTo(state.setAside, token, units);
    return [
      ['Deposited', collector, token, units, collector],
      ['RebatesFunded', token, units],
    ];
  };

/** The collector sets half of its fees aside for rebates. */
export const fundRebates =
  (collector: Address, token: Address): UserCall =>
  (state) => {
    const units = balanceOf(state, collector, token) / 2n;
    if (units === 0n) return [];
    addBalance(state, collector, token, -units);
    addBalance(state, REBATE_POOL, token, units);
    addTo(state.setAside, token, units);
    return [['RebatesFunded', token, units]];
  };

/** The admin gives a little back; nobody is promised so much before it is seen. */
export const releaseRebates =
  (collector: Address, token: Address): UserCall =>
  (state) => {
    const units = balanceOf(state, REBATE_POOL, token) / 10n;
    if (units === 0n) return [];
    addBalance(state, REBATE_POOL, token, -units);
    addBalance(state, collector, token, units);
    addTo(state.setAside, token, -units);
    return [['RebatesReleased', token, units]];
  };

/** Uses up the nonce of a withdrawal. */
export const voidNonce =
  (account: Address, nonce: number): UserCall =>
  (state) => {
    const used = `${account} ${nonce}`;
    if (state.usedNonces.has(used)) return [];
    state.usedNonces.add(used);
    return [['NonceVoided', account, nonce]];
  };

/** GUARDIAN pauses settlement, which goes on by itself after so many seconds. */
export const pauseSettlement =
  (seconds: number): UserCall =>
  (state, blockTime) => {
    state.pausedUntil = blockTime + seconds;
    return [['SettlementPaused', state.pausedUntil]];
  };

/** GUARDIAN takes SETTLER from its holder, or the admin gives it back; nothing when it is so already. */
export const setSettler =
  (holder: Address, isRevoked: boolean): UserCall =>
  (state) => {
    if (state.isSettlerRevoked === isRevoked) return [];
    state.isSettlerRevoked = isRevoked;
    return [[isRevoked ? 'RoleRevoked' : 'RoleGranted', roleHash('SETTLER'), holder, holder]];
  };

/** All of a token, or a part, leaves by an exit that was requested long ago: nobody saw the request before it was over. */
export const exitAtOnce =
  (account: Address, token: Address, parts = 1n): UserCall =>
  (state, blockTime) => {
    const units = balanceOf(state, account, token) / parts;
    if (units === 0n || state.exits.has(balanceKey(account, token))) return [];
    state.exits.set(balanceKey(account, token), blockTime);
    addBalance(state, account, token, -units);
    return [
      ['ExitRequested', account, token, blockTime],
      ['Withdrawn', account, token, units, 0n, account, 0, 3],
    ];
  };

/** An order is void at once, by a co-signature that the exchange never gave. */
export const voidOrder =
  (account: Address, digest: Hash): UserCall =>
  (state, blockTime) => {
    state.voided.add(balanceKey(account, digest as string as Address));
    return [['OrderCancelled', account, digest, blockTime]];
  };

const stranger = (byte: string) => address(`0x${byte.repeat(20)}`);

/** A batch that we never sent. */
const FOREIGN_BATCH = 2 ** 40;

/** A second settler spends the id of a trade on one of strangers. */
export const spendId =
  (id: number): UserCall =>
  (state) => {
    if (state.settled.has(BigInt(id))) return [];
    state.settled.add(BigInt(id));
    state.foreign.add(BigInt(id));
    const digest = `0x${'f0'.repeat(32)}`;
    const [maker, taker] = [stranger('f1'), stranger('f2')];
    const amounts = [20_000n, 20_000n, 0n, 0n, 0n];
    return [
      ['TradeSettled', id, maker, taker, digest, digest, ...amounts, 1n, 0],
      ['BatchSettled', FOREIGN_BATCH, 1, 0],
    ];
  };

export const tokenOf = (state: ContractState, id: number): Address =>
  present(state.tokens[id], `token ${id}`);
