import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type DeployedContract,
  deployExchange,
  exchangeAbi,
  mayHoldLogs,
  type ProvenBlock,
} from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { FUNDED_KEYS, startAnvil, type TestChain } from '@exchange/test/kit';
import { Contract, Wallet } from 'ethers';
import { readerOf } from '../../test/chain-reader.fixture';
import type { JsonRpcChainReader } from './json-rpc-chain-reader';

const BLOCKS_KEPT = 4;
const holder = (digit: string) => address(`0x${digit.repeat(40)}`);

describe('a node that forgets the logs of old blocks', () => {
  let chain: TestChain;
  let exchange: DeployedContract;
  let reader: JsonRpcChainReader;
  let deposit: ProvenBlock;

  beforeAll(async () => {
    chain = await startAnvil({ forgetful: BLOCKS_KEPT });
    const account = new Wallet(FUNDED_KEYS[0], chain.provider);
    exchange = await deployExchange(account, {
      ...{ name: 'exchange', admin: holder('a'), settlers: [holder('b')], attester: holder('9') },
      ...{ coSigner: holder('c'), lister: holder('d'), guardian: holder('e'), feeCollector: holder('f') },
      ...{ waitingPeriod: 86_400, maxFeeBps: 200 },
    });
    reader = readerOf([chain.url], exchange);
    const sent = await new Contract(exchange.address, exchangeAbi, account).getFunction('depositEther')({
      value: 5n,
    });
    const { blockNumber } = await sent.wait();
    deposit = await reader.block(blockNumber);
  });
  afterAll(async () => {
    reader?.close();
    await chain?.stop();
  });

  it('is asked for a deposit while it has it', async () => {
    expect(mayHoldLogs(deposit.logsBloom, exchange.address)).toBe(true);
    expect(mayHoldLogs(deposit.logsBloom, holder('1'))).toBe(false);
    expect(await reader.logs([deposit])).toHaveLength(1);
  });

  it('is not believed when it has none any more', async () => {
    await chain.mine(BLOCKS_KEPT + 1);
    await expect(reader.logs([deposit])).rejects.toThrow(`no logs of block ${deposit.number} any more`);
  });

  it('is believed of a block in which the contract said nothing', async () => {
    const newest = await reader.block(await reader.head());
    expect(await reader.logs([newest])).toEqual([]);
  });
});
