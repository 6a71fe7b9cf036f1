import { type Address, ZERO_ADDRESS } from '@exchange/core/kernel';
import type { Clock, Log } from '@exchange/platform';
import type { ChainReader } from './chain-reader';
import type { KnownChain } from './known-chain';

/** How much of a token exists; in smallest units. */
export interface TokenSupply {
  readonly token: Address;
  readonly units: bigint;
}

const READ_EVERY_MS = 24 * 3_600_000;
/** Told from memory so often, for those who were not there or had not listed the token. */
const TELL_EVERY_MS = 60_000;

/** The supplies of the contract's tokens: read once a day, a new token's at once. Ether has no contract to tell it. */
export class TokenSupplies {
  readonly #newest = new Map<Address, { readonly units: bigint | undefined; readonly at: number }>();
  #toldAt = -Infinity;
  #restsUntil = -Infinity;

  constructor(
    private readonly reader: ChainReader,
    private readonly known: KnownChain,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** What is to be told now. A token that tells none is left out; a node that fails is asked again in a minute. */
  async due(): Promise<readonly TokenSupply[]> {
    const now = this.clock.steady();
    if (now < this.#restsUntil) return [];
    try {
      const read = await this.#read(now);
      if (now - this.#toldAt < TELL_EVERY_MS) return read;
    } catch (error) {
      this.log.warn({ err: error }, 'the supply of a token could not be read, trying again');
      this.#restsUntil = now + TELL_EVERY_MS;
      return [];
    }
    this.#toldAt = now;
    return Array.from(this.#newest).flatMap(([token, { units }]) =>
      units === undefined ? [] : [{ token, units }],
    );
  }

  async #read(now: number): Promise<TokenSupply[]> {
    const read: TokenSupply[] = [];
    for (const token of this.known.tokens.values()) {
      if (token === ZERO_ADDRESS || now - (this.#newest.get(token)?.at ?? -Infinity) < READ_EVERY_MS)
        continue;
      const units = await this.reader.totalSupply(token);
      this.#newest.set(token, { units, at: now });
      if (units !== undefined) read.push({ token, units });
    }
    return read;
  }
}
