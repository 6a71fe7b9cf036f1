/** Text that may stand in a page as it is. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes: pages and lists of them as they are, all else as text. */
export type PagePart = Html | string | number | undefined | readonly PagePart[];

const ESCAPED: Readonly<Record<string, string>> = {
  ...{ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' },
};

const textOf = (value: PagePart): string => {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number')
    return String(value).replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign);
  return value.map(textOf).join('');
};

/**
 * A template of HTML in which every value is escaped that is no HTML itself. Values stand between tags or in quoted
 * attributes, never elsewhere.
 * @example
 * html`<p>${'a < b'}</p>`.text // → '<p>a &lt; b</p>'
 */
export const html = (parts: TemplateStringsArray, ...values: readonly PagePart[]): Html =>
  new Html(parts.map((part, at) => part + textOf(values[at])).join(''));

/** A table; nothing but the sentence when it has no rows. Wide ones scroll in themselves. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly PagePart[])[],
  whenEmpty: string,
): Html {
  if (rows.length === 0) return html`<p>${whenEmpty}</p>`;
  const cells = (row: readonly PagePart[]) => row.map((cell) => html`<td>${cell}</td>`);
  return html`<div class="wide" role="region" aria-label="${caption}" tabindex="0">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${cells(row)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** A list of names with what they say. */
export const facts = (pairs: readonly (readonly [string, PagePart])[]): Html =>
  html`<dl>
    ${pairs.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;

/** Unix ms as people read it. */
export const timeText = (at: number): Html => {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')} UTC</time>`;
};
