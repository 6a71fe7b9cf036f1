import { startPostgres, type TestPostgres } from '@exchange/test/kit';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  listAt,
  mappingAt,
  type Mapping,
  podSpec,
  type Resource,
  type Value,
  valueAt,
} from '../kustomize/resource';
import { containerEnvironment } from '../pod-environment';
import { Pod } from './pod';
import { ContainerProcess } from './process';

const TRIES = 20;
const EVERY_MS = 100;

/**
 * A namespace on this machine: each workload once, from its own command, in the environment that Kubernetes would give it.
 * What is changed is where things are: this machine's ports and folders for those of the pods.
 */
export class Cluster {
  private readonly place = mkdtempSync(path.join(os.tmpdir(), 'exchange-cluster-'));
  private readonly pods: readonly Pod[];
  private readonly addresses = new Map<string, string>();
  private readonly processes = new Map<string, ContainerProcess>();
  private stopping = false;
  postgres: TestPostgres | undefined;
  /** Containers that ended before they were ready, and were started again. */
  readonly restarted: string[] = [];

  constructor(private readonly resources: readonly Resource[]) {
    this.pods = resources.filter((one) => podSpec(one) !== undefined).map((one) => new Pod(one, this.place));
  }

  get workloads(): readonly string[] {
    return this.pods.map(({ name }) => name);
  }

  /** Gives each Service an address on this machine. */
  async open(): Promise<void> {
    await Promise.all(this.pods.map((pod) => pod.takePorts()));
    for (const service of this.resources.filter(({ kind }) => kind === 'Service')) {
      const pod = this.pods.find((one) => one.isMeantBy(service));
      if (pod === undefined) throw new Error(`Service ${service.metadata.name} means no pod`);
      for (const { port, targetPort } of listAt(valueAt(service, 'spec.ports'))) {
        this.addresses.set(`${service.metadata.name}:${String(port)}`, `127.0.0.1:${pod.port(targetPort)}`);
      }
    }
  }

  /** Resolves when the workload's pod is ready, or its job done. */
  async run(name: string): Promise<void> {
    const pod = this.pods.find((one) => one.name === name);
    if (pod === undefined) throw new Error(`there is no ${name}`);
    for (const container of listAt(pod.spec['initContainers'])) await this.complete(pod, container);
    for (const container of pod.containers) {
      if (pod.workload.kind === 'Job') await this.complete(pod, container);
      else await this.keepRunning(pod, container);
    }
  }

  /** Ends every container that runs as kubelet does; returns how each ended. */
  async terminate(names: readonly string[]): Promise<Readonly<Record<string, number | string>>> {
    this.stopping = true;
    const ends = [...this.processes]
      .filter(([name]) => names.includes(name))
      .map(async ([name, process]) => {
        this.processes.delete(name);
        const pod = this.pods.find((one) => one.name === name);
        const graceMs = 1_000 * Number(pod?.spec['terminationGracePeriodSeconds'] ?? 30);
        return [name, await process.terminate('SIGTERM', graceMs)] as const;
      });
    return Object.fromEntries(await Promise.all(ends));
  }

  async close(): Promise<void> {
    this.stopping = true;
    await Promise.all([...this.processes.values()].map((process) => process.terminate('SIGINT', 2_000)));
    await this.postgres?.stop();
    rmSync(this.place, { recursive: true, force: true });
  }

  private start(pod: Pod, container: Mapping): ContainerProcess {
    const process = new ContainerProcess(pod.command(container, this.resources, this.addresses));
    this.processes.set(pod.name, process);
    return process;
  }

  /** Until it has ended well, again and again as its restart policy says. */
  private async complete(pod: Pod, container: Mapping): Promise<void> {
    for (let attempt = 1; !this.stopping; attempt++) {
      const process = this.start(pod, container);
      const code = await process.end();
      this.processes.delete(pod.name);
      if (code === 0) return;
      if (attempt === TRIES)
        throw new Error(`${process.command.name} ended with ${code}:\n${process.output}`);
      await delay(1_000);
    }
  }

  private async keepRunning(pod: Pod, container: Mapping): Promise<void> {
    if (String(container['image']).startsWith('postgres:')) return this.runPostgres(pod, container);
    let process = this.start(pod, container);
    for (let attempt = 1; !(await this.isReady(pod, container));) {
      if (this.stopping) return;
      if (process.hasEnded) {
        if (attempt++ === TRIES) throw new Error(`${process.command.name} doesn't stay:\n${process.output}`);
        this.restarted.push(`${process.command.name}: ${process.output.slice(-500)}`);
        process = this.start(pod, container);
      }
      await delay(EVERY_MS);
    }
  }

  /** As the image does: a new cluster with the flags, password and database that the environment names. */
  private async runPostgres(pod: Pod, container: Mapping): Promise<void> {
    const environment = containerEnvironment(this.resources, {
      workload: pod.workload,
      container,
      podName: `${pod.name}-0`,
    });
    if (environment['POSTGRES_DB'] !== 'exchange') throw new Error('the database must be called exchange');
    this.postgres = await startPostgres({
      services: [],
      port: pod.port('postgres'),
      password: environment['POSTGRES_PASSWORD'] ?? '',
      initdbFlags: (environment['POSTGRES_INITDB_ARGS'] ?? '').split(' '),
    });
  }

  private async isReady(pod: Pod, container: Mapping): Promise<boolean> {
    const probe = mappingAt(container['readinessProbe']);
    const { httpGet, tcpSocket } = probe;
    if (httpGet === undefined) return accepts(pod.port(mappingAt(tcpSocket)['port']));
    const { path: where, port } = mappingAt(httpGet);
    return answersWell(pod.port(port), where);
  }
}

const answersWell = (port: number, where: Value): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}${String(where)}`).then(
    ({ ok }) => ok,
    () => false,
  );

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
