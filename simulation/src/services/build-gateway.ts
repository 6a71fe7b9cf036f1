import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import { AddressRanges } from '@exchange/edge/limits';
import { LiveMarkets, OwnerQueries } from '@exchange/edge/live-market';
import { type Bus, type Clock, type Log, Requester } from '@exchange/platform';
import type { Edge } from '../../../apps/ws-gateway/src/edge';
import { AddressBook } from '../../../apps/ws-gateway/src/limits/address-book';
import { ExhaustedAccounts } from '../../../apps/ws-gateway/src/limits/exhausted-accounts';
import { OtherGateways } from '../../../apps/ws-gateway/src/limits/other-gateways';
import { ChainChannel } from '../../../apps/ws-gateway/src/outbox/chain-channel';
import { ExchangeChannel } from '../../../apps/ws-gateway/src/outbox/exchange-channel';
import { MarketChannels } from '../../../apps/ws-gateway/src/outbox/market-channels';
import { RateChannels } from '../../../apps/ws-gateway/src/outbox/rate-channels';
import { AccountFeeds } from '../../../apps/ws-gateway/src/session/account-feeds';
import { AccountOwner } from '../../../apps/ws-gateway/src/session/account-owner';
import { AwaitedOutcomes } from '../../../apps/ws-gateway/src/session/awaited-outcomes';
import { silentEdgeMeters } from '../../../apps/ws-gateway/src/edge-meters';
import { LoginQueue } from '../../../apps/ws-gateway/src/session/login-queue';
import type { SimSettings } from './build-services';

const COMMANDS_UNDER_WAY_MAX = 1_000;

/** A gateway without its sockets, named as its user of the bus, following the markets. */
export async function openGateway(
  gateway: string,
  bus: Bus,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  { domain, crypto }: SimSettings,
): Promise<Edge> {
  const requester = new Requester(bus);
  const now = () => clock.now();
  const owner = new AccountOwner({ requester, sender: gateway, underWayMax: COMMANDS_UNDER_WAY_MAX, now });
  const markets = new LiveMarkets({
    bus,
    requester,
    clock,
    sender: gateway,
    bars: false,
    failed: () => undefined,
  });
  const ranges = AddressRanges.of([]);
  await markets.start();
  return {
    meters: silentEdgeMeters,
    ...{ gateway, clock, log, markets, owner, ranges, domain, crypto, trustedProxies: 0 },
    addresses: new AddressBook((client) => ranges.limits(client), new OtherGateways(gateway)),
    exhausted: new ExhaustedAccounts(),
    deployment: {
      ...{ contractAddress: domain.contract, network: 'simulated', name: domain.name },
      ...{ chainId: domain.chainId, confirmations: 0, fees: [], limits: limitsView(ADDRESS_LIMITS) },
    },
    channels: new MarketChannels(markets),
    exchange: new ExchangeChannel(markets),
    rates: new RateChannels({ bus, requester, markets, sender: gateway }),
    chain: new ChainChannel(bus, domain.chainId),
    past: new OwnerQueries(requester, gateway),
    logins: new LoginQueue(now),
    feeds: new AccountFeeds(bus, owner, clock),
    outcomes: new AwaitedOutcomes(),
  };
}
