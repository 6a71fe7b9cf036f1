import { ok } from '@exchange/core/kernel';
import { type DeskResult, type Json, refuse } from '@exchange/core/operator';
import { html, type Html } from './html';

/** As much of a JSON schema as forms are made from. */
export interface FieldSchema {
  readonly type?: string;
  readonly const?: string | number | boolean;
  readonly anyOf?: readonly FieldSchema[];
  readonly items?: FieldSchema;
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly patternProperties?: Readonly<Record<string, FieldSchema>>;
  readonly required?: readonly string[];
  readonly pattern?: string;
  readonly description?: string;
}

type Kind = 'text' | 'number' | 'choice' | 'yes' | 'pairs' | 'words' | 'json';

/** One field of a form. */
export interface FormField {
  readonly name: string;
  readonly kind: Kind;
  readonly isRequired: boolean;
  /** May be null, which an empty field says. */
  readonly isNullable: boolean;
  readonly choices: readonly string[];
}

/** The fields of an action's content, from its schema. */
export function fieldsOf({ properties = {}, required = [] }: FieldSchema): readonly FormField[] {
  return Object.entries(properties).map(([name, schema]) => {
    const parts = schema.anyOf ?? [schema];
    const real = parts.filter(({ type }) => type !== 'null');
    const isNullable = real.length < parts.length;
    const kind = kindOf(real);
    return {
      ...{ name, kind, isNullable, isRequired: required.includes(name) },
      choices: choicesOf(kind === 'words' ? (real[0]?.items?.anyOf ?? []) : real),
    };
  });
}

const choicesOf = (parts: readonly FieldSchema[]): readonly string[] =>
  parts.flatMap((part) => (typeof part.const === 'string' ? part.const : []));

function kindOf(parts: readonly FieldSchema[]): Kind {
  const [part = {}] = parts;
  if (part.const === true || part.type === 'boolean') return 'yes';
  if (parts.every((one) => typeof one.const === 'string')) return 'choice';
  if (parts.length > 1) return 'json';
  if (part.type === 'integer' || part.type === 'number') return 'number';
  if (part.type === 'string') return 'text';
  if (part.patternProperties !== undefined) return 'pairs';
  const isWords = part.type === 'array' && part.items?.anyOf?.every((one) => typeof one.const === 'string');
  return isWords ? 'words' : 'json';
}

const HINTS: Readonly<Partial<Record<Kind, string>>> = {
  pairs: 'one per line, as name=value',
  words: 'separated by spaces',
  json: 'as JSON',
};

/** What somebody typed, by field. */
export type Typed = Readonly<Record<string, unknown>>;

export const typedIn = (typed: Typed, name: string): string => {
  const value = typed[`field.${name}`];
  return typeof value === 'string' ? value : '';
};

/** A content as it would be typed, which {@link contentOf} reads. */
export const typedOf = (fields: readonly FormField[], content: Readonly<Record<string, Json>>): Typed =>
  Object.fromEntries(
    fields.map(({ name, kind }) => [`field.${name}`, shownValue(kind, content[name] ?? null)]),
  );

function shownValue(kind: Kind, value: Json): string {
  if (value === null) return '';
  if (kind === 'words') return (value as readonly string[]).join(' ');
  if (kind === 'pairs')
    return Object.entries(value)
      .map(([name, one]) => `${name}=${String(one)}`)
      .join('\n');
  return kind === 'json' ? JSON.stringify(value, undefined, 2) : String(value);
}

/** The fields as people fill them in; what was typed before stays. */
export const fieldsHtml = (fields: readonly FormField[], typed: Typed): Html =>
  html`${fields.map((field) => {
    const { name, kind, isRequired, isNullable, choices } = field;
    const hints = [
      HINTS[kind],
      kind === 'words' ? choices.join(', ') : undefined,
      isNullable ? 'empty for none' : undefined,
      isRequired || kind === 'yes' ? undefined : 'may be left out',
    ].filter((hint) => hint !== undefined);
    const hint = hints.length === 0 ? undefined : html`<small>${hints.join('; ')}</small>`;
    return html`<label><span>${name} ${hint}</span>${input(field, typedIn(typed, name))}</label>`;
  })}`;

function input({ name, kind, choices, isRequired, isNullable }: FormField, value: string): Html {
  const key = `field.${name}`;
  const must = isRequired && !isNullable && kind !== 'text' && kind !== 'pairs' ? html`required` : undefined;
  const choice = (one: string, shown = one) =>
    html`<option value="${one}" ${one === value ? html`selected` : undefined}>${shown}</option>`;
  switch (kind) {
    case 'choice':
      return html`<select name="${key}" ${must}>
        ${choice('', '–')}${choices.map((one) => choice(one))}
      </select>`;
    case 'yes':
      return html`<select name="${key}">
        ${choice('', 'no')}${choice('true', 'yes')}
      </select>`;
    case 'pairs':
    case 'json':
      return html`<textarea name="${key}" rows="4" spellcheck="false" ${must}>${value}</textarea>`;
    case 'number':
      return html`<input name="${key}" value="${value}" inputmode="numeric" autocomplete="off" ${must} />`;
    case 'text':
    case 'words':
      return html`<input name="${key}" value="${value}" autocomplete="off" spellcheck="false" ${must} />`;
  }
}

/** The content that was typed; whether its values fit is checked as of every other client. */
export function contentOf(fields: readonly FormField[], typed: Typed): DeskResult<Record<string, Json>> {
  const content: Record<string, Json> = {};
  for (const field of fields) {
    const text = typedIn(typed, field.name).replaceAll('\r\n', '\n');
    const value = valueOf(field, text.trim());
    if (value === WRONG)
      return refuse('INVALID_FIELD', `${field.name}: ${HINTS[field.kind] ?? `a ${field.kind}`}`);
    if (value !== undefined) content[field.name] = value;
  }
  return ok(content);
}

const WRONG = Symbol('what does not fit its field');

function valueOf({ kind, isNullable, isRequired }: FormField, text: string): Json | undefined | typeof WRONG {
  if (text === '' && isNullable) return null;
  if (text === '' && !isRequired) return undefined;
  switch (kind) {
    case 'text':
    case 'choice':
      return text;
    case 'yes':
      return text === 'true';
    case 'number':
      return /^-?\d{1,16}$/.test(text) ? Number(text) : WRONG;
    case 'words':
      return text.split(/[\s,]+/).filter((word) => word !== '');
    case 'pairs':
      return pairsIn(text);
    case 'json':
      try {
        return JSON.parse(text) as Json;
      } catch {
        return WRONG;
      }
  }
}

function pairsIn(text: string): Json | typeof WRONG {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^=]+?)\s*=\s*(.*?)\s*$/.exec(line)?.slice(1));
  return pairs.every((pair) => pair !== undefined) ? (Object.fromEntries(pairs) as Json) : WRONG;
}
