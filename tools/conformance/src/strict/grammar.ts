/** A check of a JSON value; throws a Mismatch that says where and what. */
export type ShapeCheck = (value: unknown, path: string) => void;

export class Mismatch extends Error {
  constructor(path: string, wanted: string, value: unknown) {
    super(`${path} must be ${wanted}, not ${shown(value)}`);
    this.name = 'Mismatch';
  }
}

const SHOWN_MAX = 120;
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'undefined').slice(0, SHOWN_MAX);

const that =
  (wanted: string, holds: (value: unknown) => boolean): ShapeCheck =>
  (value, path) => {
    if (!holds(value)) throw new Mismatch(path, wanted, value);
  };

const text =
  (wanted: string, pattern: RegExp): ShapeCheck =>
  (value, path) =>
    that(wanted, (one) => typeof one === 'string' && pattern.test(one))(value, path);

export const uint = that('an unsigned integer', (value) => Number.isSafeInteger(value) && Number(value) >= 0);
export const float = that('a number', (value) => typeof value === 'number' && Number.isFinite(value));
export const bool = that('true or false', (value) => typeof value === 'boolean');
export const string = that('a string', (value) => typeof value === 'string');
export const uintString = text('an unsigned integer as a string', /^(0|[1-9]\d*)$/);
export const intString = text('an integer as a string', /^(0|-?[1-9]\d*)$/);
/** Decimal, without exponent and trailing zeros. */
export const floatString = text('a decimal as a string', /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/);
export const address = text('an address in hex', /^0x[0-9a-f]{40}$/);
export const hash = text('a hash of 32 bytes in hex', /^0x[0-9a-f]{64}$/);
export const name = text('a name', /^.+$/);

export const literal = (...values: readonly unknown[]): ShapeCheck =>
  that(`one of ${shown(values)}`, (value) => values.includes(value));

export const nullable =
  (check: ShapeCheck): ShapeCheck =>
  (value, path) => {
    if (value !== null) check(value, path);
  };

/** An array of exactly these positions. */
export const tuple =
  (...positions: readonly (readonly [name: string, check: ShapeCheck])[]): ShapeCheck =>
  (value, path) => {
    if (!Array.isArray(value) || value.length !== positions.length) {
      throw new Mismatch(path, `an array of ${positions.length}`, value);
    }
    positions.forEach(([label, check], index) => check(value[index], `${path}[${index}] ${label}`));
  };

export const list =
  (check: ShapeCheck): ShapeCheck =>
  (value, path) => {
    if (!Array.isArray(value)) throw new Mismatch(path, 'an array', value);
    value.forEach((one, index) => check(one, `${path}[${index}]`));
  };

export interface Shape {
  readonly required?: Readonly<Record<string, ShapeCheck>>;
  readonly optional?: Readonly<Record<string, ShapeCheck>>;
  /** Members beyond these are allowed: objects may grow. */
  readonly open?: boolean;
}

/** An object whose required members come in this order, before or among any others. */
export const object =
  ({ required = {}, optional = {}, open = false }: Shape): ShapeCheck =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Mismatch(path, 'an object', value);
    }
    const members = new Map(Object.entries(value));
    for (const [key, check] of Object.entries(required)) {
      if (!members.has(key)) throw new Mismatch(path, `an object with a member ${key}`, value);
      check(members.get(key), `${path}.${key}`);
    }
    for (const [key, member] of members) {
      if (key in required) continue;
      const check = optional[key];
      if (check !== undefined) check(member, `${path}.${key}`);
      else if (!open) throw new Mismatch(path, `an object without a member ${key}`, value);
    }
  };

/** An object used as a map. */
export const mapOf =
  (key: ShapeCheck, check: ShapeCheck): ShapeCheck =>
  (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Mismatch(path, 'an object', value);
    }
    for (const [member, one] of Object.entries(value)) {
      key(member, `${path} key`);
      check(one, `${path}.${member}`);
    }
  };
