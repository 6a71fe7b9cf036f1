import type { Effect } from '@exchange/core/message';
import type { AuditEntry } from '@exchange/core/operator';
import type { FastifyInstance } from 'fastify';
import { number } from '../api/fields';
import type { CheckedLog, Desk } from '../desk/desk';
import { contentHtml, effectsHtml } from './effects';
import { html, type Html, table, timeText } from './html';
import { refused, sendPage, sendRefusal, viewed } from './viewed';

const PLACE = '/audit';
const PAGE = 50;
/** An owner answers within this time, mostly; who waits longer looks again. */
const ORDER_WAIT_MS = 3_000;

/** What was done, and what came of an order. */
export function addAudit(scope: FastifyInstance, desk: Desk): void {
  scope.get(
    PLACE,
    viewed(desk, async (viewer, { query }, reply) => {
      const after = number(query, 'after', Math.max(0, desk.newestEntry - PAGE));
      const entries = await desk.entries(after, PAGE);
      const rows = entries.map((entry) => [entry.seq, timeText(entry.at), entry.person, ...saidOf(entry)]);
      const head = ['Entry', 'At', 'Who', 'What', 'Content', 'Reason'];
      const body = html`${table('Entries, oldest first', head, rows, 'The log has no entries here.')}
        <p>
          ${after > 0 ? html`<a href="${PLACE}?after=${Math.max(0, after - PAGE)}">Older</a>` : undefined}
          ${entries.length === PAGE ? html`<a href="${PLACE}?after=${after + PAGE}">Newer</a>` : undefined}
          <a href="${PLACE}/verify">Check the whole log</a>
        </p>`;
      return sendPage(reply, { title: 'Audit log', place: PLACE, body, ...viewer });
    }),
  );

  scope.get(
    `${PLACE}/verify`,
    viewed(desk, async (viewer, _, reply) => {
      const body = verdictHtml(await desk.verify());
      return sendPage(reply, { title: 'The log, checked', place: PLACE, body, ...viewer });
    }),
  );

  scope.get(
    '/orders/:seq',
    viewed(desk, async (viewer, { params }, reply) => {
      const seq = number(params, 'seq', 0);
      const state = await desk.order(seq, ORDER_WAIT_MS);
      if (!state.ok) return sendRefusal(reply, state, viewer);
      const title = `Order ${seq}`;
      switch (state.value.kind) {
        case 'ordered': {
          const waits = html`<p class="told">
            Its owner hasn't answered yet. <a href="/orders/${seq}">Look again</a>
          </p>`;
          return sendPage(reply, { title, body: waits, ...viewer });
        }
        case 'done': {
          const effects = state.value.effects as unknown as readonly Effect[];
          const body = html`<p class="told" role="status">Done.</p>
            ${effectsHtml(effects)}`;
          return sendPage(reply, { title, body, ...viewer });
        }
        case 'refused': {
          const { code, message } = state.value;
          return sendPage(reply, { title, body: refused({ ok: false, code, message }), ...viewer });
        }
      }
    }),
  );
}

/** Whether the log is as it was written, and whose word it was held against. */
function verdictHtml({ verdict, carriedOut, lacks }: CheckedLog): Html {
  const said = verdict.ok
    ? html`<p class="told" role="status">
        All ${verdict.head.seq} entries are as they were written; the newest has the hash
        ${verdict.head.hash}.
      </p>`
    : html`<p class="told bad" role="alert">
        <b>Entry ${verdict.seq} is ${verdict.fault}</b>: ${verdict.message}
      </p>`;
  return html`${said}
    <p>Compared with what their owners carried out: ${carriedOut} orders.</p>
    ${lacks.map((lack) => html`<p class="told" role="alert">Not compared: ${lack}</p>`)}`;
}

/** What an entry did, its content, and why. */
function saidOf(entry: AuditEntry): readonly (Html | string)[] {
  switch (entry.kind) {
    case 'proposed':
      return [
        `proposed ${entry.steps.map(({ action }) => action).join(', ')}`,
        html`${entry.steps.map(({ content }) => contentHtml(content))}`,
        entry.reason,
      ];
    case 'approved':
    case 'rejected':
    case 'withdrawn':
      return [`${entry.kind} proposal ${entry.proposal}`, '', entry.reason];
    case 'ordered':
      return [`ordered ${entry.action}`, contentHtml(entry.content), entry.reason];
    case 'done':
      return [`done: order ${entry.order}`, '', ''];
    case 'refused':
      return [`refused: order ${entry.order}`, `${entry.code}: ${entry.message}`, ''];
  }
}
