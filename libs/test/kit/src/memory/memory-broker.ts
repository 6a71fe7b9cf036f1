import { BrokerRecord } from './broker-record';
import { MemoryBus } from './memory-bus';

/** A broker in memory, to which each process connects with its own {@link MemoryBus}. */
export class MemoryBroker extends BrokerRecord {
  /** A connection of one process; `name` is told to the faults. */
  connect(name: string): MemoryBus {
    const bus = new MemoryBus(this, name);
    this.connections.add(bus);
    return bus;
  }

  /** The broker goes down: every connection breaks. */
  goDown(): void {
    for (const bus of this.connections) bus.disconnect();
  }

  /** The broker is back: everyone reconnects whose process still lives. */
  comeBack(): void {
    for (const bus of this.connections) bus.reconnect();
  }
}
