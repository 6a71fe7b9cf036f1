import type { Costs, CostPart } from './costs';
import { acceptedMs, type TurnQueue } from './turn-queue';

/** How an exchange is used; every figure is the operator's to set. */
export interface Use {
  readonly gateways: number;
  readonly connectionsPerGateway: number;
  /** Of each connection. */
  readonly ordersPerMinute: number;
  /** The part of all orders that go to the busiest market. */
  readonly busiest: number;
  /** Lines of the books that it follows a connection gets a second. */
  readonly linesPerConnection: number;
  /** Busy markets that each gateway follows for somebody, and the reports of each in a second. */
  readonly markets: number;
  readonly reports: number;
  /** How much of a processor is used on average, so that peaks have room. */
  readonly load: number;
}

/** What such a use needs. */
export interface Fleet {
  readonly accounts: number;
  readonly ordersPerSecond: number;
  /** Processors of one gateway, and how many of them only hear where the clients of the others come from. */
  readonly gatewayProcessors: number;
  readonly presenceProcessors: number;
  readonly gatewayMemoryMb: number;
  readonly accountServices: number;
  readonly marketDataProcessors: number;
  readonly settlementProcessors: number;
  /** Of one processor, by the engine of the busiest market: a market can't be divided. */
  readonly busiestEngine: number;
  readonly brokerProcessors: number;
  /** Megabytes a second that the broker delivers of presence alone. */
  readonly presenceMb: number;
  readonly postgresProcessors: number;
  readonly postgresGbPerDay: number;
  readonly accountsGb: number;
  readonly acceptedMs: number;
}

const SECONDS_A_DAY = 86_400;
const KB_OF_GB = 1024 * 1024;
const BYTES_OF_MB = 1e6;
const MICROS = 1e6;
/** Each gateway tells the others of all its addresses once in so many seconds (ws-gateway, limits). */
const PRESENCE_ALL_SECONDS = 5;
/** Addresses in one message. */
const PRESENCE_COUNTS = 500;
/** A report of a market in KB, with its head. */
const REPORT_KB = 1;

/** What gateways tell each other: of all addresses now and then, and each second of those whose points changed. */
function presenceOf(use: Use, costs: Costs) {
  const ordersHere = (use.connectionsPerGateway * use.ordersPerMinute) / 60;
  const addresses =
    use.connectionsPerGateway / PRESENCE_ALL_SECONDS + Math.min(use.connectionsPerGateway, ordersHere);
  const others = use.gateways - 1;
  const bytes = addresses * costs.presenceBytes.value;
  const microseconds =
    (addresses / PRESENCE_COUNTS) * costs.deliveryUs.value + (bytes / 1024) * costs.deliveryKbUs.value;
  return {
    processors: (others * addresses * costs.presenceUs.value) / MICROS,
    brokerProcessors: (use.gateways * others * microseconds) / MICROS,
    megabytes: (use.gateways * others * bytes) / BYTES_OF_MB,
  };
}

/** The processes and machines that a use needs, by the measured costs. `queue`: of one account-service. */
export function fleetFor(use: Use, costs: Costs, queue: TurnQueue): Fleet {
  const accounts = use.gateways * use.connectionsPerGateway;
  const ordersPerSecond = (accounts * use.ordersPerMinute) / 60;
  const busy = (part: CostPart, orders: number) => (orders * costs.orderMs.value[part]) / 1_000;
  const processors = (part: CostPart) => busy(part, ordersPerSecond) / use.load;
  const lines = use.connectionsPerGateway * use.linesPerConnection;
  const accountServices = Math.max(1, Math.ceil((ordersPerSecond * queue.perOrderMs) / 1_000 / use.load));
  const presence = presenceOf(use, costs);
  const reportUs = costs.deliveryUs.value + REPORT_KB * costs.deliveryKbUs.value;
  const reports = (use.gateways * use.markets * use.reports * reportUs) / MICROS;
  const here = busy('ws-gateway', ordersPerSecond / use.gateways) + lines / costs.linesPerSecond.value;
  return {
    accounts,
    ordersPerSecond,
    gatewayProcessors: (here + presence.processors) / use.load,
    presenceProcessors: presence.processors / use.load,
    gatewayMemoryMb: (use.connectionsPerGateway * costs.connectionKb.value) / 1024,
    accountServices,
    marketDataProcessors: processors('market-data'),
    settlementProcessors: processors('settlement-service'),
    busiestEngine: busy('matching-engine', ordersPerSecond * use.busiest) / use.load,
    brokerProcessors: processors('broker') + (reports + presence.brokerProcessors) / use.load,
    presenceMb: presence.megabytes,
    postgresProcessors: processors('Postgres'),
    postgresGbPerDay: (ordersPerSecond * SECONDS_A_DAY * costs.orderKb.value) / KB_OF_GB,
    accountsGb: (accounts * costs.accountKb.value) / KB_OF_GB,
    // As many owners as are needed share the orders, so none is loaded beyond what it keeps up with.
    acceptedMs: acceptedMs(queue, ordersPerSecond / accountServices) ?? Infinity,
  };
}

/** A place where one more process doesn't help, and the most gateways of this use that it bears. */
export interface Wall {
  readonly what: string;
  readonly gateways: number;
}

/** What of one thing there can be: processors of one machine for a database and a server. */
export interface Bounds {
  readonly postgresProcessors: number;
  readonly brokerProcessors: number;
  /** Megabytes a second that leave the broker's machine. */
  readonly brokerMb: number;
}

const GATEWAYS_MAX = 100_000;

/** The walls in the order in which a growing number of gateways reaches them. */
export function wallsOf(
  use: Omit<Use, 'gateways'>,
  costs: Costs,
  queue: TurnQueue,
  bounds: Bounds,
): readonly Wall[] {
  const most = (need: (fleet: Fleet) => number, bound: number): number => {
    let [fits, over] = [0, GATEWAYS_MAX];
    while (over - fits > 1) {
      const gateways = Math.floor((fits + over) / 2);
      if (need(fleetFor({ ...use, gateways }, costs, queue)) <= bound) fits = gateways;
      else over = gateways;
    }
    return fits;
  };
  return [
    { what: "the busiest market's engine", gateways: most((fleet) => fleet.busiestEngine, 1) },
    {
      what: 'one database',
      gateways: most(({ postgresProcessors }) => postgresProcessors, bounds.postgresProcessors),
    },
    {
      what: "one broker's processors",
      gateways: most(({ brokerProcessors }) => brokerProcessors, bounds.brokerProcessors),
    },
    {
      what: "one broker's network, by presence",
      gateways: most(({ presenceMb }) => presenceMb, bounds.brokerMb),
    },
    { what: 'a gateway that hears of all others', gateways: most((fleet) => fleet.presenceProcessors, 1) },
    { what: 'one settlement-service', gateways: most((fleet) => fleet.settlementProcessors, 1) },
    { what: 'one market-data', gateways: most((fleet) => fleet.marketDataProcessors, 1) },
  ].sort((a, b) => a.gateways - b.gateways);
}
