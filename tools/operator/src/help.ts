import type { DeskClient } from '../../kit/operator/desk-client';
import { textTable } from '../../kit/text-table';
import type { Answered } from './answered';
import { fieldText, type DeskField } from './field-text';

interface ShownAction {
  readonly action: string;
  readonly roles: readonly string[];
  readonly people: string;
  readonly mayDo: boolean;
  readonly content: {
    readonly properties?: Readonly<Record<string, DeskField>>;
    readonly required?: readonly string[];
  };
}

/** How an action is said, as the desk has its fields. */
export async function helpOfAction(desk: DeskClient, action: string): Promise<Answered> {
  const value = await desk.ask<ShownAction>('GET', `actions/${encodeURIComponent(action)}`);
  const { properties = {}, required = [] } = value.content;
  const rows = Object.entries(properties).map(([name, schema]) => [
    ...[`  ${name}`, required.includes(name) ? '' : 'may be left out', fieldText(schema)],
  ]);
  const fields = Object.keys(properties).map((name) =>
    required.includes(name) ? `${name}=…` : `[${name}=…]`,
  );
  return {
    value,
    lines: [
      `npm run operator -- ${[action, ...fields].join(' ')}`,
      `role: ${value.roles.join(' or ')}${value.mayDo ? '' : ' (which you are not)'}; people: ${value.people}`,
      ...textTable(rows, ['left', 'left', 'left']),
      'Without --reason it is a dry run.',
    ],
  };
}
