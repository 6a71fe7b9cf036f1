import { ok } from '@exchange/core/kernel';
import { type ActionName, mayDo, type PeopleNeeded, rolesFor } from './actions';
import type { ActionStep, EntryContent } from './entry';
import type { Proposal } from './open-business';
import { type DeskResult, refuse } from './refusal';
import type { Person } from './roles';

/** What was asked for, as its owners were asked about it without changing anything. */
export interface SubmittedSteps {
  readonly person: Person;
  readonly steps: readonly ActionStep[];
  readonly reason: string;
  /** The most that any of the steps needs. */
  readonly people: PeopleNeeded;
}

/** So many characters a reason may have. */
export const REASON_MAX = 500;
/** So many steps are submitted at once. */
export const STEPS_MAX = 200;

/** Refused unless the person has a role for each of the steps. */
export function mayAll(person: Person, steps: readonly ActionStep[]): DeskResult<undefined> {
  const beyond = steps.find(({ action }) => !mayDo(person.roles, action));
  return beyond === undefined ? ok(undefined) : wrongRole(person, beyond.action);
}

/**
 * What a submission leads to: orders at once where one person is enough, else a proposal until `expiresAt`. Refused with
 * NOT_ALLOWED, or INVALID_FIELD for a reason or steps that don't fit.
 */
export function submit(
  { person, steps, reason, people }: SubmittedSteps,
  expiresAt: number,
): DeskResult<readonly EntryContent[]> {
  if (steps.length === 0 || steps.length > STEPS_MAX)
    return refuse('INVALID_FIELD', `steps: from 1 to ${STEPS_MAX} at once, not ${steps.length}`);
  const allowed = mayAll(person, steps);
  if (!allowed.ok) return allowed;
  const given = checkedReason(reason);
  if (!given.ok) return given;
  return ok(
    people === 1
      ? steps.map((step) => ordered(step, given.value, [], null))
      : [{ kind: 'proposed', steps, reason: given.value, expiresAt }],
  );
}

/** Which entries an approval leads to, and as whom each is written: the orders are the proposer's. */
export interface Approval {
  readonly approved: EntryContent;
  readonly orders: readonly EntryContent[];
}

/** By another person, who may do all of it, before it expires. `at`: Unix ms. */
export function approve(
  proposal: Proposal,
  person: Person,
  reason: string,
  at: number,
): DeskResult<Approval> {
  const { seq, steps } = proposal;
  const other = fromAnother(proposal, person, at);
  if (!other.ok) return other;
  const allowed = mayAll(person, steps);
  if (!allowed.ok) return allowed;
  const given = checkedReason(reason);
  if (!given.ok) return given;
  return ok({
    approved: { kind: 'approved', proposal: seq, reason: given.value },
    orders: steps.map((step) => ordered(step, proposal.reason, [person.name], seq)),
  });
}

/** By another person who could approve it, also after it has expired. */
export function rejectProposal(
  { seq, person: proposer, steps }: Proposal,
  person: Person,
  reason: string,
): DeskResult<EntryContent> {
  if (proposer === person.name)
    return refuse('NOT_ALLOWED', `proposal ${seq} is your own: withdraw it instead`);
  const allowed = mayAll(person, steps);
  if (!allowed.ok) return allowed;
  const given = checkedReason(reason);
  return given.ok ? ok({ kind: 'rejected', proposal: seq, reason: given.value }) : given;
}

/** By whoever proposed it. */
export function withdraw(
  { seq, person: proposer }: Proposal,
  person: Person,
  reason: string,
): DeskResult<EntryContent> {
  if (proposer !== person.name)
    return refuse('NOT_ALLOWED', `proposal ${seq} is ${proposer}'s: reject it instead`);
  const given = checkedReason(reason);
  return given.ok ? ok({ kind: 'withdrawn', proposal: seq, reason: given.value }) : given;
}

function fromAnother(
  { seq, person: proposer, expiresAt }: Proposal,
  person: Person,
  at: number,
): DeskResult<undefined> {
  if (proposer === person.name)
    return refuse('NOT_ALLOWED', `proposal ${seq} is your own: somebody else must approve it`);
  if (at >= expiresAt) return refuse('NOT_ALLOWED', `proposal ${seq} has expired: it must be proposed anew`);
  return ok(undefined);
}

const ordered = (
  { action, content }: ActionStep,
  reason: string,
  approvals: readonly string[],
  proposal: number | null,
): EntryContent => ({ kind: 'ordered', action, content, reason, approvals, proposal });

function checkedReason(reason: string): DeskResult<string> {
  const given = reason.trim();
  if (given.length > 0 && given.length <= REASON_MAX) return ok(given);
  return refuse('INVALID_FIELD', `reason: from 1 to ${REASON_MAX} characters that say why`);
}

const wrongRole = ({ name, roles }: Person, action: ActionName) =>
  refuse(
    'NOT_ALLOWED',
    `${action} needs the role ${rolesFor(action).join(' or ')}; ${name} is ${roles.join(', ') || 'nothing'}`,
  );
