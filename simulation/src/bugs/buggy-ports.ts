import type { Bus, Database, OutboxMessage, TurnCommit } from '@exchange/platform';
import type { SettlementChain } from '../../../apps/settlement-service/src/chain/settlement-chain';
import type { SimChain } from '../chain/sim-chain';
import type { BuiltService, ProcessPorts } from '../services/service-process';
import type { SimSettings } from '../services/build-services';

type Builder = (settings: SimSettings, ports: ProcessPorts) => BuiltService;

/** A service whose commits are not what it decided. */
export const withCommits =
  (change: (turn: TurnCommit) => TurnCommit) =>
  (build: Builder): Builder =>
  (settings, ports) =>
    build(settings, { ...ports, database: changedDatabase(ports.database, change) });

/** A service that commits in a way of its own. */
export const withCommitting =
  (commit: (database: Database, turn: TurnCommit) => Promise<void>) =>
  (build: Builder): Builder =>
  (settings, ports) => {
    const { database } = ports;
    const changed = changedDatabase(database, (turn) => turn);
    return build(settings, { ...ports, database: { ...changed, commit: (turn) => commit(database, turn) } });
  };

/** A service whose groups of accounts have one place in each log together. */
export const withSharedPlaces =
  (build: Builder): Builder =>
  (settings, ports) => {
    const { database } = ports;
    const changed = changedDatabase(database, (turn) => turn);
    const writing: Database['writing'] = (writer) => database.writing(writer, 'shared');
    return build(settings, { ...ports, database: { ...changed, writing } });
  };

/** A service whose log messages are not what it decided, in its outbox and on the bus alike. */
export const withMessages =
  (change: (message: OutboxMessage) => OutboxMessage) =>
  (build: Builder): Builder =>
  (settings, ports) => {
    const database = changedDatabase(ports.database, (turn) => ({
      ...turn,
      outbox: turn.outbox.map(change),
    }));
    return build(settings, { ...ports, database, bus: changedBus(ports.bus, change) });
  };

/** A service that prepares with what is stored, as if no commit were under way. */
export const forgettingCommits =
  (build: Builder): Builder =>
  (settings, ports) => {
    const service = build(settings, ports);
    for (const turn of service.turns) {
      const { line } = turn as unknown as { readonly line: object };
      Object.defineProperty(line, 'underWay', { get: () => [] });
    }
    return service;
  };

/** A service whose node answers otherwise than the chain does. */
export const withChain =
  (change: (chain: SimChain) => Partial<SettlementChain>) =>
  (build: Builder): Builder =>
  (settings, ports) => {
    const chain = Object.assign(Object.create(settings.chain) as SimChain, change(settings.chain));
    return build({ ...settings, chain }, ports);
  };

/** A service that reads other log messages than were written. */
export const withInputs =
  (change: (subject: string, data: Uint8Array) => Uint8Array) =>
  (build: Builder): Builder =>
  (settings, ports) =>
    build(settings, { ...ports, bus: misreadBus(ports.bus, change) });

function misreadBus(bus: Bus, change: (subject: string, data: Uint8Array) => Uint8Array): Bus {
  return {
    ...changedBus(bus, (message) => message),
    readLog: (stream, filter, positions, take) =>
      bus.readLog(stream, filter, positions, (message) =>
        take({ ...message, data: change(message.subject, message.data) }),
      ),
  };
}

function changedDatabase(database: Database, change: (turn: TurnCommit) => TurnCommit): Database {
  return {
    writing: (writer, reading) => changedDatabase(database.writing(writer, reading), change),
    find: (table, find) => database.find(table, find),
    count: (table, where, most) => database.count(table, where, most),
    commit: (turn) => database.commit(change(turn)),
    claimWriter: () => database.claimWriter(),
    fenceWriter: (place) => database.fenceWriter(place),
    holdLease: (holder, milliseconds) => database.holdLease(holder, milliseconds),
    handLease: (...handed) => database.handLease(...handed),
    leases: () => database.leases(),
    releaseLease: (holder) => database.releaseLease(holder),
    isLeased: (place) => database.isLeased(place),
    positions: () => database.positions(),
    outboxHeads: () => database.outboxHeads(),
    outboxAfter: (subject, seq, limit) => database.outboxAfter(subject, seq, limit),
    pruneOutbox: (subject, seq) => database.pruneOutbox(subject, seq),
  };
}

function changedBus(bus: Bus, change: (message: OutboxMessage) => OutboxMessage): Bus {
  return {
    get silentMs() {
      return bus.silentMs;
    },
    lastLogSeq: (stream, subject) => bus.lastLogSeq(stream, subject),
    lastLogSubject: (...wanted) => bus.lastLogSubject(...wanted),
    publishLog: (stream, subject, messages) =>
      bus.publishLog(
        stream,
        subject,
        messages.map((message) => change({ ...message, subject })),
      ),
    readLog: (...wanted) => bus.readLog(...wanted),
    request: (...wanted) => bus.request(...wanted),
    serve: (...wanted) => bus.serve(...wanted),
    publish: (...wanted) => bus.publish(...wanted),
    subscribe: (...wanted) => bus.subscribe(...wanted),
    onReconnect: (listener) => bus.onReconnect(listener),
  };
}
