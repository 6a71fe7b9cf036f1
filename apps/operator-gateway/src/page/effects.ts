import type { Effect } from '@exchange/core/message';
import type { ActionStep, Json } from '@exchange/core/operator';
import { html, type Html, table } from './html';

/** What an owner says that changes, or would. */
export const effectsHtml = (effects: readonly Effect[]): Html =>
  table(
    'What changes',
    ['What', 'Of', 'Before', 'After', 'Count'],
    effects.map(({ what, of, before, after, count }) => [what, of, before, after, count]),
    'Nothing changes.',
  );

/** A content as it is sent. */
export const contentHtml = (content: Json): Html => html`<pre>${JSON.stringify(content, undefined, 2)}</pre>`;

/** Actions with their contents, and with their effects where these are known. */
export const stepsHtml = (steps: readonly (ActionStep & { readonly effects?: readonly Effect[] })[]): Html =>
  html`${steps.map(
    ({ action, content, effects }) =>
      html`<h2>${action}</h2>
        ${contentHtml(content)}${effects && effectsHtml(effects)}`,
  )}`;
