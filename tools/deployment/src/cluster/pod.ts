import { freePort } from '@exchange/test/kit';
import { mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import {
  containersOf,
  listAt,
  mappingAt,
  type Mapping,
  podSpec,
  type Resource,
  type Value,
  valueAt,
} from '../kustomize/resource';
import { containerEnvironment, type Environment } from '../pod-environment';
import { imageOf } from './image';

/** A command with its environment and folder, as this machine can run it. */
export interface RunnableCommand {
  readonly name: string;
  readonly words: readonly string[];
  readonly environment: Environment;
  readonly folder: string;
}

const texts = (value: Value): readonly string[] | undefined =>
  Array.isArray(value) ? (value as readonly Value[]).map(String) : undefined;

/** One pod of a workload, with ports of this machine for its own, and folders for its volumes. */
export class Pod {
  readonly spec: Mapping;
  private readonly ports = new Map<string, number>();

  constructor(
    readonly workload: Resource,
    private readonly place: string,
  ) {
    this.spec = podSpec(workload) ?? {};
  }

  get name(): string {
    return this.workload.metadata.name;
  }

  get containers(): readonly Mapping[] {
    return listAt(this.spec['containers']);
  }

  async takePorts(): Promise<void> {
    for (const { name, containerPort } of containersOf(this.spec).flatMap(({ ports }) => listAt(ports))) {
      const port = await freePort();
      this.ports.set(String(containerPort), port);
      if (name !== undefined) this.ports.set(String(name), port);
    }
  }

  /** The port of this machine for a number or name of the manifest. */
  port(named: Value): number {
    const port = this.ports.get(String(named));
    if (port === undefined) throw new Error(`${this.name} has no port ${String(named)}`);
    return port;
  }

  isMeantBy(service: Resource): boolean {
    const labels = mappingAt(valueAt(this.workload, 'spec.template.metadata.labels'));
    return Object.entries(mappingAt(valueAt(service, 'spec.selector'))).every(
      ([key, value]) => labels[key] === value,
    );
  }

  /** What a container runs; `addresses` says where on this machine each Service is. */
  command(
    container: Mapping,
    resources: readonly Resource[],
    addresses: ReadonlyMap<string, string>,
  ): RunnableCommand {
    const image = imageOf(String(container['image']));
    const entrypoint = texts(container['command']);
    const words = [
      ...(entrypoint ?? image.entrypoint),
      ...(texts(container['args']) ?? (entrypoint === undefined ? image.command : [])),
    ];
    const here = (text: string) => this.onThisMachine(text, addresses);
    const given = containerEnvironment(resources, {
      workload: this.workload,
      container,
      podName: `${this.name}-0`,
    });
    const environment = Object.fromEntries(Object.entries(given).map(([key, text]) => [key, here(text)]));
    return {
      name: `${this.name} ${String(container['name'])}`,
      words: words.map(here),
      environment,
      folder: image.folder,
    };
  }

  private onThisMachine(text: string, addresses: ReadonlyMap<string, string>): string {
    const own = this.ports.get(text);
    if (own !== undefined && /^\d+$/.test(text)) return String(own);
    let changed = text;
    for (const [address, local] of addresses) changed = changed.replaceAll(address, local);
    // Of all containers: one may write for another where that one's volume is.
    const mounts = containersOf(this.spec).flatMap((one) => listAt(one['volumeMounts']));
    const volumes = new Map(mounts.map(({ mountPath, name }) => [String(mountPath), String(name)]));
    if (volumes.size === 0) return changed;
    // In one pass, since a folder of this machine may end like a path of the pod.
    const paths = new RegExp(`(${[...volumes.keys()].join('|')})(?=/|$)`, 'g');
    return changed.replaceAll(paths, (mountPath) => this.volume(volumes.get(mountPath) ?? mountPath));
  }

  private volume(name: string): string {
    const folder = path.join(this.place, this.name, name);
    mkdirSync(folder, { recursive: true });
    return realpathSync(folder);
  }
}
