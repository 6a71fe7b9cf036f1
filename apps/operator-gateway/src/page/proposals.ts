import { mayDo, type Proposal, REASON_MAX } from '@exchange/core/operator';
import type { FastifyInstance } from 'fastify';
import { number, text } from '../api/fields';
import type { Desk } from '../desk/desk';
import { stepsHtml } from './effects';
import { facts, html, type Html, table, timeText } from './html';
import { csrfField } from './layout';
import { posted, refused, sendPage, sendRefusal, type DeskViewer, viewed } from './viewed';

const PLACE = '/proposals';
const VERDICTS = ['approve', 'reject', 'withdraw'] as const;

/** What waits for a second person. */
export function addProposals(scope: FastifyInstance, desk: Desk): void {
  scope.get(
    PLACE,
    viewed(desk, async (viewer, _, reply) => {
      const rows = desk
        .proposals()
        .map(({ seq, person, at, steps, reason }) => [
          html`<a href="${PLACE}/${seq}">${seq}: ${steps.map(({ action }) => action).join(', ')}</a>`,
          ...[person, timeText(at), reason],
        ]);
      const head = ['Proposal', 'By', 'At', 'Reason'];
      const body = table('What waits for a second person', head, rows, 'Nothing waits for a second person.');
      return sendPage(reply, { title: 'Proposals', place: PLACE, body, ...viewer });
    }),
  );

  scope.get(
    `${PLACE}/:seq`,
    viewed(desk, async (viewer, { params }, reply) => {
      const found = await desk.proposal(number(params, 'seq', 0));
      if (!found.ok) return sendRefusal(reply, found, viewer);
      const { proposal, now } = found.value;
      const { seq, person, at, expiresAt, reason, steps } = proposal;
      const body = html`${facts([
        ['By', person],
        ['At', timeText(at)],
        ['Expires', timeText(expiresAt)],
        ['Reason', reason],
      ])}
      ${now.ok ? stepsHtml(now.value.steps) : html`${refused(now)}${stepsHtml(steps)}`}
      ${verdictsHtml(proposal, viewer)}`;
      return sendPage(reply, { title: `Proposal ${seq}`, place: PLACE, body, ...viewer });
    }),
  );

  for (const verdict of VERDICTS) {
    scope.post(
      `${PLACE}/:seq/${verdict}`,
      posted(desk, async (viewer, { params, body }, reply) => {
        const seq = number(params, 'seq', 0);
        const judged = await desk.judge(verdict, viewer.person, seq, text(body, 'reason'));
        if (!judged.ok) return sendRefusal(reply, judged, viewer);
        const order = judged.value.find(({ kind }) => kind === 'ordered');
        return reply.redirect(order === undefined ? PLACE : `/orders/${order.seq}`, 303);
      }),
    );
  }
}

/** Whoever proposed it can take it back; others who may do it approve or reject it. */
function verdictsHtml({ seq, person: proposer, steps }: Proposal, { person, csrf }: DeskViewer): Html {
  const isOwn = proposer === person.name;
  if (!isOwn && !steps.every(({ action }) => mayDo(person.roles, action)))
    return html`<p class="told">Your roles don't allow you to approve or reject this.</p>`;
  const verdicts = isOwn ? (['withdraw'] as const) : (['approve', 'reject'] as const);
  return html`<form method="post" action="${PLACE}/${seq}/${verdicts[0]}" class="fields">
    ${csrfField(csrf)}
    <label><span>Reason</span><input name="reason" maxlength="${REASON_MAX}" required /></label>
    ${verdicts.map(
      (verdict) =>
        html`<button
          ${verdict === 'approve' ? undefined : html`class="plain"`}
          formaction="${PLACE}/${seq}/${verdict}"
        >
          ${verdict}
        </button>`,
    )}
  </form>`;
}
