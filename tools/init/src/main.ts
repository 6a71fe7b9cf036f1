import { RECORD_KEEPERS } from '@exchange/core/kernel';
import { parseArgs } from 'node:util';
import { createServiceSchemas, createStreams, natsServerConfig } from '@exchange/platform';
import {
  brokerConfig,
  chainConfig,
  databaseConfig,
  deskConfig,
  rolePasswords,
  streamsConfig,
  userPasswords,
} from '../../kit/services/init-config';
import { contractFile, devContract, devMarkets, devPeople } from './dev-chain';
import { ADMINISTRATOR } from '../../kit/services/records';

type Environment = NodeJS.ProcessEnv;

const USAGE = `node init.js <command>…: prepares what the services stand on; every command may be repeated

  database      roles and schemas, one of each for every service with a record
  streams       the broker's streams, and the relays by which logs are read
  nats-config   writes the configuration of the broker to the standard output

On a development chain:

  dev-contract   deploys the contract and test tokens
  contract-file  waits for the contract, and writes EXCHANGE_CONTRACT, CHAIN_ID and CHAIN_START_BLOCK into a file
  dev-people     makes the two people who may come to the operators' desk, in a folder
  dev-markets    lists the test tokens and their markets, as these two people

Variables of each command (secrets may come from files, <NAME>_FILE):

${databaseConfig.reference()}${rolePasswords.reference()}
${streamsConfig.reference()}
${brokerConfig.reference()}${userPasswords.reference()}
${chainConfig.reference()}${deskConfig.reference()}`;

async function database(environment: Environment): Promise<void> {
  const { adminUrl, ...others } = databaseConfig.parse(environment);
  const passwords = rolePasswords.parse(environment);
  const services = RECORD_KEEPERS.map((service) => ({ service, password: passwords[service] }));
  await createServiceSchemas(adminUrl, { services, ...others });
  console.log(`schemas of ${RECORD_KEEPERS.join(', ')} are there`);
}

async function streams(environment: Environment): Promise<void> {
  const { natsUrl, administratorPassword, replicas } = streamsConfig.parse(environment);
  await createStreams({ url: natsUrl, password: administratorPassword, replicas });
  console.log('streams are there');
}

async function natsConfig(environment: Environment): Promise<void> {
  const { administratorPassword, port, storeDir } = brokerConfig.parse(environment);
  const passwords = { ...userPasswords.parse(environment), [ADMINISTRATOR]: administratorPassword };
  process.stdout.write(natsServerConfig({ port, host: '0.0.0.0', storeDir, passwords }));
}

const commands = new Map([
  ['database', database],
  ['streams', streams],
  ['nats-config', natsConfig],
  ['dev-contract', devContract],
  ['contract-file', contractFile],
  ['dev-markets', devMarkets],
  ['dev-people', devPeople],
]);

async function main(args: string[]): Promise<void> {
  const options = { help: { type: 'boolean' } } as const;
  const { values, positionals: names } = parseArgs({ args, options, allowPositionals: true });
  if (values.help) {
    console.log(USAGE);
    return;
  }
  const unknown = names.filter((name) => !commands.has(name));
  if (unknown.length > 0) throw new Error(`There is no command ${unknown.join(', ')}.\n\n${USAGE}`);
  if (names.length === 0) throw new Error(USAGE);
  for (const name of names) await commands.get(name)?.(process.env);
}

await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
