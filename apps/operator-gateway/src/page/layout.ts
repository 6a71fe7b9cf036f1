import type { Person } from '@exchange/core/operator';
import { html, type Html } from './html';

const PLACES = [
  ['/', 'Overview'],
  ['/actions', 'Actions'],
  ['/proposals', 'Proposals'],
  ['/look', 'Look up'],
  ['/audit', 'Audit log'],
] as const;

export interface PageParts {
  readonly title: string;
  readonly body: Html;
  /** Who is signed in, with the token against forgery of their session. */
  readonly person?: Person | undefined;
  readonly csrf?: string | undefined;
  /** The place of the navigation that is shown. */
  readonly place?: string | undefined;
  /** Where the page goes on by itself. */
  readonly nextPath?: string | undefined;
}

/** The hidden field that every form has: whoever doesn't know it didn't get the form from us. */
export const csrfField = (csrf: string): Html => html`<input type="hidden" name="csrf" value="${csrf}" />`;

/** A whole page of the desk. */
export function page({ title, body, person, csrf, place, nextPath }: PageParts): string {
  const links = PLACES.map(
    ([to, name]) =>
      html`<li><a href="${to}" ${to === place ? html`aria-current="page"` : undefined}>${name}</a></li>`,
  );
  const signedIn =
    person &&
    html`<nav aria-label="Desk">
        <ul>
          ${links}
        </ul>
      </nav>
      <form method="post" action="/logout" class="who">
        ${csrfField(csrf ?? '')}<span>${person.name} (${person.roles.join(', ')})</span>
        <button class="plain">Sign out</button>
      </form>`;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${nextPath === undefined ? undefined : html`<meta http-equiv="refresh" content="0; url=${nextPath}" />`}
        <title>${title} – operator's desk</title>
        <link rel="stylesheet" href="/style.css" />
        <link rel="icon" href="data:," />
        <script src="/live.js" defer></script>
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header><b>Operator's desk</b>${signedIn}</header>
        <main id="main" tabindex="-1">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`.text;
}
