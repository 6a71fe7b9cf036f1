import { type Address, parseAddress, present } from '@exchange/core/kernel';
import { ConfigError } from '@exchange/platform';
import { type KeyFieldName, keyFields, type KeyRole, type KeyValues } from './key-fields';
import type { KeystorePlace } from './keystore';

/** A remote signer, and by what the two ends know each other. */
export interface SignerPlace {
  readonly url: string;
  readonly caFile: string;
  readonly certFile: string;
  readonly certKeyFile: string;
}

/** Where the key of a role comes from. `address`: which it must be, if that was said. */
export type KeySource =
  | { readonly kind: 'plain'; readonly privateKey: string; readonly address: Address | undefined }
  | { readonly kind: 'keystore'; readonly place: KeystorePlace; readonly address: Address | undefined }
  | { readonly kind: 'remote'; readonly signer: SignerPlace; readonly address: Address };

/** What each kind is asked for by, and what belongs to it besides. */
type Kind = 'Key' | 'KeystoreFile' | 'SignerUrl';
const KINDS: Readonly<Record<Kind, readonly KeyFieldName[]>> = {
  Key: [],
  KeystoreFile: ['KeystorePasswordFile'],
  SignerUrl: ['SignerCaFile', 'SignerCertFile', 'SignerCertKeyFile', 'Address'],
};

/** Reads the values of `keyFields`. Throws one ConfigError that says which variables are missing or too many. */
export function keySourceOf<R extends KeyRole>(role: R, values: KeyValues<R>): KeySource {
  const source = findKeySource(role, values);
  if (source) return source;
  throw new ConfigError(`${role.toUpperCase()}: give exactly one of ${kindNames(role)}; none is given`);
}

/** The same where a role may have no key at all: undefined when nothing of it is given. */
export function findKeySource<R extends KeyRole>(role: R, values: KeyValues<R>): KeySource | undefined {
  const reader = new Reader(role, values as Readonly<Record<string, string | undefined>>);
  const given = (Object.keys(KINDS) as Kind[]).filter((kind) => reader.has(kind));
  const [kind, ...more] = given;
  if (more.length > 0) {
    const names = given.map((one) => reader.env(one)).join(' and ');
    throw new ConfigError(
      `${role.toUpperCase()}: give exactly one of ${kindNames(role)}; given are ${names}`,
    );
  }
  reader.refuseStrays(kind);
  return kind && reader.source(kind);
}

class Reader {
  readonly #fields: Readonly<Record<string, { readonly env: string }>>;

  constructor(
    private readonly role: KeyRole,
    private readonly values: Readonly<Record<string, string | undefined>>,
  ) {
    this.#fields = keyFields(role, '');
  }

  env(name: KeyFieldName): string {
    return this.#fields[`${this.role}${name}`]?.env ?? name;
  }

  has(name: KeyFieldName): boolean {
    return this.values[`${this.role}${name}`] !== undefined;
  }

  /** A file that belongs to another kind was meant for something: it isn't passed over. */
  refuseStrays(kind: Kind | undefined): void {
    for (const other of Object.keys(KINDS) as Kind[]) {
      if (other === kind) continue;
      const stray = KINDS[other].find((name) => name !== 'Address' && this.has(name));
      if (stray) throw new ConfigError(`${this.env(stray)} is given without ${this.env(other)}`);
    }
  }

  source(kind: Kind): KeySource {
    const missing = KINDS[kind].filter((name) => !this.has(name)).map((name) => this.env(name));
    if (missing.length > 0) throw new ConfigError(`${this.env(kind)} needs ${missing.join(' and ')} besides`);
    const address = this.#address();
    switch (kind) {
      case 'Key':
        return { kind: 'plain', privateKey: this.#text('Key'), address };
      case 'KeystoreFile': {
        const place = { file: this.#text('KeystoreFile'), passwordFile: this.#text('KeystorePasswordFile') };
        return { kind: 'keystore', place, address };
      }
      case 'SignerUrl':
        return { kind: 'remote', signer: this.#signer(), address: present(address, this.env('Address')) };
    }
  }

  #signer(): SignerPlace {
    const url = this.#text('SignerUrl');
    // Anything more might be a secret, and it is shown when the signer can't be reached.
    const { origin = '', href = '' } = URL.canParse(url) ? new URL(url) : {};
    if (!origin.startsWith('https://') || href !== `${origin}/`)
      throw new ConfigError(`${this.env('SignerUrl')} must be https://host:port and no more`);
    return {
      url: origin,
      caFile: this.#text('SignerCaFile'),
      certFile: this.#text('SignerCertFile'),
      certKeyFile: this.#text('SignerCertKeyFile'),
    };
  }

  #address(): Address | undefined {
    if (!this.has('Address')) return undefined;
    const parsed = parseAddress(this.#text('Address'), this.env('Address'));
    if (!parsed.ok) throw new ConfigError(parsed.message);
    return parsed.value;
  }

  #text(name: KeyFieldName): string {
    return this.values[`${this.role}${name}`] ?? '';
  }
}

const kindNames = (role: KeyRole): string => {
  const name = role.toUpperCase();
  return `${name}_KEY or ${name}_KEY_FILE (development chains only), ${name}_KEYSTORE_FILE and ${name}_SIGNER_URL`;
};
