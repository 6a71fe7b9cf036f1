import { routerAddress } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { ConfigError, defineConfig } from '@exchange/platform';
import { deploymentOf } from './deployment';
import { deploymentFields } from './deployment-fields';

const environment = {
  EXCHANGE_NAME: 'Exchange',
  CHAIN_ID: '31337',
  EXCHANGE_CONTRACT: `0x${'Ee'.repeat(20)}`,
};
const parse = (changes: Record<string, string> = {}) =>
  deploymentOf(defineConfig(deploymentFields).parse({ ...environment, ...changes }));

describe('the deployment', () => {
  it('is what the environment says, with the default fees', () => {
    expect(parse({ EXCHANGE_NETWORK: 'sepolia' })).toMatchObject({
      contractAddress: `0x${'ee'.repeat(20)}`,
      network: 'sepolia',
      name: 'Exchange',
      chainId: 31_337,
      confirmations: 12,
      fees: [
        { volume: '0', makerPpm: 0, takerPpm: 2500 },
        { volume: '100', makerPpm: -200, takerPpm: 2000 },
        { volume: '1000', makerPpm: -500, takerPpm: 1500 },
      ],
    });
  });

  it('says where clients find the websocket and the explorer, if the operator does', () => {
    const urls = {
      PUBLIC_WEBSOCKET_URL: 'wss://ws.example.org/ws/v1',
      EXPLORER_URL: 'https://scan.example.org/',
    };
    expect(parse(urls)).toMatchObject({
      ...{ websocketUrl: 'wss://ws.example.org/ws/v1', explorerUrl: 'https://scan.example.org' },
    });
    expect(parse()).toMatchObject({ websocketUrl: undefined, explorerUrl: undefined });
    expect(() => parse({ EXPLORER_URL: 'scan' })).toThrow(ConfigError);
  });

  it('names the router of deposits that belongs to the contract', () => {
    const { contractAddress, depositRouter } = parse();
    expect(depositRouter).toBe(routerAddress(address(contractAddress)));
    expect(depositRouter).not.toBe(contractAddress);
  });

  it('names a node of the chain on development chains, and refuses to on others', () => {
    const node = { PUBLIC_RPC_URL: 'http://127.0.0.1:8090' };
    expect(parse()).toMatchObject({ rpcUrl: undefined });
    for (const id of ['31337', '1337'])
      expect(parse({ ...node, CHAIN_ID: id })).toMatchObject({ rpcUrl: 'http://127.0.0.1:8090' });
    expect(() => parse({ ...node, CHAIN_ID: '1' })).toThrow('CHAIN_ID is 1, so leave it out');
  });

  it('refuses a contract that is no address and fees that are no rows', () => {
    expect(() => parse({ EXCHANGE_CONTRACT: '0x12' })).toThrow(ConfigError);
    const wrong = () => parse({ FEE_SCHEDULE: '0:0,1:0:x' });
    for (const row of ['0:0 must', '1:0:x must']) expect(wrong).toThrow(row);
    expect(() => parse({ FEE_SCHEDULE: '1:0:60000' })).toThrow('start at volume 0');
  });
});
