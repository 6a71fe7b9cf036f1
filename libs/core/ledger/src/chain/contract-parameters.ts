import { type Address, address } from '@exchange/core/kernel';
import type { Phase } from './chain-fact';

/** A parameter or role of the contract changed, as the chain's fact says it. */
export interface ParameterChange {
  readonly name: string;
  readonly value: string;
}

/** A change in a block that could still be undone; `place` names it for ever. */
export interface UnfinalParameter extends ParameterChange {
  readonly place: string;
}

/** What a timelock announced: `scheduled.<operation>.<call>` is `<parameter>=<value>`; `scheduled.<operation>` ends it. */
const SCHEDULED = 'scheduled.';
const ENDED = 'ended';

/** Until when (Unix seconds) settlement is paused, which ends by itself then; 0 since the admin ended it. */
export const SETTLEMENT_PAUSED_UNTIL = 'settlementPausedUntil';
/** Whether the contract takes no deposits: `true` or `false`. It stops no trading. */
export const DEPOSITS_PAUSED = 'depositsPaused';
/**
 * What the admin takes out of the budget for rebates, by token. It is an amount and no state: it counts while it is
 * announced or could be undone.
 */
export const RELEASED_REBATES = 'rebatesReleased.';
/** `granted` or `revoked`, by holder. */
const SETTLER = 'role.SETTLER.';

/**
 * What the contract's admin, lister and guardian have set, and what a timelock has announced. A change may restrict at
 * first sight, and releases only when final: so readers ask for all values that hold or may come (docs: ledger).
 */
export class ContractParameters {
  private readonly final = new Map<string, string>();
  private readonly unfinal = new Map<string, UnfinalParameter>();
  private lowestFee = Infinity;
  private comingCollectors: readonly Address[] = [];
  private settledCollector: Address | undefined;
  private readonly leftWith = new Set<Address>();
  private pausedUntil = 0;
  private isNobodySettler = false;
  private finalTime = 0;
  private releases: ReadonlyMap<Address, bigint> = new Map();

  /** Takes up what is stored. */
  restore(final: readonly ParameterChange[], unfinal: readonly UnfinalParameter[]): void {
    for (const { name, value } of final) this.final.set(name, value);
    for (const change of final) if (endsSchedule(change)) this.end(change.name);
    for (const change of unfinal) this.unfinal.set(change.place, change);
    this.derive();
  }

  /** Takes one change in a phase of its block. The names of final values that it ended. */
  apply(phase: Phase, change: UnfinalParameter): readonly string[] {
    if (phase === 'seen') this.unfinal.set(change.place, change);
    else this.unfinal.delete(change.place);
    const ended = phase === 'final' && endsSchedule(change) ? this.end(change.name) : [];
    if (phase === 'final' && isState(change)) this.final.set(change.name, change.value);
    this.derive();
    return ended;
  }

  /** As of final blocks. */
  get(name: string): string | undefined {
    return this.final.get(name);
  }

  /** The most that trade and settlement fee may be together, in 1/10 000: the lowest limit that holds or may come. */
  get maxFeeBps(): number {
    return this.lowestFee;
  }

  /** The account that fees go to, as of final blocks; undefined until the chain has told. */
  get collector(): Address | undefined {
    return this.settledCollector;
  }

  /** The contract settles no trade of this account, or soon won't. */
  isCollector(account: Address): boolean {
    return account === this.settledCollector || this.comingCollectors.includes(account);
  }

  /** Another account will get the fees, and must pay what was promised out of them: seen, or announced. */
  get collectorChanges(): boolean {
    return this.comingCollectors.length > 0;
  }

  /** The collector, whose account another ledger keeps, asked to leave with a token, or stays with it after all. */
  noteLeaving(token: Address, leaves: boolean): void {
    if (leaves) this.leftWith.add(token);
    else this.leftWith.delete(token);
  }

  /** Whether {@link noteLeaving} says so. */
  collectorLeaves(token: Address): boolean {
    return this.leftWith.has(token);
  }

  /**
   * Why nobody can settle trades: from first sight of a pause or revoke, until its end is final. A pause also ends with
   * the final block whose time it is.
   */
  get stop(): 'contract_paused' | 'settler_revoked' | undefined {
    if (this.pausedUntil > this.finalTime) return 'contract_paused';
    return this.isNobodySettler ? 'settler_revoked' : undefined;
  }

  /** Time (Unix seconds) passes by final blocks, and never goes back. */
  passFinalTime(time: number): void {
    this.finalTime = Math.max(this.finalTime, time);
  }

  /** The time of the newest final block. */
  get newestFinalTime(): number {
    return this.finalTime;
  }

  /** The contract takes no deposits, or may take none: from first sight until the end is final. */
  get areDepositsPaused(): boolean {
    return this.possible(DEPOSITS_PAUSED).includes('true');
  }

  /** What may be taken out of the budget for rebates in a token: from first sight of the schedule until it is done or over. */
  releasing(token: Address): bigint {
    return this.releases.get(token) ?? 0n;
  }

  /** Tokens in which that is so. */
  get releasedTokens(): Iterable<Address> {
    return this.releases.keys();
  }

  /** The final value, those that could still be undone, and those that are scheduled. */
  possible(name: string): readonly string[] {
    return this.changes().flatMap((change) => (change.name === name ? [change.value] : []));
  }

  private changes(): readonly ParameterChange[] {
    const final = [...this.final].map(([name, value]) => ({ name, value }));
    return [...final, ...this.unfinal.values()].map(announced);
  }

  /** A revoke could be of the one who settles. Once it is final, another holder will do, if that is final too. */
  private isSettlerMissing(): boolean {
    const isRevoke = ({ name, value }: ParameterChange) => name.startsWith(SETTLER) && value === 'revoked';
    if ([...this.unfinal.values()].some(isRevoke)) return true;
    const settlers = [...this.final].filter(([name]) => name.startsWith(SETTLER)).map(([, value]) => value);
    return settlers.length > 0 && !settlers.includes('granted');
  }

  /** An operation was carried out or given up: nothing of it is kept. */
  private end(operation: string): readonly string[] {
    const ended = [...this.final.keys()].filter((of) => of === operation || of.startsWith(`${operation}.`));
    for (const name of ended) this.final.delete(name);
    return ended;
  }

  private derive(): void {
    const collector = this.final.get('feeCollector');
    this.settledCollector = collector === undefined ? undefined : address(collector);
    this.lowestFee = Math.min(...this.possible('maxFeeBps').map(Number));
    const others = this.possible('feeCollector').filter((one) => one !== collector);
    this.pausedUntil = Math.max(0, ...this.possible(SETTLEMENT_PAUSED_UNTIL).map(Number));
    this.isNobodySettler = this.isSettlerMissing();
    this.comingCollectors = [...new Set(others)].map((one) => address(one));
    this.releases = releasesIn(this.changes());
  }
}

const endsSchedule = ({ name, value }: ParameterChange): boolean =>
  name.startsWith(SCHEDULED) && value === ENDED;

/** Whether it is the state of the contract from then on. */
const isState = (change: ParameterChange): boolean =>
  !endsSchedule(change) && !change.name.startsWith(RELEASED_REBATES);

function releasesIn(changes: readonly ParameterChange[]): ReadonlyMap<Address, bigint> {
  const releases = new Map<Address, bigint>();
  for (const { name, value } of changes) {
    if (!name.startsWith(RELEASED_REBATES)) continue;
    const token = address(name.slice(RELEASED_REBATES.length));
    releases.set(token, (releases.get(token) ?? 0n) + BigInt(value));
  }
  return releases;
}

/** The parameter and value that a change sets, or that it announces. */
export function announced({ name, value }: ParameterChange): ParameterChange {
  const [parameter = '', next] = name.startsWith(SCHEDULED) ? value.split('=') : [name, value];
  return { name: parameter, value: next ?? '' };
}
