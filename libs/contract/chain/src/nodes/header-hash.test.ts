import { expect, it } from '@jest/globals';
import { ZeroAddress, ZeroHash } from 'ethers';
import { headerHash, type NodeBlock } from './header-hash';
import { receiptsRoot } from './receipts-root';

const NOTHING = '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421';

/** The first block of the main network. */
const genesis = {
  ...{ number: '0x0', parentHash: ZeroHash, miner: ZeroAddress, mixHash: ZeroHash },
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  stateRoot: '0xd7f8974fb5ac78d9ac099b9ad5018bedc2ce0a72dad1827a1709da30580f0544',
  ...{ transactionsRoot: NOTHING, receiptsRoot: NOTHING, logsBloom: `0x${'00'.repeat(256)}` },
  ...{ difficulty: '0x400000000', gasLimit: '0x1388', gasUsed: '0x0', timestamp: '0x0' },
  extraData: '0x11bbe8db4e347b4e8c937c1c8370e4b5ed33adb3db69cbdb7a38e1e50b1b82fa',
  ...{ nonce: '0x0000000000000042', transactions: [] },
  hash: '0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3',
} as unknown as NodeBlock;

it('a header hashes to its name, and no longer when any member is another', () => {
  expect(headerHash(genesis)).toBe(genesis.hash);
  expect(headerHash({ ...genesis, logsBloom: `0x${'00'.repeat(255)}01` })).not.toBe(genesis.hash);
  expect(headerHash({ ...genesis, timestamp: '0x1' })).not.toBe(genesis.hash);
});

it('a block without receipts has the root of nothing', async () => {
  expect(await receiptsRoot([])).toBe(NOTHING);
});
