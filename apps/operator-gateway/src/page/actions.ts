import { ok } from '@exchange/core/kernel';
import {
  type ActionName,
  ACTIONS,
  type DeskResult,
  isAction,
  type Json,
  mayDo,
  peopleText,
  REASON_MAX,
  refuse,
  rolesFor,
} from '@exchange/core/operator';
import type { FastifyInstance } from 'fastify';
import { text } from '../api/fields';
import type { Desk, DryRun } from '../desk/desk';
import type { Lookups } from '../lookup/lookups';
import { contentSchema } from '../desk/content-schema';
import {
  contentOf,
  fieldsHtml,
  fieldsOf,
  type FieldSchema,
  type FormField,
  type Typed,
  typedIn,
  typedOf,
} from './action-form';
import { stepsHtml } from './effects';
import { html, type Html, table } from './html';
import { csrfField } from './layout';
import { editedBy, whatHolds } from './what-holds';
import { posted, refused, sendPage, sendRefusal, type DeskViewer, viewed } from './viewed';

const PLACE = '/actions';

/** What may be done: a form for each action, made from its schema; a dry run of it; and what was meant by it. */
export function addActions(scope: FastifyInstance, desk: Desk, lookups: Lookups): void {
  scope.get(
    PLACE,
    viewed(desk, async (viewer, _, reply) =>
      sendPage(reply, { title: 'Actions', place: PLACE, body: listOf(viewer), ...viewer }),
    ),
  );

  scope.get(
    `${PLACE}/:action`,
    viewed(desk, async (viewer, { params, query }, reply) => {
      const form = formOf(text(params, 'action'));
      if (!form.ok) return sendRefusal(reply, form, viewer);
      const { action, fields } = form.value;
      const typed = query as Typed;
      const of = typedIn(typed, editedBy(action) ?? '');
      const holds = await whatHolds(lookups, action, of);
      const filled = holds?.ok ? typedOf(fields, holds.value) : typed;
      const body = html`${holds?.ok === false ? refused(holds) : undefined}${ofWhatHtml(action, of)}${formHtml(form.value, filled, viewer)}`;
      return sendPage(reply, { title: action, place: PLACE, body, ...viewer });
    }),
  );

  scope.post(
    `${PLACE}/:action`,
    posted(desk, async (viewer, { params, body }, reply) => {
      const form = formOf(text(params, 'action'));
      if (!form.ok) return sendRefusal(reply, form, viewer);
      const { action, fields } = form.value;
      const typed = (body ?? {}) as Typed;
      const content = contentOf(fields, typed);
      const tried = content.ok
        ? await desk.dryRun(viewer.person, [{ action, content: content.value }])
        : content;
      const shown = tried.ok
        ? triedHtml(action, tried.value, viewer)
        : html`${refused(tried)}${formHtml(form.value, typed, viewer)}`;
      return sendPage(reply.code(tried.ok ? 200 : 400), {
        title: action,
        place: PLACE,
        body: shown,
        ...viewer,
      });
    }),
  );

  scope.post(
    '/submit',
    posted(desk, async (viewer, { body }, reply) => {
      const submitted = await desk.submit(viewer.person, stepsIn(text(body, 'steps')), text(body, 'reason'));
      if (!submitted.ok) return sendRefusal(reply, submitted, viewer);
      const [entry] = submitted.value;
      const isProposed = entry?.kind === 'proposed';
      return reply.redirect(isProposed ? `/proposals/${entry.seq}` : `/orders/${entry?.seq ?? 0}`, 303);
    }),
  );
}

interface ActionForm {
  readonly action: ActionName;
  readonly fields: readonly FormField[];
}

function formOf(name: string): DeskResult<ActionForm> {
  if (!isAction(name)) return refuse('UNKNOWN_ACTION', `there is no action ${name}`);
  return ok({ action: name, fields: fieldsOf(contentSchema(name) as FieldSchema) });
}

/** What the page itself sent with the dry run; whatever else it is, the desk refuses. */
function stepsIn(sent: string): unknown {
  try {
    return JSON.parse(sent) as unknown;
  } catch {
    return undefined;
  }
}

function listOf({ person }: DeskViewer): Html {
  const rows = ACTIONS.map((action) => [
    mayDo(person.roles, action) ? html`<a href="${PLACE}/${action}">${action}</a>` : action,
    rolesFor(action).join(' or '),
    peopleText(action),
  ]);
  return table('What may be done, by whom', ['Action', 'Role', 'People'], rows, 'Nothing.');
}

/** Asks of what the form is to say what holds now, where that has to be known. */
function ofWhatHtml(action: ActionName, of: string): Html | undefined {
  const field = editedBy(action);
  if (field === undefined) return undefined;
  return html`<form method="get" action="${PLACE}/${action}" class="fields">
    <label
      ><span>${field} <small>to fill in what holds now</small></span
      ><input name="field.${field}" value="${of}" autocomplete="off" spellcheck="false" required
    /></label>
    <button>Fill in</button>
  </form>`;
}

const formHtml = ({ action, fields }: ActionForm, typed: Typed, { csrf }: DeskViewer): Html =>
  html`<form method="post" action="${PLACE}/${action}" class="fields">
    ${csrfField(csrf)}${fieldsHtml(fields, typed)}
    <button>Try it: change nothing yet</button>
  </form>`;

function triedHtml(action: ActionName, { steps, people }: DryRun, { csrf }: DeskViewer): Html {
  const wanted: Json = steps.map(({ action: name, content }) => ({ action: name, content }));
  return html`<p class="told">
      Nothing has changed yet.
      ${people === 2 ? 'Somebody else must approve this.' : 'You can do this at once.'}
    </p>
    ${stepsHtml(steps)}
    <form method="post" action="/submit" class="fields">
      ${csrfField(csrf)}<input type="hidden" name="steps" value="${JSON.stringify(wanted)}" />
      <label
        ><span>Reason <small>for the audit log</small></span
        ><input name="reason" maxlength="${REASON_MAX}" required
      /></label>
      <button>${people === 2 ? 'Propose' : 'Do'} ${action}</button>
    </form>`;
}
