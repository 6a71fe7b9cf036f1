import type { Json } from '@exchange/core/operator';
import { facts, html, type Html, table, timeText } from './html';

type JsonObject = Readonly<Record<string, Json>>;

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isFlat = (value: Json): boolean => typeof value !== 'object' || value === null;

/** Unix ms of these days; no id and no amount of ours has these names. */
const TIMES: ReadonlySet<string> = new Set(['at', 'timestamp', 'orderedAt', 'checkedAt', 'expiresAt']);

const flat = (name: string, value: Json | undefined): Html | string => {
  if (typeof value === 'number' && TIMES.has(name)) return timeText(value);
  return value === null || value === undefined
    ? '–'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value);
};

/** A JSON value as people read it: members as facts, lists of things as tables, the rest beneath. */
export function jsonHtml(title: string, value: Json): Html {
  if (Array.isArray(value)) return listHtml(title, value);
  if (!isObject(value)) return html`<p>${flat(title, value)}</p>`;
  const members = Object.entries(value);
  const deep = members.filter(([, member]) => !isFlat(member));
  return html`${facts(members.filter(([, member]) => isFlat(member)).map(([name, member]) => [name, flat(name, member)]))}
  ${deep.map(
    ([name, member]) =>
      html`<h2>${name}</h2>
        ${jsonHtml(name, member)}`,
  )}`;
}

function listHtml(title: string, list: readonly Json[]): Html {
  const objects = list.filter(isObject);
  const isTable = objects.every((one) => Object.values(one).every(isFlat));
  if (objects.length < list.length || !isTable)
    return html`${list.map((one) => (isFlat(one) ? html`<p>${flat(title, one)}</p>` : jsonHtml(title, one)))}`;
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const rows = objects.map((one) => names.map((name) => flat(name, one[name])));
  return table(title, names, rows, 'None.');
}
