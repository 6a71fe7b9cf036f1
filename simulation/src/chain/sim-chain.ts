import {
  type AccountToken,
  encodeSettleBatch,
  exchangeInterface,
  type OperatorWithdrawal,
  WITHDRAWAL_REASONS,
  type WithdrawalNonce,
} from '@exchange/contract/chain';
import { type Address, hash, type Hash, present } from '@exchange/core/kernel';
import { id } from 'ethers';
import type {
  BlockHeader,
  ChainIdentity,
  ChainReader,
  ContractLog,
} from '../../../apps/chain-watcher/src/scan/chain-reader';
import type { NodeAnswer } from '../../../apps/settlement-service/src/chain/node-answer';
import type {
  BatchCall,
  MarketPrice,
  Preflight,
  SettlementChain,
} from '../../../apps/settlement-service/src/chain/settlement-chain';
import {
  balanceOf,
  type ContractState,
  copyContract,
  type Emitted,
  emptyContract,
  type UserCall,
} from './sim-contract';
import { isWithdrawalCall, judgeWithdrawal, withdrawForUsers } from './sim-withdrawals';
import type { SettleRules } from './settle-rules';
import { settleBatch } from './sim-settle';
import { readSimTransaction } from './sim-keys';
import { SettlerPool } from './settler-pool';

interface Pending {
  readonly name: string;
  readonly call: UserCall;
}

interface Mined extends BlockHeader {
  readonly logs: readonly ContractLog[];
  readonly after: ContractState;
  readonly users: readonly Pending[];
  readonly settler: readonly string[];
  readonly settlerNonce: number;
}

/** Short, so that trades are late after an eighth of it: exits here wait longer, and nothing else is told of it. */
export const TOLD_WAITING_PERIOD = 2_000;

/** The contract's error for who may not settle. */
export const NOT_SETTLER = 'AccessControlUnauthorizedAccount';
/** And for calls in a pause. */
export const SETTLEMENT_STOPPED = 'SettlementStopped';

const hashOf = (text: string): Hash => hash(id(text));

/** A chain with the exchange contract in memory: a mempool, blocks of one second, and reorganisations on demand. */
export class SimChain implements ChainReader, SettlementChain {
  private readonly blocks: Mined[] = [];
  private users: Pending[] = [];
  /** The settler's transactions that wait. */
  readonly pool = new SettlerPool();
  private mined = 0;
  private sent = 0;

  constructor(
    private readonly rules: SettleRules,
    tokens: readonly Address[],
    /** Unix seconds now. */
    private readonly now: () => number,
  ) {
    this.append([], [], [], emptyContract(tokens), 0);
    const registered = tokens.map((token, index): Emitted => ['TokenRegistered', index, token]);
    const settings: readonly Emitted[] = [
      ['WaitingPeriodChanged', TOLD_WAITING_PERIOD],
      ['FeeCollectorChanged', rules.collector],
    ];
    this.append([registered, settings], [], [], emptyContract(tokens), 0);
  }

  /** The contract's state in the newest block. */
  get state(): ContractState {
    return present(this.blocks.at(-1), 'block').after;
  }

  /** A user's transaction: mined with the next block. */
  submit(call: UserCall): void {
    this.sent += 1;
    this.users.push({ name: `user ${this.sent}`, call });
  }

  /** A transaction of another holder of SETTLER. */
  settlerCall(data: string): UserCall {
    return (state, time) => this.execute(state, data, time);
  }

  mine(): void {
    const last = present(this.blocks.at(-1), 'block');
    const state = copyContract(last.after);
    const time = Math.max(last.time + 1, this.now());
    const users = this.users.splice(0);
    const groups: (readonly Emitted[])[] = users.map(({ call }) => call(state, time));
    let nonce = last.settlerNonce;
    const settler: string[] = [];
    for (let raw = this.pool.pull(nonce); raw !== undefined; raw = this.pool.pull(nonce)) {
      groups.push(this.execute(state, readSimTransaction(raw).data, time));
      settler.push(raw);
      nonce += 1;
    }
    this.append(groups, users, settler, state, nonce);
  }

  /** Forgets the newest blocks; their transactions wait again, but for users' that `drop` picks. */
  rollBack(count: number, drop: () => boolean): void {
    for (const block of this.blocks.splice(-count)) {
      this.users.push(...block.users.filter(() => !drop()));
      block.settler.forEach((raw) => this.pool.putBack(raw));
    }
  }

  /** What a block and those before it left. */
  at(number: number): Pick<Mined, 'time' | 'after' | 'logs'> {
    return present(this.blocks[number], `block ${number}`);
  }

  get height(): number {
    return this.blocks.length - 1;
  }

  async identity(): Promise<ChainIdentity> {
    return { chainId: this.rules.domain.chainId, anchor: present(this.blocks[0], 'first block').hash };
  }

  async head(): Promise<number> {
    return this.height;
  }

  async block(number: number): Promise<BlockHeader> {
    return present(this.blocks[number], `block ${number}`);
  }

  /** What counts here are blocks on top. */
  async finalized(): Promise<BlockHeader> {
    return this.block(0);
  }

  async usedNonces(wanted: readonly WithdrawalNonce[], block: number): Promise<readonly boolean[]> {
    const { usedNonces } = present(this.blocks[block], `block ${block}`).after;
    return wanted.map(({ account, nonce }) => usedNonces.has(`${account} ${nonce}`));
  }

  async logs(blocks: readonly BlockHeader[]): Promise<readonly ContractLog[]> {
    return blocks.flatMap(({ number, hash: own }) => {
      const block = this.blocks[number];
      if (block?.hash !== own) throw new Error(`unknown block ${own}`);
      return block.logs;
    });
  }

  /** Nobody announces anything here. */
  async admin(): Promise<undefined> {
    return undefined;
  }

  async announcements(): Promise<readonly ContractLog[]> {
    return [];
  }

  async gasPrice(): Promise<bigint> {
    return 1_000_000_000n;
  }

  /** Tokens have no contracts of their own here. */
  async totalSupply(): Promise<undefined> {
    return undefined;
  }

  async settledAt(tradeIds: readonly number[], number: number): Promise<readonly boolean[]> {
    const { settled } = present(this.blocks[number], `block ${number}`).after;
    return tradeIds.map((id) => settled.has(BigInt(id)));
  }

  async preflight({ batchId, validUntil, batch, attestation }: BatchCall): Promise<Preflight> {
    const state = copyContract(this.state);
    const time = present(this.blocks.at(-1), 'block').time + 1;
    for (const { call } of this.users) call(state, time);
    for (const raw of this.pool.inOrder()) this.execute(state, readSimTransaction(raw).data, time);
    const data = encodeSettleBatch(BigInt(batchId), validUntil, batch, attestation);
    if (state.isSettlerRevoked) return { ok: false, reason: NOT_SETTLER };
    if (time < state.pausedUntil) return { ok: false, reason: SETTLEMENT_STOPPED };
    const outcome = settleBatch(state, data, time, this.rules);
    return outcome.ok ? { ok: true, codes: outcome.codes, gas: 100_000n } : outcome;
  }

  async codesAt({ batchId, validUntil, batch, attestation }: BatchCall, number: number) {
    const { after, time } = present(this.blocks[number], `block ${number}`);
    const data = encodeSettleBatch(BigInt(batchId), validUntil, batch, attestation);
    const outcome = settleBatch(copyContract(after), data, time, this.rules);
    return outcome.ok ? outcome.codes : undefined;
  }

  async balancesAt(wanted: readonly AccountToken[], number: number): Promise<readonly bigint[]> {
    const { after } = present(this.blocks[number], `block ${number}`);
    return wanted.map(({ account, token }) => balanceOf(after, account, token));
  }

  async preflightWithdrawal(withdrawal: OperatorWithdrawal): Promise<number> {
    const time = present(this.blocks.at(-1), 'block').time + 1;
    return WITHDRAWAL_REASONS.indexOf(judgeWithdrawal(this.state, withdrawal, time, this.rules));
  }

  async send(raw: string): Promise<NodeAnswer> {
    return this.pool.take(raw, present(this.blocks.at(-1), 'block').settlerNonce);
  }

  async holds(wanted: string): Promise<boolean> {
    return this.pool.holds(wanted);
  }

  async nonce(_settler: Address, block = this.height): Promise<number> {
    return this.blocks[block]?.settlerNonce ?? 0;
  }

  async balance(): Promise<bigint> {
    return this.pool.balance;
  }

  async hasRole(): Promise<boolean> {
    return !this.state.isSettlerRevoked;
  }

  async dataFee(): Promise<bigint> {
    return 0n;
  }

  async marketPrice(): Promise<MarketPrice> {
    return this.pool.price;
  }

  /** What a settler's call does; nothing when the contract refuses it as a whole. */
  private execute(state: ContractState, data: string, time: number): readonly Emitted[] {
    if (state.isSettlerRevoked) return [];
    if (isWithdrawalCall(data)) return withdrawForUsers(state, data, time, this.rules) ?? [];
    if (time < state.pausedUntil) return [];
    const outcome = settleBatch(state, data, time, this.rules);
    return outcome.ok ? outcome.events : [];
  }

  /** One transaction for each group of events. */
  private append(
    groups: readonly (readonly Emitted[])[],
    users: readonly Pending[],
    settler: readonly string[],
    after: ContractState,
    settlerNonce: number,
  ): void {
    const parent = this.blocks.at(-1);
    const number = this.blocks.length;
    this.mined += 1;
    const own = hashOf(`block ${number} ${this.mined}`);
    const names = [...users.map(({ name }) => name), ...settler];
    let logIndex = 0;
    const logs = groups.flatMap((events, index) =>
      events.map(([name, ...values]) => ({
        ...exchangeInterface.encodeEventLog(name, values),
        blockNumber: number,
        blockHash: own,
        transaction: hashOf(names[index] ?? 'deployment'),
        logIndex: logIndex++,
      })),
    );
    const time = parent === undefined ? this.now() - 1 : Math.max(parent.time + 1, this.now());
    const header = { number, hash: own, parent: parent?.hash ?? hashOf('nothing'), time };
    this.blocks.push({ ...header, logs, after, users, settler, settlerNonce });
  }
}
