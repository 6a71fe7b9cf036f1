import { ALARM_EVERY_MS } from '@exchange/core/kernel';
import type { Clock, Log, Prompts } from '@exchange/platform';
import type { Found, SolvencyState } from '../books/solvency-state';
import type { ContractView } from '../chain/contract-view';
import type { SolvencySignal } from '../inbox/solvency-turn';
import { type ChainReading, readChain } from './chain-reading';
import { differencesIn, isSame, wasCompared } from './differences';
import type { LedgerAccounts, LedgerSums, LedgerView } from './ledger-view';

export interface CheckOptions {
  readonly state: SolvencyState;
  readonly chain: ContractView;
  readonly ledger: LedgerView;
  readonly prompts: Prompts<SolvencySignal>;
  readonly clock: Clock;
  readonly log: Log;
  readonly startBlock: number;
  readonly balancesPerCheck: number;
  readonly partitionsPerCheck: number;
  readonly silentMs: number;
}

/** After this part of the silence that is said, the same block is looked at once more. */
const AGAIN_PART = 4;

/** The second reading comes so long after the first: what was on its way between two groups has arrived. */
const SECOND_AFTER_MS = 250;

interface Look {
  readonly reading: ChainReading;
  readonly ledger: LedgerSums;
  readonly found: readonly Found[];
  /** The partitions that were compared account by account. */
  readonly compared: ReadonlySet<number>;
}

/** One check after the other: what the chain, the contract and the ledger say of the newest final block. */
export class StandingCheck {
  private checkedAt: number;
  private saidSilentAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: CheckOptions) {
    this.checkedAt = options.clock.steady();
  }

  /** Since the newest check that saw all sides. */
  get ageMs(): number {
    return this.options.clock.steady() - this.checkedAt;
  }

  /** A check, if there is a newer block that all sides know; what it finds is stored when it returns. */
  async run(): Promise<void> {
    try {
      await this.check();
    } catch (error) {
      this.noteSilence();
      throw error;
    }
  }

  private async check(): Promise<void> {
    const { clock, prompts, state, partitionsPerCheck } = this.options;
    if (this.isChecked()) return;
    const first = await this.look();
    if (first === undefined) return this.noteSilence();
    let looked = first;
    let found: readonly Found[] = [];
    if (first.found.length > 0) {
      await clock.sleep(SECOND_AFTER_MS);
      const second = await this.look();
      // Not seen twice is not known: nothing is done on it, and the next check looks at all of it again.
      if (second === undefined) return this.noteSilence();
      looked = second;
      found = second.found.filter((one) => first.found.some((other) => isSame(one, other)));
      if (found.length === 0 && second.found.length > 0) return this.noteSilence();
      if (!first.found.every((one) => wasCompared(one, second.compared))) return this.noteSilence();
    }
    const { reading, ledger, compared } = looked;
    const isWhole = state.partitions(partitionsPerCheck).every((partition) => compared.has(partition));
    await prompts.commit({ kind: 'checked', reading, ledger, found, compared });
    // Sums alone are half a check: when it stays at that, somebody must know.
    if (!isWhole) return this.noteSilence();
    this.checkedAt = clock.steady();
    this.saidSilentAt = Number.NEGATIVE_INFINITY;
  }

  /** A chain that stands still is looked at again only now and then. */
  private isChecked(): boolean {
    const { state, clock, silentMs } = this.options;
    const { newestFinal, readTo } = state;
    const isRecent = clock.steady() - this.checkedAt < silentMs / AGAIN_PART;
    return isRecent && newestFinal !== undefined && newestFinal === readTo;
  }

  /** Undefined when there is no newer block of which all sides know the same hash. */
  private async look(): Promise<Look | undefined> {
    const { state, chain, ledger, log, startBlock, balancesPerCheck } = this.options;
    const sums = await ledger.sums();
    const final = sums && state.finals.get(sums.block);
    if (final === undefined || sums === undefined || sums.block < (state.readTo ?? -1)) return undefined;
    const { block } = sums;
    // Before the chain, which takes long: the ledger answers for its newest block alone.
    const accounts = await this.accountsAt(block);
    const own = await chain.block(block);
    if (own !== final.hash) {
      log.warn({ block, own, told: final.hash }, 'the nodes have another block than chain-watcher told');
      return undefined;
    }
    const at = { block, ...final };
    const reading = await readChain(chain, state, at, { startBlock, balancesPerCheck });
    const found = differencesIn({ state, reading, ledger: sums, accounts });
    return { reading, ledger: sums, found, compared: new Set(accounts.keys()) };
  }

  private async accountsAt(block: number): Promise<ReadonlyMap<number, LedgerAccounts>> {
    const { state, ledger, partitionsPerCheck } = this.options;
    const found = new Map<number, LedgerAccounts>();
    for (const partition of state.partitions(partitionsPerCheck)) {
      const accounts = await ledger.accounts(partition);
      if (accounts?.block === block) found.set(partition, accounts);
    }
    return found;
  }

  private noteSilence(): void {
    const { clock, log, silentMs, state } = this.options;
    const now = clock.steady();
    const silentFor = now - this.checkedAt;
    if (silentFor < silentMs || now - this.saidSilentAt < ALARM_EVERY_MS) return;
    this.saidSilentAt = now;
    const fields = { block: state.report?.block, silentFor };
    log.error(
      { alarm: 'solvency_unknown', ...fields },
      'no check could be made: the ledger, the chain-watcher or the node lags or contradicts itself',
    );
  }
}
