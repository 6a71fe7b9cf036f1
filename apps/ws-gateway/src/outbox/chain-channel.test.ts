import { beforeEach, describe, expect, it } from '@jest/globals';
import { chainStats } from '@exchange/contract/bus';
import { type Client, DEPLOYMENT, GatewayWorld } from '../../test/gateway.fixture';

let world: GatewayWorld;
let client: Client;

beforeEach(async () => {
  world = await GatewayWorld.open();
  client = world.connect();
});

async function tell(height: number, gasPrice: string, chainId = DEPLOYMENT.chainId): Promise<void> {
  world.watcher.publish(
    chainStats.subject(chainId),
    chainStats.encode({ height, gasPrice: BigInt(gasPrice) }),
  );
  await world.settle();
}

const subscribe = (who: Client, rid = 7) =>
  who.send({ c: 'subscribe', markets: ['ethereum'], events: ['chainStats'], rid });

describe('chainStats', () => {
  it('is answered with the last, then tells each change once, of this chain only', async () => {
    await tell(11, '1000000000');
    await subscribe(client);
    expect(client.takePackets()).toEqual([['ethereum', 'cs', [11, 1_000_000_000], 7]]);
    await tell(11, '1000000000');
    await tell(99, '1', 1);
    await tell(12, '1000000000');
    await tell(12, '2');
    expect(client.takePackets()).toEqual([
      ['ethereum', 'cs', [12, 1_000_000_000]],
      ['ethereum', 'cs', [12, 2]],
    ]);
    await client.send({ c: 'unSubscribe', markets: ['ethereum'], events: ['chainStats'], rid: 8 });
    await tell(13, '2');
    expect(client.takePackets()).toEqual([[0, 'm', 'unsubscribed', 8]]);
  });

  it('says when nothing is known yet, and is encoded once for all', async () => {
    const other = world.connect();
    await subscribe(client);
    await subscribe(other);
    expect(client.takePackets()).toEqual([[0, 'm', 'ethereum: not known yet', 7]]);
    for (const one of [client, other]) one.bytes.length = 0;
    await tell(1, '5');
    expect(client.frames.at(-1)).toEqual([['ethereum', 'cs', [1, 5]]]);
    expect(other.bytes[0]).toBe(client.bytes[0]);
  });

  it('is no longer sent to a connection that is gone', async () => {
    await subscribe(client);
    client.takePackets();
    world.edge.chain.leave(client.connection);
    await tell(1, '5');
    expect(client.takePackets()).toEqual([]);
  });
});
