import { describe } from '@jest/globals';
import { FakeClock } from '../fake-clock';
import { MemoryBroker } from '../memory/memory-broker';
import { testBusPort } from './bus-port';

describe('the bus in memory', () => {
  testBusPort(async () => {
    const clock = new FakeClock();
    const broker = new MemoryBroker({ clock });
    const [writer, otherWriter] = [broker.connect('account-service'), broker.connect('account-service')];
    const [reader, gateway] = [broker.connect('matching-engine'), broker.connect('ws-1')];
    const buses = [writer, otherWriter, reader, gateway];
    return {
      ...{ writer, otherWriter, reader, gateway, sender: 'ws-1' },
      pass: (milliseconds) => clock.advance(milliseconds),
      wipe: async () => {
        for (const bus of buses) bus.disconnect();
        broker.wipe();
        for (const bus of buses) bus.reconnect();
      },
      stop: async () => undefined,
    };
  });
});
