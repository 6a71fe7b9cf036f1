import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import type { SigningDomain } from '@exchange/core/order';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { createCrypto, Requester } from '@exchange/platform';
import type { FakeClock, KeptLog, MemoryBus } from '@exchange/test/kit';
import type { Edge } from '../src/edge';
import { type EdgeMeters, silentEdgeMeters } from '../src/edge-meters';
import { AddressBook } from '../src/limits/address-book';
import { ExhaustedAccounts } from '../src/limits/exhausted-accounts';
import { OtherGateways } from '../src/limits/other-gateways';
import { ChainChannel } from '../src/outbox/chain-channel';
import { ExchangeChannel } from '../src/outbox/exchange-channel';
import { MarketChannels } from '../src/outbox/market-channels';
import { RateChannels } from '../src/outbox/rate-channels';
import { AccountFeeds } from '../src/session/account-feeds';
import { AccountOwner } from '../src/session/account-owner';
import { AwaitedOutcomes } from '../src/session/awaited-outcomes';
import { LoginQueue } from '../src/session/login-queue';

/** What a gateway says of itself. */
export const deploymentFor = ({ contract, name, chainId }: SigningDomain) => ({
  contractAddress: contract,
  network: 'dev',
  name,
  chainId,
  confirmations: 2,
  fees: [{ volume: '0', makerPpm: 0, takerPpm: 2500 }],
  limits: limitsView(ADDRESS_LIMITS),
});

export interface EdgePorts {
  /** The gateway's own connection, under its own name. */
  readonly bus: MemoryBus;
  readonly clock: FakeClock;
  readonly log: KeptLog;
  readonly domain: SigningDomain;
  /** Follows only the markets that clients ask for. */
  readonly onDemand?: boolean;
  readonly meters?: EdgeMeters;
}

/** A gateway without its sockets, started. */
export async function openEdge(ports: EdgePorts): Promise<Edge> {
  const { bus, clock, log, domain, onDemand = false, meters = silentEdgeMeters } = ports;
  const gateway = bus.name;
  const failed = () => undefined;
  const markets = new LiveMarkets({
    bus,
    requester: new Requester(bus),
    clock,
    sender: gateway,
    bars: true,
    bookHistory: true,
    onDemand,
    failed,
  });
  const now = () => clock.now();
  const owner = new AccountOwner({ requester: new Requester(bus), sender: gateway, underWayMax: 1_000, now });
  const ranges = AddressRanges.of([]);
  const edge: Edge = {
    ...{ ranges, trustedProxies: 0 },
    addresses: new AddressBook((client) => ranges.limits(client), new OtherGateways(gateway)),
    exhausted: new ExhaustedAccounts(),
    ...{ gateway, deployment: deploymentFor(domain), domain, clock, log, markets, owner },
    meters,
    crypto: await createCrypto(),
    channels: new MarketChannels(markets),
    rates: new RateChannels({ bus, requester: new Requester(bus), markets, sender: gateway }),
    chain: new ChainChannel(bus, domain.chainId),
    exchange: new ExchangeChannel(markets),
    past: new OwnerQueries(new Requester(bus), gateway),
    logins: new LoginQueue(now),
    feeds: new AccountFeeds(bus, owner, clock),
    outcomes: new AwaitedOutcomes(),
  };
  await markets.start();
  await edge.rates.start();
  await edge.chain.start();
  return edge;
}
