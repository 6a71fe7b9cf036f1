import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { address, type Address, amount, hash, ok, partitionOf, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { ContractEvent } from '@exchange/contract/chain';
import { createCrypto, keyedHash, type Requester, systemClock, writeLine } from '@exchange/platform';
import { KeptLog } from '@exchange/test/kit';
import { SolvencyState } from '../books/solvency-state';
import type { ContractView } from '../chain/contract-view';
import { takeChecked } from '../inbox/checked';
import { answerProof } from '../inbox/proof-query';
import type { SolvencySignal, SolvencyTurn } from '../inbox/solvency-turn';
import { LedgerView } from './ledger-view';
import { StandingCheck } from './standing-check';

const { keccak256 } = await createCrypto();
const ETH = ZERO_ADDRESS;
const alice = address(`0x${'a1'.repeat(20)}`);
const bob = address(`0x${'b2'.repeat(20)}`);
const HASH = hash(`0x${'11'.repeat(32)}`);
const deposited = (account: Address, units: bigint): ContractEvent => ({
  ...{ kind: 'Deposited', account, token: ETH, amount: amount(units), payer: account },
});

/** A contract with one block after the other, and what its node says of it. */
class MemoryContract implements ContractView {
  readonly events = async (from: number, to: number): Promise<readonly ContractEvent[]> => {
    this.asked += 1;
    return [...this.said].flatMap(([number, events]) => (number >= from && number <= to ? events : []));
  };
  readonly said = new Map<number, ContractEvent[]>([[1, [{ kind: 'TokenRegistered', id: 0, token: ETH }]]]);
  readonly held = new Map<Address, bigint>();
  holdings = 0n;
  hash = HASH;
  asked = 0;

  async block() {
    return this.hash;
  }
  async balances(pairs: Parameters<ContractView['balances']>[0]) {
    return pairs.map(({ account }) => this.held.get(account) ?? 0n);
  }
  async figures(tokens: readonly Address[]) {
    const liabilities = [...this.held.values()].reduce((sum, units) => sum + units, 0n);
    return tokens.map((token) => ({ token, holdings: this.holdings, liabilities }));
  }
}

let contract: MemoryContract;
let state: SolvencyState;
let check: StandingCheck;
let told: SolvencyTurn['verdict'][];
/** What the ledger answers, one after the other; the last one stays. */
let sums: bigint[];
let block: number;
/** The newest block of the ledger when it is asked for accounts, and what it has for alice then; undefined: what she has. */
let accountsAt: () => number;
let ofAlice: bigint | undefined;
let log: KeptLog;
let askedFor: number[];
let steady: number;
/** How often the contract was asked for events when the ledger was for its sums. */
let askedAtSums: number;

beforeEach(() => {
  contract = new MemoryContract();
  state = new SolvencyState((account) => keyedHash(new Uint8Array(32), account), keccak256);
  told = [];
  sums = [0n];
  block = 0;
  accountsAt = () => block;
  ofAlice = undefined;
  log = new KeptLog();
  askedFor = [];
  steady = 0;
  const settledOf = (account: Address) =>
    (account === alice ? ofAlice : undefined) ?? contract.held.get(account) ?? 0n;
  const ask = async ({ pattern }: { pattern: string }, [asked]: readonly [number]) => {
    if (pattern.endsWith('settled-accounts')) {
      askedFor.push(asked);
      const own = [alice, bob].filter((account) => partitionOf(account) === asked);
      const balances = own.map((account) => ({ account, token: ETH, settled: settledOf(account) }));
      return ok({ block: accountsAt(), balances, more: false });
    }
    askedAtSums = contract.asked;
    const settled = (sums.length > 1 ? sums.shift() : sums[0]) ?? 0n;
    return ok({ block, sums: [{ token: ETH, settled }] });
  };
  const commit = async (signal: SolvencySignal) => {
    const watched = { chainId: 1, contract: alice, startBlock: 1 };
    const turn: SolvencyTurn = {
      ...{ state, watched, cleanChecks: 2, changes: [], lines: [], verdict: undefined, at: 1 + steady },
    };
    takeChecked.decide(turn, signal, undefined);
    for (const line of turn.lines) writeLine(log, line);
    if (turn.verdict) told.push(turn.verdict);
  };
  const clock = { ...systemClock, now: systemClock.now, sleep: async () => {}, steady: () => steady };
  check = new StandingCheck({
    ...{ state, chain: contract, ledger: new LedgerView({ ask } as unknown as Requester) },
    ...{ prompts: { commit } as never, clock, log },
    ...{ startBlock: 1, balancesPerCheck: 100, partitionsPerCheck: 1, silentMs: 60_000 },
  });
});

/** The check of the next block. */
async function pass(): Promise<void> {
  block += 1;
  state.passFinal(block, { hash: HASH, time: block });
  await check.run();
}

async function deposit(account: Address, units: bigint): Promise<void> {
  contract.said.set(block + 1, [...(contract.said.get(block + 1) ?? []), deposited(account, units)]);
  contract.held.set(account, (contract.held.get(account) ?? 0n) + units);
  contract.holdings += units;
  sums = [(sums[0] ?? 0n) + units];
  await pass();
}

describe('the standing check', () => {
  it('does nothing about a difference that the second reading doesn’t show', async () => {
    await deposit(alice, 5n);
    sums = [4n, 5n];
    await pass();
    expect(told).toEqual([{ block: 1, difference: null }]);
    sums = [4n];
    await pass();
    expect(told.at(-1)).toMatchObject({ difference: { kind: 'ledger_differs', expected: 5n, found: 4n } });
  });

  it('compares nothing with a block that its nodes have under another hash', async () => {
    await deposit(alice, 5n);
    contract.hash = hash(`0x${'22'.repeat(32)}`);
    sums = [4n];
    await pass();
    expect(state.report?.block).toBe(1);
    expect(told).toHaveLength(1);
  });

  it('asks again for the events before a balance counts as changed by nobody', async () => {
    await deposit(alice, 5n);
    await deposit(bob, 1n);
    const kept = [deposited(alice, 2n)];
    // The node kept the deposit back while its block was read.
    contract.held.set(alice, 7n);
    contract.holdings += 2n;
    sums = [8n];
    const { events } = contract;
    let first = true;
    Object.assign(contract, {
      events: async (from: number, to: number) => {
        if (first) first = false;
        else contract.said.set(3, kept);
        return events(from, to);
      },
    });
    await pass();
    expect(state.report).toMatchObject({ block: 3, difference: null });
    expect(state.book(ETH).amountOf(alice)).toBe(7n);
  });

  it('ends a difference only after enough checks of later blocks', async () => {
    await deposit(alice, 5n);
    contract.held.set(alice, 6n);
    contract.holdings += 1n;
    sums = [6n];
    await pass();
    expect(told.at(-1)).toMatchObject({ difference: { token: ETH } });
    contract.held.set(alice, 5n);
    sums = [5n];
    await pass();
    expect(told).toHaveLength(2);
    await pass();
    expect(told.at(-1)).toEqual({ block: 4, difference: null });
  });
});

it('a difference is an alarm at once and again each minute, for as long as it is open', async () => {
  await deposit(alice, 5n);
  contract.holdings -= 1n;
  await pass();
  await pass();
  expect(log.alarms).toMatchObject([{ alarm: 'solvency_difference', kind: 'holdings_short', found: '4' }]);
  steady = 60_000;
  await pass();
  expect(log.alarms).toMatchObject([{ block: 2 }, { alarm: 'solvency_difference', block: 4 }]);
  contract.holdings += 1n;
  await pass();
  await pass();
  steady = 120_000;
  await pass();
  expect(log.alarms).toHaveLength(2);
});

describe('the accounts of a partition', () => {
  it('are asked for before the chain is read, which the ledger doesn’t wait for', async () => {
    await deposit(alice, 5n);
    ofAlice = 4n;
    accountsAt = () => (contract.asked === askedAtSums ? block : block + 1);
    while (told.at(-1)?.difference == null && block < 100) await pass();
    expect(told.at(-1)).toMatchObject({ difference: { kind: 'account_differs' } });
  });

  it('are asked for again when the ledger had passed the block, and somebody hears when it always has', async () => {
    accountsAt = () => block + 1;
    await pass();
    await pass();
    expect(askedFor).toEqual([0, 0]);
    expect(log.lines).toEqual([]);
    steady = 60_000;
    await pass();
    expect(log.alarms).toMatchObject([{ alarm: 'solvency_unknown' }]);
    await pass();
    expect(log.lines).toHaveLength(1);
    steady = 120_000;
    await pass();
    expect(log.alarms).toMatchObject([{ silentFor: 60_000 }, { silentFor: 120_000 }]);
    accountsAt = () => block;
    await pass();
    await pass();
    expect(askedFor).toEqual([0, 0, 0, 0, 0, 0, 1]);
  });

  it('that differ do so until enough checks compared them and found nothing', async () => {
    await deposit(alice, 5n);
    ofAlice = 4n;
    while (told.at(-1)?.difference == null) await pass();
    expect(told.at(-1)).toMatchObject({ difference: { kind: 'account_differs', expected: 5n, found: 4n } });
    ofAlice = undefined;
    accountsAt = () => block + 1;
    for (let checks = 0; checks < 4; checks += 1) await pass();
    expect(state.open).toMatchObject({ account: alice });
    accountsAt = () => block;
    await pass();
    expect(state.open).toMatchObject({ account: alice });
    await pass();
    expect(told.at(-1)).toMatchObject({ difference: null });
  });

  it('that differ aren’t gone because the second reading couldn’t compare them', async () => {
    await deposit(alice, 5n);
    ofAlice = 4n;
    while (told.at(-1)?.difference == null) await pass();
    let readings = 0;
    accountsAt = () => (readings++ < 2 ? block : block + 1);
    await pass();
    await pass();
    await pass();
    expect(state.open).toMatchObject({ account: alice });
  });
});

describe('a proof', () => {
  it('of a token that the contract doesn’t know makes nothing to be remembered', async () => {
    await deposit(alice, 5n);
    const makes = jest.spyOn(state, 'book');
    const request = { account: alice, token: bob, salt: state.saltOf(alice) };
    const turn = { state } as SolvencyTurn;
    const reply = answerProof.decide(turn, { request } as never, undefined);
    expect(reply).toMatchObject({ code: 'UNKNOWN_ENTRY' });
    expect(makes).not.toHaveBeenCalled();
  });
});
