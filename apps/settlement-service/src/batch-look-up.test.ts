import { settlementQueries } from '@exchange/contract/bus';
import { Requester } from '@exchange/platform';
import { expect, it } from '@jest/globals';
import { keccak256 } from 'ethers';
import { account, SettlementWorld } from '../test/settlement-world.fixture';

it('an operator looks up a batch with its transactions, while it is on its way and when it is closed', async () => {
  const world = new SettlementWorld();
  await world.start();
  await world.firstBlock();
  const requester = new Requester(world.broker.connect('operator-gateway'));
  const ask = (batchId: number) => requester.ask(settlementQueries.batchQuery, ['desk'], { batchId }, 5_000);
  await world.trade(7, { account: account('0a'), seq: 1 }, { account: account('0b'), seq: 1 });
  await world.agedRound();
  const [raw = ''] = world.chain.received;
  const batch = {
    batchId: 1,
    nonce: 0,
    trades: [7],
    withdrawals: [],
    transactions: [{ hash: keccak256(raw) }],
  };
  expect(await ask(1)).toMatchObject({ ok: true, value: { ...batch, stage: 'sent' } });
  await world.tell(world.chain.mine());
  await world.tell(world.chain.final(2));
  expect(await ask(1)).toMatchObject({ ok: true, value: { ...batch, stage: 'closed' } });
  expect(await ask(2)).toMatchObject({ ok: false, message: 'there is no batch 2' });
  await world.stop();
});
