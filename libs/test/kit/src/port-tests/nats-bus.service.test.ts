import { afterAll, beforeAll, describe } from '@jest/globals';
import { type BrokerRole, connectNats, type NatsBus } from '@exchange/platform';
import { KeptLog } from '../kept-log';
import { startNats, type TestNats } from '../servers/start-nats';
import { TEST_PASSWORD } from '../servers/start-postgres';
import { testBusPort } from './bus-port';

describe('the bus over NATS', () => {
  let nats: TestNats;

  beforeAll(async () => {
    nats = await startNats();
  });
  afterAll(async () => nats.stop());

  testBusPort(async () => {
    const log = new KeptLog();
    const connect = (user: BrokerRole) => connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });
    const buses: NatsBus[] = [];
    for (const user of ['account-service', 'account-service', 'matching-engine', 'ws-gateway'] as const) {
      buses.push(await connect(user));
    }
    const [writer, otherWriter, reader, gateway] = buses as [NatsBus, NatsBus, NatsBus, NatsBus];
    return {
      ...{ writer, otherWriter, reader, gateway, sender: gateway.sender },
      pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      wipe: () => nats.restart({ wipe: true }),
      stop: async () => {
        await Promise.all(buses.map((bus) => bus.close()));
      },
    };
  });
});
