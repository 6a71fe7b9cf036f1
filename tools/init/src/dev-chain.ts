import { writeFileSync } from 'node:fs';
import { openChain } from '../../launcher/src/chain';
import { type Deployment, deploy, findContract } from '../../launcher/src/deploy';
import { until } from '../../launcher/src/delay';
import { listMarkets } from '../../launcher/src/listing';
import { chainConfig, streamsConfig, userPasswords } from './config';

type Environment = NodeJS.ProcessEnv;

const DEPLOYED_MS_MAX = 600_000;

async function deployed(environment: Environment): Promise<Deployment> {
  const { chainUrl, exchangeName } = chainConfig.parse(environment);
  const provider = await openChain(chainUrl);
  try {
    return await deploy(provider, exchangeName);
  } finally {
    provider.destroy();
  }
}

/** Puts contract and test tokens on a development chain. */
export async function devContract(environment: Environment): Promise<void> {
  const { contract } = await deployed(environment);
  console.log(`the contract is at ${contract}`);
}

/** Lists what {@link devContract} has deployed. */
export async function devMarkets(environment: Environment): Promise<void> {
  const { natsUrl } = streamsConfig.parse(environment);
  await listMarkets(natsUrl, userPasswords.parse(environment).operator, await deployed(environment));
  console.log('the markets are listed');
}

/** Waits for the contract, and writes what the apps must know of it into a file of variables. */
export async function contractFile(environment: Environment): Promise<void> {
  const { chainUrl, exchangeName, file } = chainConfig.parse(environment);
  const provider = await openChain(chainUrl);
  try {
    const found = await until(() => findContract(provider, exchangeName), {
      everyMs: 500,
      timeoutMs: DEPLOYED_MS_MAX,
      failure: () => `there is no exchange called ${exchangeName} on the chain at ${chainUrl}`,
    });
    const { chainId } = await provider.getNetwork();
    const lines = [
      `EXCHANGE_CONTRACT=${found.address}`,
      `CHAIN_ID=${chainId}`,
      `CHAIN_START_BLOCK=${found.blockNumber}`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    console.log(`${file}: ${lines.join(' ')}`);
  } finally {
    provider.destroy();
  }
}
