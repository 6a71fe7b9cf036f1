import { withoutSecrets } from '@exchange/core/kernel';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { closeChain, openChain } from '../../kit/chain/open-chain';
import { type LocalDeployment, deploy, findContract } from '../../kit/chain/deploy';
import { until } from '../../kit/until';
import { listMarkets } from '../../kit/listing/listing';
import {
  type Credentials,
  CREDENTIALS_FILE,
  newCredentials,
  PEOPLE_FILE,
  peopleOf,
} from '../../kit/operator/people';
import { chainConfig, deskConfig } from '../../kit/services/init-config';

type Environment = NodeJS.ProcessEnv;

const DEPLOYED_MS_MAX = 600_000;

async function deployed(environment: Environment): Promise<LocalDeployment> {
  const { chainUrl, exchangeName } = chainConfig.parse(environment);
  const provider = await openChain(chainUrl);
  try {
    return await deploy(provider, exchangeName);
  } finally {
    await closeChain(provider);
  }
}

/** Puts contract and test tokens on a development chain. */
export async function devContract(environment: Environment): Promise<void> {
  const { contract } = await deployed(environment);
  console.log(`the contract is at ${contract}`);
}

/** Makes the two people of a development exchange, unless they are there. */
export async function devPeople(environment: Environment): Promise<void> {
  const { folder, credentials: given } = deskConfig.parse(environment);
  const file = path.join(folder, PEOPLE_FILE);
  if (existsSync(file)) return;
  const credentials = given === undefined ? newCredentials() : (JSON.parse(given) as Credentials[]);
  const owned = { mode: 0o600 };
  writeFileSync(path.join(folder, CREDENTIALS_FILE), JSON.stringify(credentials, null, 2), owned);
  writeFileSync(file, JSON.stringify(peopleOf(credentials), null, 2), owned);
  console.log(`${credentials.map(({ name }) => name).join(' and ')} may come to the desk: ${file}`);
}

/** Lists what {@link devContract} has deployed. */
export async function devMarkets(environment: Environment): Promise<void> {
  const { url, folder } = deskConfig.parse(environment);
  await listMarkets({ url, folder }, await deployed(environment));
  console.log('the markets are listed');
}

interface Place {
  readonly contract: string;
  readonly chainId: number;
  readonly startBlock: number;
}

async function findOnChain(chainUrl: string, name: string): Promise<Place> {
  const provider = await openChain(chainUrl);
  try {
    const found = await until(() => findContract(provider, name), {
      everyMs: 500,
      timeoutMs: DEPLOYED_MS_MAX,
      failure: () => `there is no exchange called ${name} on the chain at ${withoutSecrets(chainUrl)}`,
    });
    const { chainId } = await provider.getNetwork();
    return { contract: found.address, chainId: Number(chainId), startBlock: found.blockNumber };
  } finally {
    await closeChain(provider);
  }
}

/** Writes what the apps must know of the contract into a file of variables: as configured, else as found on the chain. */
export async function contractFile(environment: Environment): Promise<void> {
  const { chainUrl, exchangeName, file, contract, chainId, startBlock } = chainConfig.parse(environment);
  if (contract !== undefined && (chainId === undefined || startBlock === undefined)) {
    throw new Error('EXCHANGE_CONTRACT needs CHAIN_ID and CHAIN_START_BLOCK beside it.');
  }
  const place =
    contract !== undefined && chainId !== undefined && startBlock !== undefined
      ? { contract, chainId, startBlock }
      : await findOnChain(chainUrl, exchangeName);
  const lines = [
    `EXCHANGE_CONTRACT=${place.contract}`,
    `CHAIN_ID=${place.chainId}`,
    `CHAIN_START_BLOCK=${place.startBlock}`,
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  console.log(`${file}: ${lines.join(' ')}`);
}
