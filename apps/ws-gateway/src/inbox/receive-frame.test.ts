import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Client, GatewayWorld } from '../../test/gateway.fixture';

describe('a frame', () => {
  let client: Client;
  beforeEach(async () => {
    client = (await GatewayWorld.open()).connect();
  });
  const errors = () =>
    client.takePackets().map(([channel, event, text, rid]) => [channel, event, codeOf(text), rid]);
  const codeOf = (text: unknown) => String(text).split(':')[0];

  it('is answered in one frame, with the rids of its commands', async () => {
    await client.send({ c: 'ping', rid: 1 }, { c: 'ping' });
    expect(client.frames).toEqual([
      [
        [0, 'p', 'pong', 1],
        [0, 'p', 'pong'],
      ],
    ]);
  });

  it('that is no JSON or no array is answered, and the connection stays open', async () => {
    await client.sendText('{');
    await client.sendText('{"c":"ping"}');
    expect(errors()).toEqual([
      [0, 'e', 'INVALID_JSON', undefined],
      [0, 'e', 'INVALID_FRAME', undefined],
    ]);
    expect(client.closed).toBeUndefined();
  });

  it('has its good commands applied between the bad ones', async () => {
    await client.send({ c: 'fly', rid: 1 }, { c: 'ping', rid: 2 }, 7, { c: 'getTicker', rid: 3, x: 1 });
    const packets = client.takePackets();
    expect(packets.map(([, event, text, rid]) => [event, codeOf(text), rid])).toEqual([
      ['e', 'UNKNOWN_COMMAND', 1],
      ['p', 'pong', 2],
      ['e', 'INVALID_COMMAND', undefined],
      ['e', 'INVALID_FIELD', 3],
    ]);
  });

  it('with more than 5 commands is refused as a whole, without rids', async () => {
    await client.send(...Array.from({ length: 6 }, (_, rid) => ({ c: 'ping', rid })));
    expect(errors()).toEqual(Array.from({ length: 6 }, () => [0, 'e', 'TOO_MANY_COMMANDS', undefined]));
  });

  it('of more than 5000 UTF-16 units closes the connection at once', async () => {
    await client.sendText(' '.repeat(4_998) + '[]');
    expect(client.closed).toBeUndefined();
    await client.sendText(' '.repeat(4_999) + '[]');
    expect(client.closed).toMatchObject({ code: 1009 });
  });

  it('without commands is ignored', async () => {
    await client.sendText('[]');
    expect(client.frames).toEqual([]);
  });

  it('with a private command needs a login', async () => {
    await client.send({ c: 'cancelOrders', rid: 4 });
    expect(errors()).toEqual([[0, 'e', 'NOT_AUTHENTICATED', 4]]);
  });

  it('of getListed has the minimums and status of tokens and markets', async () => {
    await client.send({ c: 'getListed', rid: 4 });
    expect(client.packets).toEqual([
      [
        0,
        'l',
        {
          tokens: {
            ETH: {
              ...{ contract: `0x${'00'.repeat(20)}`, name: 'Ether', decimals: 18, status: 'open' },
              ...{ minOrderAmount: '10000000000000000', minOrderRemaining: '1000000000000000' },
            },
            DAI: {
              ...{ contract: `0x${'a1'.repeat(20)}`, name: 'Dai', decimals: 18, status: 'open' },
              ...{ minOrderAmount: '1000000000000000000', minOrderRemaining: '100000000000000000' },
            },
          },
          markets: {
            ETHDAI: {
              ...{ traded: 'ETH', quote: 'DAI', status: 'open' },
              ...{ minOrderAmountQuote: '1000000000000000000', minOrderRemainingQuote: '100000000000000000' },
            },
          },
        },
        4,
      ],
    ]);
  });
});
