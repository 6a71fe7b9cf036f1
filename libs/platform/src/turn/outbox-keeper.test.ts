import { describe, expect, it } from '@jest/globals';
import { readerPositions } from '@exchange/contract/bus';
import { present } from '@exchange/core/kernel';
import { FakeClock, KeptLog, MemoryBroker, MemoryDatabase, settle } from '@exchange/test/kit';
import { OutboxKeeper } from './outbox-keeper';

const SUBJECT = 'market.v1.ETHDAI';

/** An engine's outbox of five messages, and somebody who tells how far each reader is. */
async function engineOutbox() {
  const broker = new MemoryBroker({ clock: new FakeClock() });
  const database = new MemoryDatabase();
  await database.claimWriter();
  const outbox = [1, 2, 3, 4, 5].map((seq) => ({ subject: SUBJECT, seq, data: new Uint8Array([seq]) }));
  await database.commit({ changes: [], positions: [], outbox });
  const deps = { bus: broker.connect('matching-engine'), database, log: new KeptLog() };
  const keeper = new OutboxKeeper('matching-engine', deps);
  await keeper.open();
  const others = broker.connect('others');
  const tell = (reader: 'account-service' | 'market-data' | 'attester', seq: number, name?: string) => {
    const definition = present(readerPositions.get(reader), 'positions');
    const part = name === undefined ? {} : { part: { name, all: ['a', 'b'] } };
    const positions = [{ subject: SUBJECT, seq }];
    others.publish(definition.subject(), definition.encode({ reader, positions, ...part }));
  };
  const kept = async () => {
    await settle();
    await keeper.keep(new Map(), new Map([[SUBJECT, 5]]));
    return (await database.outboxAfter(SUBJECT, 0, 9)).map(({ seq }) => seq);
  };
  return { tell, kept };
}

describe('what an outbox keeps', () => {
  it('is what some reader has not passed', async () => {
    const { tell, kept } = await engineOutbox();
    tell('market-data', 5);
    tell('attester', 5);
    expect(await kept()).toEqual([1, 2, 3, 4, 5]);
    tell('account-service', 2);
    expect(await kept()).toEqual([3, 4, 5]);
  });

  it('is what some part of a reader has not passed, also one that said nothing yet', async () => {
    const { tell, kept } = await engineOutbox();
    tell('market-data', 5);
    tell('attester', 5);
    tell('account-service', 4, 'a');
    expect(await kept()).toEqual([1, 2, 3, 4, 5]);
    tell('account-service', 2, 'b');
    expect(await kept()).toEqual([3, 4, 5]);
    tell('account-service', 5, 'a');
    expect(await kept()).toEqual([3, 4, 5]);
  });
});
