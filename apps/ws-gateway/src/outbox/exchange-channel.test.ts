import { dataTicker, ledgerListing } from '@exchange/contract/bus';
import type { Listing } from '@exchange/core/message';
import { settle } from '@exchange/test/kit';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, GatewayWorld } from '../../test/gateway.fixture';

describe('what concerns all markets', () => {
  let world: GatewayWorld;
  let client: Client;
  beforeEach(async () => {
    world = await GatewayWorld.open();
    client = world.connect();
  });

  const listing = ledgerListing.examples[0]?.listing ?? { tokens: [], markets: [] };
  const list = async (seq: number, next: Listing) => {
    const data = ledgerListing.encode({ seq, at: 1, listing: next });
    await world.owners.account.publishLog('LEDGER', ledgerListing.subject(), [{ seq, data }]);
    await settle();
    await world.settle();
  };
  const withStatus = (status: Listing['markets'][number]['status']): Listing => ({
    ...listing,
    markets: listing.markets.map((market) => ({ ...market, status })),
  });
  const subscribe = (events: string[], rid?: number) =>
    client.send({ c: 'subscribe', markets: ['exchange'], events, ...(rid === undefined ? {} : { rid }) });
  const ticker = async (seq: number, rate: string) => {
    const day = { change24h: '0', volumeTraded24h: '0', volumeQuote24h: '0', high24h: '0', low24h: '0' };
    const notice = { seq, market: 'ETHDAI', ticker: { rate, ...day } };
    world.owners.data.publish(dataTicker.subject('ETHDAI'), dataTicker.encode(notice));
    await world.settle();
  };
  const marketIn = ([channel, event, message]: readonly unknown[]) => [
    channel,
    event,
    (message as { markets: Record<string, { status: string }> }).markets['ETHDAI']?.status,
  ];

  it('tells the listing at once, and again when a status changed', async () => {
    await subscribe(['listings'], 7);
    const first = client.takePackets();
    expect(first.map(marketIn)).toEqual([['exchange', 'lis', 'open']]);
    expect(first[0]?.[3]).toBe(7);
    await list(2, withStatus('cancel_only'));
    const [changed, ...rest] = client.takePackets();
    expect(marketIn(changed ?? [])).toEqual(['exchange', 'lis', 'cancel_only']);
    expect([changed?.length, rest]).toEqual([3, []]);
  });

  it('says nothing of what nobody sees in a listing, and leaves out what is delisted', async () => {
    await subscribe(['listings']);
    client.takePackets();
    await list(2, { ...listing, tokens: listing.tokens.map((token) => ({ ...token, supply: '77' })) });
    await list(3, { ...listing, tokens: listing.tokens.map((token) => ({ ...token, supply: '78' })) });
    expect(client.takePackets()).toEqual([]);
    await list(4, withStatus('delisted'));
    expect(client.takePackets()).toEqual([['exchange', 'lis', expect.objectContaining({ markets: {} })]]);
  });

  it('tells all tickers, then those that change, until it is enough', async () => {
    await subscribe(['tickers'], 8);
    expect(client.takePackets()).toEqual([
      ['exchange', 'tis', [['ETHDAI', '0', '0', '0', '0', '0', '0']], 8],
    ]);
    await ticker(1, '200');
    expect(client.takePackets()).toEqual([['exchange', 'tis', [['ETHDAI', '200', '0', '0', '0', '0', '0']]]]);
    await client.send({ c: 'unSubscribe', markets: ['exchange'], events: ['tickers'], rid: 9 });
    client.takePackets();
    await ticker(2, '201');
    expect(client.takePackets()).toEqual([]);
  });

  it('comes to nobody who didn’t ask', async () => {
    await client.send({ c: 'subscribe', markets: ['ETHDAI'], events: ['trades'] });
    client.takePackets();
    await list(2, withStatus('post_only'));
    await ticker(1, '200');
    expect(client.takePackets()).toEqual([]);
  });

  it.each([
    [{ markets: ['ETHDAI'], events: ['listings'] }],
    [{ markets: ['ETHDAI', 'exchange'], events: ['tickers'] }],
    [{ markets: ['exchange'], events: ['ticker'] }],
  ])('refuses %j', async (wrong) => {
    await client.send({ c: 'subscribe', ...wrong, rid: 1 });
    expect(client.takePackets()).toEqual([[0, 'e', expect.stringMatching(/^UNKNOWN_MARKET: /), 1]]);
  });
});
