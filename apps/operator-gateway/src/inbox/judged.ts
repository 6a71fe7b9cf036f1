import { ok } from '@exchange/core/kernel';
import {
  approve,
  type AuditEntry,
  type DeskResult,
  type Proposal,
  refuse,
  rejectProposal,
  withdraw,
} from '@exchange/core/operator';
import { closed, type DeskSignal, type DeskTurn, handle, signal, write } from './desk-turn';

type Judged = Extract<DeskSignal, { kind: 'judged' }>;

/** What the second person, or the proposer, says to a proposal. */
export const takeJudged = handle(signal('judged'), {
  decide(turn, asked) {
    asked.result = closed(turn) ?? judge(turn, asked);
  },
});

function judge(turn: DeskTurn, asked: Judged): DeskResult<readonly AuditEntry[]> {
  const proposal = turn.state.business.proposal(asked.proposal);
  if (proposal === undefined)
    return refuse('UNKNOWN_PROPOSAL', `no proposal ${asked.proposal} waits for anybody`);
  const { person, reason, verdict } = asked;
  if (verdict === 'approve') return approved(turn, proposal, asked);
  const said = (verdict === 'reject' ? rejectProposal : withdraw)(proposal, person, reason);
  return said.ok ? ok([write(turn, person.name, said.value)]) : said;
}

function approved(turn: DeskTurn, proposal: Proposal, { person, reason }: Judged) {
  const approval = approve(proposal, person, reason, turn.at);
  if (!approval.ok) return approval;
  const said = write(turn, person.name, approval.value.approved);
  return ok([said, ...approval.value.orders.map((order) => write(turn, proposal.person, order))]);
}
