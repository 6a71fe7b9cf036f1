import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  attesterCommands,
  attesterNews,
  ledgerCosign,
  ledgerSettle,
  marketReport,
} from '@exchange/contract/bus';
import {
  deployExchange,
  deployTestToken,
  encodeRegisterToken,
  encodeSettleBatch,
  exchangeInterface,
  decodeSettleBatchCodes,
} from '@exchange/contract/chain';
import { address, amount, entryId, hash, present } from '@exchange/core/kernel';
import type { AttesterNews, CosignRequest, MarketEventOf } from '@exchange/core/message';
import { unpackedBatch } from '@exchange/core/settlement';
import { LocalAttesterKey, LocalCosignerKey, LocalKey } from '@exchange/edge/keys';
import { runService } from '@exchange/edge/service-host';
import { type BrokerRole, connectNats, type NatsBus, Requester } from '@exchange/platform';
import {
  freePort,
  FUNDED_KEYS,
  KeptLog,
  startAnvil,
  startNats,
  startPostgres,
  TEST_PASSWORD,
  type TestChain,
  type TestNats,
  type TestPostgres,
  until,
} from '@exchange/test/kit';
import { NonceManager, toQuantity, Wallet } from 'ethers';
import { AttesterWorld, DAI, ETH, tradeLegs } from '../test/attester-world.fixture';
import { AttesterModule } from './attester.module';
import { requireOwnRoles } from './chain/own-roles';
import { config } from './config';

const key = (byte: string) => new LocalKey(`0x${byte.repeat(32)}`, byte);
const [attester, cosigner] = [new LocalAttesterKey(key('a7')), new LocalCosignerKey(key('c5'))];
const holder = (digit: string) => address(`0x${digit.repeat(40)}`);
const UNITS = 10n ** 18n;
type Running = Awaited<ReturnType<typeof runService>>;

describe('the attester with a real broker, database, chain and contract', () => {
  let chain: TestChain;
  let postgres: TestPostgres;
  let nats: TestNats;
  let contract: ReturnType<typeof address>;
  let owner: Wallet;
  let buses: Record<'ledger' | 'engine' | 'settlement', NatsBus>;
  let running: Running | undefined;
  const log = new KeptLog();
  const news: AttesterNews[] = [];
  const settler = new Wallet(FUNDED_KEYS[1]);
  const connect = (user: BrokerRole) => connectNats({ url: nats.url, user, password: TEST_PASSWORD, log });

  beforeAll(async () => {
    [chain, postgres, nats] = await Promise.all([
      startAnvil(),
      startPostgres({ services: ['attester'] }),
      startNats(),
    ]);
    const deployer = new NonceManager(new Wallet(FUNDED_KEYS[0], chain.provider));
    const deployed = await deployExchange(deployer, {
      ...{ name: 'Exchange', admin: holder('a'), settlers: [address(settler.address)] },
      ...{ attester: attester.address, coSigner: cosigner.address, lister: holder('b') },
      ...{ guardian: holder('d'), feeCollector: holder('f'), waitingPeriod: 86_400, maxFeeBps: 200 },
    });
    contract = deployed.address;
    await registerDai(deployer);
    owner = new Wallet(FUNDED_KEYS[2], chain.provider);
    await send('depositEther', [], 2n * UNITS);
    const [ledger, engine, settlement] = await Promise.all(
      (['account-service', 'matching-engine', 'settlement-service'] as const).map(connect),
    );
    if (!ledger || !engine || !settlement) throw new Error('not connected');
    buses = { ledger, engine, settlement };
    await ledger.readLog('ATTESTER', attesterNews.pattern, new Map(), ({ data }) => {
      news.push(...attesterNews.decode(data).news);
    });
    for (const [bus, stream, subject] of [
      [ledger, 'LEDGER', ledgerSettle.subject(1)],
      [ledger, 'LEDGER', ledgerCosign.subject(0)],
      [engine, 'MARKET', marketReport.subject('ETHDAI')],
    ] as const) {
      await bus.lastLogSeq(stream, subject);
    }
  }, 60_000);

  afterEach(() => running?.stop());

  afterAll(async () => {
    await Promise.all(Object.values(buses ?? {}).map((bus) => bus.close()));
    await Promise.all([chain?.stop(), postgres?.stop(), nats?.stop()]);
  });

  /** The contract's token 1 is what the legs call DAI. */
  async function registerDai(deployer: NonceManager): Promise<void> {
    const { provider } = chain;
    const token = await deployTestToken(deployer, { name: 'Dai', symbol: 'DAI', decimals: 18 });
    await provider.send('anvil_setCode', [DAI, await provider.getCode(token.address)]);
    const lister = holder('b');
    await provider.send('anvil_impersonateAccount', [lister]);
    await provider.send('anvil_setBalance', [lister, toQuantity(UNITS)]);
    const call = { from: lister, to: contract, data: encodeRegisterToken(DAI) };
    await chain.receipt(String(await provider.send('eth_sendTransaction', [call])));
  }

  async function send(name: string, values: readonly unknown[], value = 0n): Promise<void> {
    const data = exchangeInterface.encodeFunctionData(name, values);
    await (await new NonceManager(owner).sendTransaction({ to: contract, data, value })).wait();
  }

  async function start(): Promise<void> {
    const values = config.parse({
      ...{ NATS_URL: nats.url, NATS_USER: 'attester', NATS_PASSWORD: TEST_PASSWORD },
      ...{ DATABASE_URL: postgres.url, DATABASE_PASSWORD: TEST_PASSWORD, LOG_LEVEL: 'fatal' },
      ...{ INTERNAL_PORT: String(await freePort()), ATTESTER_CHAIN_URL: chain.url, CHAIN_ID: '31337' },
      ...{ EXCHANGE_NAME: 'Exchange', EXCHANGE_CONTRACT: contract, CHAIN_START_BLOCK: '0' },
      ...{ CHAIN_CONFIRMATIONS: '1', ATTESTER_ROUND_MS: '50', SERVICE_INSTANCE: 'one' },
    });
    const module = AttesterModule.forConfig(values, { attester, cosigner });
    running = await runService({ name: 'attester', module, config: values });
  }

  const legs = tradeLegs(1, holder('1'), holder('2'));
  const request = () => ({
    ...new AttesterWorld().batch([legs]),
    ...{ contract, validUntil: Math.floor(Date.now() / 1_000) + 300 },
  });

  it('starts with no key that lacks its role, and on no other chain', async () => {
    const nodes = {
      chainId: async () => 31_337,
      send: (method: string, params: readonly unknown[]) => chain.provider.send(method, [...params]),
    };
    const place = { chainId: 31_337n, name: 'Exchange', contract };
    const own = { attester: attester.address, cosigner: cosigner.address };
    await requireOwnRoles(nodes, place, own);
    for (const [role, keys] of [
      ['ATTESTER', { ...own, attester: own.cosigner }],
      ['COSIGNER', { ...own, cosigner: own.attester }],
    ] as const) {
      await expect(requireOwnRoles(nodes, place, keys)).rejects.toThrow(
        new RegExp(`role ${role} of 0x.*: not granted instead of granted$`),
      );
    }
    const other = requireOwnRoles(nodes, { ...place, chainId: 1n }, own);
    await expect(other).rejects.toThrow('the nodes are of chain 31337, not 1');
  });

  it('attests a batch that the contract takes, once engine and ledger told of it, and the same after a restart', async () => {
    await start();
    await chain.mine();
    const [maker, taker] = legs;
    const content = ledgerSettle.encode({ seq: 1, at: 1, legs: [...legs] });
    await buses.ledger.publishLog('LEDGER', ledgerSettle.subject(1), [{ seq: 1, data: content }]);
    const fees = { makerPpm: 0, takerPpm: 0, settlementFee: amount(0n), rebateToken: 'sell' } as const;
    const side = ({ orderId, account }: typeof maker) => ({
      ...{ orderId, account, sellBook: amount(0n), buyBook: amount(0n), fees },
    });
    const trade: MarketEventOf<'trade'> = {
      ...{ kind: 'trade', tradeId: maker.tradeId, time: 1, rateKey: 1_030_000 as never, takerSide: 'buy' },
      ...{ traded: maker.sold, quote: taker.sold, maker: side(maker), taker: side(taker) },
    };
    const steps = [{ events: [trade] }];
    const report = marketReport.encode({ seq: 1, at: 1, market: maker.market, steps });
    await buses.engine.publishLog('MARKET', marketReport.subject('ETHDAI'), [{ seq: 1, data: report }]);

    const wanted = request();
    const requester = new Requester(buses.settlement);
    const ask = async (what: typeof wanted) => {
      const answer = await requester.ask(attesterCommands.attestBatch, ['settlement-service'], what, 2_000);
      return answer.ok ? answer.value : undefined;
    };
    const reply = await until(async () => {
      const answer = await ask(wanted);
      return answer?.kind === 'attested' ? answer : undefined;
    });
    const batch = present(unpackedBatch(wanted.orders, wanted.trades), 'batch');
    const data = encodeSettleBatch(BigInt(wanted.batchId), wanted.validUntil, batch, reply);
    const call = (words: string) => chain.provider.call({ from: settler.address, to: contract, data: words });
    // The contract takes the attestation, and judges the trade by itself: nobody signed these orders.
    expect(decodeSettleBatchCodes(await call(data))).toEqual(['BAD_SIGNATURE']);
    const later = encodeSettleBatch(BigInt(wanted.batchId), wanted.validUntil + 1, batch, reply);
    const refusal = exchangeInterface.getError('InvalidAttestation')?.selector;
    await expect(call(later)).rejects.toMatchObject({ data: refusal });
    const unknown = { ...wanted, ...new AttesterWorld().batch([tradeLegs(2, holder('1'), holder('2'))]) };
    expect(await ask({ ...unknown, contract, batchId: 2, validUntil: wanted.validUntil })).toEqual({
      ...{ kind: 'refused', reason: 'UNKNOWN_TRADE', tradeIds: [2] },
    });
    await running?.stop();
    await start();
    expect(await until(() => ask(wanted))).toEqual(reply);
  });

  it('co-signs a withdrawal that the contract pays, and no more than is left', async () => {
    await start();
    await chain.mine();
    const account = address(owner.address);
    const deadline = Math.floor(Date.now() / 1_000) + 3_600;
    const withdrawal = (index: number, units: bigint): CosignRequest => ({
      ...{ kind: 'withdrawal', entryId: entryId(index), account, token: ETH, amount: amount(units) },
      ...{ receiver: account, nonce: 2 ** 52 + index, deadline },
    });
    const requests = [withdrawal(1, UNITS), withdrawal(2, UNITS + 1n), withdrawal(3, UNITS)];
    const content = ledgerCosign.encode({ seq: 1, at: 1, requests });
    await buses.ledger.publishLog('LEDGER', ledgerCosign.subject(0), [{ seq: 1, data: content }]);
    const signed = () => news.flatMap((item) => (item.kind === 'signed' ? [item] : []));
    await until(() => signed().length >= 2);
    expect(signed().map((item) => item.entryId)).toEqual([1, 3]);
    for (const item of signed()) {
      const { v, r, s } = item.signature;
      await send('withdraw', [ETH, UNITS, account, item.nonce, deadline, v, hash(r), hash(s)]);
    }
    const held = exchangeInterface.encodeFunctionData('getBalance', [ETH, account]);
    expect(BigInt(await chain.provider.call({ to: contract, data: held }))).toBe(0n);
  });
});
