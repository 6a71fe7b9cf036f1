import type { FastifyInstance } from 'fastify';
import { text, texts } from '../api/fields';
import type { Desk } from '../desk/desk';
import { statusOf } from '../http/answer';
import { LOOKUP_NAMES, lookupFields, type LookupName, type Lookups } from '../lookup/lookups';
import { html, type Html } from './html';
import { jsonHtml } from './json-html';
import { refused, sendPage, viewed } from './viewed';

const PLACE = '/look';

/** Forms that look something up, and what the owner said. */
export function addLookUps(scope: FastifyInstance, desk: Desk, lookups: Lookups): void {
  scope.get(
    PLACE,
    viewed(desk, async (viewer, _, reply) => {
      const body = html`${LOOKUP_NAMES.map(
        (name) =>
          html`<h2>${name}</h2>
            ${formHtml(name, {})}`,
      )}`;
      return sendPage(reply, { title: 'Look up', place: PLACE, body, ...viewer });
    }),
  );

  scope.get(
    `${PLACE}/:what`,
    viewed(desk, async (viewer, { params, query }, reply) => {
      const what = text(params, 'what');
      const typed = texts(query);
      const found = await lookups.ask(what, typed);
      const name = LOOKUP_NAMES.find((one) => one === what);
      const body = html`${name && formHtml(name, typed)}
      ${found.ok ? jsonHtml(what, found.value) : refused(found)}`;
      const status = found.ok ? 200 : statusOf(found.code);
      return sendPage(reply.code(status), { title: `Look up: ${what}`, place: PLACE, body, ...viewer });
    }),
  );
}

const formHtml = (name: LookupName, typed: Readonly<Record<string, string>>): Html =>
  html`<form method="get" action="${PLACE}/${name}" class="fields">
    ${lookupFields(name).map(
      (field) =>
        html`<label
          ><span>${field}</span
          ><input name="${field}" value="${typed[field]}" autocomplete="off" spellcheck="false"
        /></label>`,
    )}
    <button>Look up ${name}</button>
  </form>`;
