import { BlockList, isIP } from 'node:net';
import { ADDRESS_LIMITS, type AddressLimits } from '@exchange/core/wire';
import { ConfigError } from '@exchange/platform';
import { LRUCache } from 'lru-cache';

/** Addresses whose limits are remembered: finding a range costs as much as answering a request. */
const REMEMBERED_MAX = 10_000;

const RANGE = /^([0-9a-fA-F:.]+)\/(\d{1,3})=(\d{1,9})$/;

interface RaisedRange {
  readonly addresses: BlockList;
  readonly limits: AddressLimits;
}

/** What each address may have and do: the same for all but the ranges that the operator raised. */
export class AddressRanges {
  private readonly remembered = new LRUCache<string, AddressLimits>({ max: REMEMBERED_MAX });

  private constructor(private readonly raised: readonly RaisedRange[]) {}

  /**
   * Reads `range=connections`, e.g. `10.1.0.0/16=500`. The other figures of such an address grow in the same ratio.
   * Of several ranges that hold an address the first one counts. Throws a ConfigError that says what is wrong.
   */
  static of(texts: readonly string[]): AddressRanges {
    return new AddressRanges(texts.map(raisedRange));
  }

  /** The limits of an address as `clientAddress` names it. */
  limits(address: string): AddressLimits {
    const known = this.remembered.get(address);
    if (known !== undefined) return known;
    const limits = this.find(address);
    this.remembered.set(address, limits);
    return limits;
  }

  private find(address: string): AddressLimits {
    const [plain = ''] = address.split('/');
    const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
    return this.raised.find(({ addresses }) => addresses.check(plain, family))?.limits ?? ADDRESS_LIMITS;
  }
}

function raisedRange(text: string): RaisedRange {
  const [, address = '', bits = '', connections = ''] = RANGE.exec(text) ?? [];
  const version = isIP(address);
  const prefix = Number(bits);
  // Within a /64 all is one address.
  const widest = version === 6 ? 64 : 32;
  if (version === 0 || prefix > widest || Number(connections) === 0) {
    throw new ConfigError(`RAISED_ADDRESSES: ${text} must be like 10.1.0.0/16=500, IPv6 at most a /64`);
  }
  const addresses = new BlockList();
  addresses.addSubnet(address, prefix, version === 6 ? 'ipv6' : 'ipv4');
  return { addresses, limits: raisedLimits(Number(connections)) };
}

function raisedLimits(connections: number): AddressLimits {
  const { connections: standard, newConnections, pointTenths } = ADDRESS_LIMITS;
  const inRatio = (figure: number) => Math.ceil((figure * connections) / standard);
  return { connections, newConnections: inRatio(newConnections), pointTenths: inRatio(pointTenths) };
}
