import type { DeskClient } from '../../kit/operator/desk-client';
import { textTable } from '../../kit/text-table';
import type { Answered } from './answered';
import { jsonLines } from './json-lines';
import type { OperatorOptions } from './options';
import { fieldOf } from './steps';

interface LookUps {
  readonly lookUps: readonly { readonly what: string; readonly fields: readonly string[] }[];
}

/** Looks something up, or says what can be. */
export async function look(desk: DeskClient, { words }: OperatorOptions): Promise<Answered> {
  const [, what, ...fields] = words;
  if (what === undefined) return listLookUps(desk);
  const query = new URLSearchParams(fields.map(textField));
  const value = await desk.ask<unknown>('GET', `look/${encodeURIComponent(what)}?${query.toString()}`);
  return { value, lines: jsonLines(what, value) };
}

/** A place on a page is JSON, which the desk reads. */
function textField(word: string): [name: string, value: string] {
  const [name, value] = fieldOf(word, 'look');
  return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}

async function listLookUps(desk: DeskClient): Promise<Answered> {
  const value = await desk.ask<LookUps>('GET', 'look');
  const rows = value.lookUps.map(({ what, fields }) => [what, fields.join(', ')]);
  return { value, lines: textTable([['what', 'by'], ...rows], ['left', 'left']) };
}
