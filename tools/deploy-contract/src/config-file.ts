import type { SystemConfig } from '@exchange/contract/chain';
import { type Address, address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { isDevelopmentChain } from '@exchange/edge/keys';
import { getAddress } from 'ethers';

const HOUR = 3_600;
const DAY = 24 * HOUR;
const ADMIN_DELAY_MIN = 2 * DAY;
const WAITING = [HOUR, 7 * DAY] as const;
const FEE_BPS_MAX = 500;
/** A short string of the EIP-712 domain stands in one word of the code. */
const NAME_BYTES_MAX = 31;
/** Precompiled contracts, and the account that holds the budget of rebates, which nobody has a key of. */
const RESERVED_MAX = 0xffffn;

const MEMBERS = [
  ...['chainId', 'name', 'admin', 'settlers', 'attester', 'coSigner', 'lister', 'guardian'],
  ...['feeCollector', 'waitingPeriod', 'maxFeeBps'],
];

type Json = Readonly<Record<string, unknown>>;

/** What a file of roles says: on which chain, and what is to lie there. */
export interface ConfigFile {
  readonly chainId: number;
  readonly system: SystemConfig;
}

/** Every complaint about a file of roles, a line each. */
export class RolesFileError extends Error {
  override readonly name = 'RolesFileError';
  constructor(readonly complaints: readonly string[]) {
    super(`The file of roles can't be used:\n${complaints.map((one) => `  - ${one}`).join('\n')}`);
  }
}

/** Reads a file of roles. Throws a {@link RolesFileError} that names everything that is wrong with it at once. */
export function readConfig(text: string): ConfigFile {
  const reader = new Reader(parsed(text));
  const chainId = reader.whole('chainId', [1, Number.MAX_SAFE_INTEGER]);
  const system = readSystem(reader, isDevelopmentChain(chainId));
  if (reader.complaints.length > 0) throw new RolesFileError(reader.complaints);
  return { chainId, system };
}

function parsed(text: string): Json {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RolesFileError([`it is no JSON: ${error instanceof Error ? error.message : String(error)}`]);
  }
  if (isObject(value)) return value;
  throw new RolesFileError(['it must be one JSON object']);
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function readSystem(reader: Reader, development: boolean): SystemConfig {
  reader.only('', MEMBERS);
  const system = {
    name: reader.name(),
    admin: readAdmin(reader, development),
    settlers: reader.addresses('settlers'),
    attester: reader.address('attester'),
    coSigner: reader.address('coSigner'),
    lister: reader.address('lister'),
    guardian: reader.address('guardian'),
    feeCollector: reader.address('feeCollector'),
    waitingPeriod: reader.whole('waitingPeriod', WAITING, 'seconds'),
    maxFeeBps: reader.whole('maxFeeBps', [0, FEE_BPS_MAX], 'hundredths of a percent'),
  };
  oneKeyOneTask(reader);
  return system;
}

/** `{"key": "0x…"}`, or a timelock. */
function readAdmin(reader: Reader, development: boolean): SystemConfig['admin'] {
  const given = reader.member('admin');
  if (isObject(given) && 'key' in given) {
    reader.only('admin.', ['key']);
    if (!development) {
      reader.complain(
        'admin.key is a plain key: off development chains (ids 31337 and 1337) the admin must be {"timelock": …}, since ' +
          'whoever has the key could change everything at once',
      );
    }
    return { key: reader.address('admin.key') };
  }
  reader.only('admin.', ['timelock']);
  reader.only('admin.timelock.', ['delay', 'proposers', 'executors']);
  const least = development ? 0 : ADMIN_DELAY_MIN;
  return {
    timelock: {
      delay: reader.whole('admin.timelock.delay', [least, 30 * DAY], 'seconds'),
      proposers: reader.addresses('admin.timelock.proposers'),
      executors: readExecutors(reader),
    },
  };
}

/** Anybody may carry out what has waited only where that is written out. */
function readExecutors(reader: Reader): readonly Address[] {
  const path = 'admin.timelock.executors';
  if (reader.member(path) === 'anyone') return [ZERO_ADDRESS];
  return reader.addresses(path, '; write "anyone" if everybody may execute what has waited');
}

/** No address has two tasks; only a timelock's proposer may also be its executor. */
function oneKeyOneTask(reader: Reader): void {
  const tasks = new Map<Address, string[]>();
  for (const { path, value } of reader.read) tasks.set(value, [...(tasks.get(value) ?? []), path]);
  for (const [key, paths] of tasks) {
    const [first = '', ...others] = paths;
    const isTimelocks = paths.every((path) => path.startsWith('admin.timelock.'));
    const isPair = isTimelocks && new Set(paths.map(listOf)).size === paths.length;
    if (others.length === 0 || isPair) continue;
    reader.complain(`${key} stands at ${first} and at ${others.join(', ')}: each key has one task`);
  }
}

const listOf = (path: string): string => path.replace(/\[\d+\]$/, '');

/** Reads members of a file, and gathers what is wrong with them; what it returns then is of no use. */
class Reader {
  readonly complaints: string[] = [];
  readonly read: { readonly path: string; readonly value: Address }[] = [];

  constructor(private readonly root: Json) {}

  complain(sentence: string): void {
    this.complaints.push(sentence);
  }

  member(path: string): unknown {
    return path
      .split('.')
      .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), this.root);
  }

  /** Refuses members that nobody reads: a misspelled one would have no effect. */
  only(prefix: string, names: readonly string[]): void {
    const value = prefix === '' ? this.root : this.member(prefix.slice(0, -1));
    if (!isObject(value)) return;
    const unknown = Object.keys(value).filter((name) => !names.includes(name));
    for (const name of unknown) {
      this.complain(
        `${prefix}${name} is not known; known are ${names.map((one) => prefix + one).join(', ')}`,
      );
    }
  }

  name(): string {
    const name = this.member('name');
    const bytes = typeof name === 'string' ? Buffer.byteLength(name) : 0;
    if (bytes > 0 && bytes <= NAME_BYTES_MAX) return String(name);
    this.complain(
      `name must be a text of 1 to ${NAME_BYTES_MAX} bytes: it stands in everything that is signed`,
    );
    return '';
  }

  whole(path: string, [least, most]: readonly [number, number], unit = ''): number {
    const value = this.member(path);
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= least && value <= most)
      return value;
    const found = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value)}`;
    this.complain(`${path} must be a whole number from ${least} to ${most}${unit && ` ${unit}`}; ${found}`);
    return least;
  }

  addresses(path: string, hint = ''): readonly Address[] {
    const value = this.member(path);
    if (Array.isArray(value) && value.length > 0) {
      return value.map((one: unknown, at) => this.#address(`${path}[${at}]`, one, hint));
    }
    this.complain(`${path} must be a list of at least one address${hint}`);
    return [];
  }

  address(path: string): Address {
    return this.#address(path, this.member(path), '');
  }

  #address(path: string, value: unknown, hint: string): Address {
    const read = this.#checked(path, value, hint);
    if (read === undefined) return ZERO_ADDRESS;
    this.read.push({ path, value: read });
    return read;
  }

  #checked(path: string, value: unknown, hint: string): Address | undefined {
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(value)) {
      const found = value === undefined ? 'it is missing' : `it is ${JSON.stringify(value)}`;
      this.complain(`${path} must be an address, 0x and 40 hex digits; ${found}`);
      return undefined;
    }
    if (!isWellSpelled(value)) {
      this.complain(`${path} is mistyped: ${value} breaks the checksum in its letters' case`);
      return undefined;
    }
    if (BigInt(value) === 0n) {
      this.complain(`${path} is the zero address, of which nobody has the key${hint}`);
      return undefined;
    }
    if (BigInt(value) <= RESERVED_MAX) {
      this.complain(`${path} is ${value}, which is reserved: nobody has its key`);
      return undefined;
    }
    return address(value);
  }
}

/** EIP-55: an address in both cases carries a checksum. */
function isWellSpelled(text: string): boolean {
  try {
    getAddress(text);
    return true;
  } catch {
    return false;
  }
}

/** Every address with a task, whatever it is. */
export function addressesIn(system: SystemConfig): readonly Address[] {
  const { admin, settlers, attester, coSigner, lister, guardian, feeCollector } = system;
  const admins = 'key' in admin ? [admin.key] : [...admin.timelock.proposers, ...admin.timelock.executors];
  const all = [...admins, ...settlers, attester, coSigner, lister, guardian, feeCollector];
  return all.filter((one) => one !== ZERO_ADDRESS);
}
