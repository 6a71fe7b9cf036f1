import { expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { render } from '../kustomize/render';
import { podSpec } from '../kustomize/resource';
import { Pod } from './pod';
import { ContainerProcess } from './process';

const GRACE_MS = 10_000;

/** Starts the app's own command, with neither database nor broker. */
async function startAlone(name: string): Promise<ContainerProcess> {
  const resources = render('k8s/overlays/dev');
  const workload = resources.find((one) => one.metadata.name === name && podSpec(one) !== undefined);
  if (workload === undefined) throw new Error(`there is no ${name}`);
  const pod = new Pod(workload, 'tmp/early-stop');
  await pod.takePorts();
  const [container = {}] = pod.containers;
  const nowhere = new Map([
    ['postgres:5432', '127.0.0.1:1'],
    ['nats:4222', '127.0.0.1:1'],
  ]);
  const { words, environment, ...command } = pod.command(container, resources, nowhere);
  const contract = { EXCHANGE_CONTRACT: `0x${'11'.repeat(20)}`, CHAIN_ID: '31337', CHAIN_START_BLOCK: '1' };
  return new ContainerProcess({
    ...command,
    // The file of the contract's place is written by the init container.
    words: words.filter((word) => !word.startsWith('--env-file')),
    environment: { ...environment, ...contract },
  });
}

it('an app stops in order while it still waits for its database', async () => {
  const names = ['account-service', 'matching-engine', 'market-data', 'chain-watcher'];
  const ends = names.map(async (name) => {
    const process = await startAlone(name);
    while (!process.output.includes('ECONNREFUSED') && !process.hasEnded) await delay(20);
    return [await process.terminate('SIGTERM', GRACE_MS), process.output];
  });
  const inOrder = [0, expect.stringContaining('"msg":"stopped"')];
  expect(await Promise.all(ends)).toEqual(names.map(() => inOrder));
});
