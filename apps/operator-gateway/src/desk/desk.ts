import { randomBytes } from 'node:crypto';
import { ok } from '@exchange/core/kernel';
import {
  type ActionStep,
  type AuditEntry,
  type DeskResult,
  LogCheck,
  type LogVerdict,
  mayAll,
  type PeopleNeeded,
  peopleFor,
  type Person,
  type Proposal,
  readEntry,
  refuse,
  STEPS_MAX,
} from '@exchange/core/operator';
import { type Effect } from '@exchange/core/message';
import { activeTrace, type Clock, type Prompts, type Records } from '@exchange/platform';
import type { DeskSignal, SaidOf } from '../inbox/desk-turn';
import type { KnownHeads } from '../outbox/owner-heads';
import type { AccountGroups, StateOwners } from '../outbox/state-owners';
import { entriesAfter, readLog } from '../persistence/read-log';
import { checkedStep } from './checked-step';
import type { DeskState, OrderOutcome } from './desk-state';
import { digestOf, sha256 } from './sha256';

interface DeskDeps {
  readonly state: DeskState;
  readonly prompts: Prompts<DeskSignal>;
  readonly owners: StateOwners;
  readonly records: Records;
  readonly clock: Clock;
  readonly sessionMs: number;
  /** What the owners have carried out. */
  heads(): Promise<KnownHeads>;
  /** Whether this process is the active one, and knows the log. */
  isActive(): boolean;
}

/** A step with what its owner says that it would change now. */
export interface TriedStep extends ActionStep {
  readonly effects: readonly Effect[];
  readonly people: PeopleNeeded;
}

export interface DryRun {
  readonly steps: readonly TriedStep[];
  /** What the whole of it needs. */
  readonly people: PeopleNeeded;
}

/** A session that was opened: whoever shows the token is the person until then. */
export interface OpenedSession extends Person {
  readonly token: string;
  /** Unix ms. */
  readonly expiresAt: number;
}

/** What the check of the log came to. */
export interface CheckedLog {
  readonly verdict: LogVerdict;
  /** So many orders were compared with what their owners carried out. */
  readonly carriedOut: number;
  /** StateOwners that could not be asked, so that what they carried out is not compared. */
  readonly lacks: readonly string[];
}

/** Where an order is: with its owner, or ended. */
export type OrderState = { readonly kind: 'ordered'; readonly order: number } | OrderOutcome;

const TOKEN_BYTES = 32;
const WAIT_STEP_MS = 20;
const AWAY = refuse(
  'UNAVAILABLE',
  'this process of operator-gateway stands by, or is starting: try again in a moment',
);

/** All that people do at the desk. The API, the page and the command line do everything through it. */
export class Desk {
  constructor(private readonly deps: DeskDeps) {}

  /** Opens a session for a person whom a door let in. `step`: of the code that was shown, which works once. */
  async signIn(person: Person, step?: number): Promise<DeskResult<OpenedSession>> {
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = this.deps.clock.now() + this.deps.sessionMs;
    const session = { digest: digestOf(token), person: person.name, roles: person.roles, expiresAt };
    const signed = await this.#told<Person>({
      kind: 'signed_in',
      session,
      ...(step !== undefined && { step }),
    });
    return signed.ok ? ok({ ...signed.value, token, expiresAt }) : signed;
  }

  async signOut(token: string): Promise<void> {
    if (this.deps.isActive()) await this.deps.prompts.commit({ kind: 'signed_out', digest: digestOf(token) });
  }

  /** Whose token it is. */
  personOf(token: string | undefined): DeskResult<Person> {
    const { state, clock, isActive } = this.deps;
    if (!isActive()) return AWAY;
    const person = token === undefined ? undefined : state.personOf(digestOf(token), clock.now());
    return person === undefined
      ? refuse('NOT_SIGNED_IN', 'sign in first: nobody is, or the session has ended')
      : ok(person);
  }

  /** What steps would change, in numbers, and how many people that needs. Changes nothing. */
  async dryRun(person: Person, given: unknown): Promise<DeskResult<DryRun>> {
    const steps = checkedSteps(given);
    if (!steps.ok) return steps;
    const allowed = mayAll(person, steps.value);
    return allowed.ok ? this.#tried(steps.value) : allowed;
  }

  /** Orders steps, or proposes them where two people are needed; each was tried before, and has a reason. */
  async submit(person: Person, given: unknown, reason: string): Promise<DeskResult<readonly AuditEntry[]>> {
    const tried = await this.dryRun(person, given);
    if (!tried.ok) return tried;
    const { people } = tried.value;
    const steps = tried.value.steps.map(({ action, content }) => ({ action, content }));
    return this.#told<readonly AuditEntry[]>({ kind: 'submitted', person, steps, reason, people });
  }

  /** Those that can still be approved, oldest first. */
  proposals(): readonly Proposal[] {
    const now = this.deps.clock.now();
    return this.deps.state.business.proposals.filter(({ expiresAt }) => expiresAt > now);
  }

  /** A proposal, and what its steps would change now. */
  async proposal(seq: number): Promise<DeskResult<{ proposal: Proposal; now: DeskResult<DryRun> }>> {
    const proposal = this.deps.state.business.proposal(seq);
    if (proposal === undefined) return refuse('UNKNOWN_PROPOSAL', `no proposal ${seq} waits for anybody`);
    return ok({ proposal, now: await this.#tried(proposal.steps) });
  }

  judge(
    verdict: 'approve' | 'reject' | 'withdraw',
    person: Person,
    proposal: number,
    reason: string,
  ): Promise<DeskResult<readonly AuditEntry[]>> {
    return this.#told<readonly AuditEntry[]>({ kind: 'judged', verdict, person, proposal, reason });
  }

  /** Where an order is; waits until it has ended, for so long at most. */
  async order(seq: number, waitMs: number): Promise<DeskResult<OrderState>> {
    const { state, clock } = this.deps;
    const until = clock.steady() + waitMs;
    for (;;) {
      const outcome = state.outcome(seq);
      if (outcome !== undefined) return ok(outcome);
      if (state.business.order(seq) === undefined)
        return refuse(
          'UNKNOWN_ORDER',
          `entry ${seq} is no order that is open or has just ended: see the log`,
        );
      if (clock.steady() >= until) return ok({ kind: 'ordered', order: seq });
      await clock.sleep(WAIT_STEP_MS);
    }
  }

  /** Which process of account-service has which accounts. */
  groups(): Promise<DeskResult<AccountGroups>> {
    return this.deps.owners.groups();
  }

  /** Checks the whole log as it is stored, against what the owners of state have carried out of it. */
  async verify(): Promise<CheckedLog> {
    const { owners, lacks } = await this.deps.heads();
    const check = new LogCheck(sha256, owners);
    await readLog(this.deps.records, (entry) => check.take(entry));
    return { verdict: check.end(), carriedOut: owners.length, lacks };
  }

  /** The sequence of the newest entry; 0 of a log without any. */
  get newestEntry(): number {
    return this.deps.state.head.seq;
  }

  /** Entries of the log after a sequence, oldest first. */
  async entries(after: number, limit: number): Promise<readonly AuditEntry[]> {
    return (await entriesAfter(this.deps.records, after, limit)).map(readEntry);
  }

  async #tried(steps: readonly ActionStep[]): Promise<DeskResult<DryRun>> {
    const asked = steps.map(async (step): Promise<DeskResult<TriedStep>> => {
      const reply =
        step.action === 'set-roles'
          ? ok({ effects: this.#rolesAfter(step) })
          : await this.deps.owners.dryRun(step);
      if (!reply.ok) return { ...reply, message: `${step.action}: ${reply.message}` };
      const { effects } = reply.value;
      return ok({ ...step, effects, people: peopleFor(step.action, step.content, effects) });
    });
    const tried: TriedStep[] = [];
    for (const step of await Promise.all(asked)) {
      if (!step.ok) return step;
      tried.push(step.value);
    }
    return ok({ steps: tried, people: tried.some(({ people }) => people === 2) ? 2 : 1 });
  }

  #rolesAfter({ content }: ActionStep): readonly Effect[] {
    const { person, roles } = content as { person: string; roles: readonly string[] };
    const before = this.deps.state.business.rolesOf(person);
    const was = before === undefined ? 'as the login says' : before.join(', ');
    return [{ what: 'roles', of: person, before: was, after: roles.join(', ') }];
  }

  /** Resolves when what was asked for is stored. */
  async #told<T>(asked: DeskSignal & SaidOf<T>): Promise<DeskResult<T>> {
    const { prompts, state, isActive } = this.deps;
    if (!isActive()) return AWAY;
    await prompts.commit(asked);
    const { result = AWAY } = asked;
    if (result.ok && Array.isArray(result.value)) {
      const entries = result.value as readonly AuditEntry[];
      for (const { kind, seq } of entries) if (kind === 'ordered') state.traces.note(seq, activeTrace());
      const last = entries.at(-1);
      if (last !== undefined) state.storedTo = Math.max(state.storedTo, last.seq);
    }
    return result;
  }
}

function checkedSteps(given: unknown): DeskResult<readonly ActionStep[]> {
  if (!Array.isArray(given) || given.length === 0 || given.length > STEPS_MAX)
    return refuse('INVALID_FIELD', `steps: a list of 1 to ${STEPS_MAX} actions with their contents`);
  const steps: ActionStep[] = [];
  for (const one of given) {
    const step = checkedStep(one);
    if (!step.ok) return step;
    steps.push(step.value);
  }
  return ok(steps);
}
