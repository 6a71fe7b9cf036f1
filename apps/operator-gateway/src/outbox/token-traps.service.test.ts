import { ChainNodes, deployTestToken } from '@exchange/contract/chain';
import { type Address, ZERO_ADDRESS } from '@exchange/core/kernel';
import { FUNDED_KEYS, startAnvil, type TestChain } from '@exchange/test/kit';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Wallet } from 'ethers';
import { tokenTraps } from './token-traps';

describe('the look at a token before it is listed', () => {
  let chain: TestChain;
  let nodes: ChainNodes;
  let dai: Address;

  beforeAll(async () => {
    chain = await startAnvil();
    nodes = new ChainNodes({ urls: [chain.url] });
    const signer = new Wallet(FUNDED_KEYS[0], chain.provider);
    dai = (await deployTestToken(signer, { name: 'Dai', symbol: 'DAI', decimals: 6 })).address;
  });

  afterAll(async () => {
    nodes?.close();
    await chain?.stop();
  });

  const listing = (more: object) => ({
    ...{ symbol: 'DAI', name: 'Dai', contract: dai, decimals: 6, supply: '0', description: '', links: {} },
    ...{ minOrderAmount: '1', minOrderRemaining: '1' },
    ...more,
  });

  it('names what people must know, and looks at no ether', async () => {
    expect(await tokenTraps(nodes, listing({ symbol: 'XDAI' }))).toEqual({
      ok: true,
      value: [
        { what: 'trap of the token', of: 'XDAI', after: 'another symbol (it says "DAI")' },
        { what: 'trap of the token', of: 'XDAI', after: 'may mint (it has mint(address,uint256))' },
      ],
    });
    expect(await tokenTraps(nodes, listing({ contract: ZERO_ADDRESS }))).toEqual({ ok: true, value: [] });
  });

  it('refuses what must not be listed, and everything while the chain is away', async () => {
    const refused = { ok: false, code: 'INVALID_LISTING' };
    expect(await tokenTraps(nodes, listing({ decimals: 18 }))).toMatchObject({
      ...refused,
      message: 'DAI must not be listed: no such decimals (it says 6, not 18)',
    });
    const nobody = `0x${'99'.repeat(20)}`;
    expect(await tokenTraps(nodes, listing({ contract: nobody }))).toMatchObject(refused);
    await chain.stop();
    expect(await tokenTraps(nodes, listing({}))).toMatchObject({ ok: false, code: 'UNAVAILABLE' });
  });
});
