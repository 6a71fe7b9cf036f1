import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Address, type AlarmCode, present } from '@exchange/core/kernel';
import { DirectedTrader } from './actors/directed-trader';
import { LedgerAudit } from './audit/ledger-audit';
import { checkSettler } from './audit/settler-audit';
import { balanceOf, giveRebates } from './chain/sim-contract';
import { COLLECTOR, SimulatedWorld, TOKENS } from './world';

const [ETH, DAI] = TOKENS.map(({ contract }) => contract) as [Address, Address];
const MARKET = 'ETHDAI';
const UNIT = 10n ** 18n;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Short enough for somebody to leave in the outage. */
const WAITING_PERIOD_S = 4 * 3_600;
/** A co-signed withdrawal can be mined for so long. */
const WITHDRAWAL_S = 10 * 3_600;
/** Blocks come once a minute. */
const TRIAL_S = 90;
/** What the maker of the second trade gets back of what it sold: its tier's rebate. */
const REBATE = (30n * UNIT * 200n) / 1_000_000n;
const SHORTFALL = 30n * UNIT - REBATE;

let world: SimulatedWorld;
let audit: LedgerAudit;
let seller: DirectedTrader;
let buyer: DirectedTrader;
let buyersBuyer: DirectedTrader;

/** So much time in looks of at most a minute; a block for each, and everybody does what there is to do. */
async function pass(milliseconds: number, eachMs = MINUTE_MS): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += eachMs) {
    await world.clock.advance(eachMs);
    world.chain.mine();
    for (const service of world.services.values()) {
      service.beside((error) => void world.fatal.push(error as Error));
    }
    await world.drain();
    audit.check();
    checkSettler(world.service('settlement-service').store, world.chain.pool);
  }
  expect(world.fatal).toEqual([]);
}

const rows = (table: string) => [...world.service('account-service').store.table(table).values()];
const shortfallOf = (account: Address, token: Address) =>
  rows('balance').find((row) => row['account'] === account && row['token'] === token)?.['shortfall'];
const onChain = (trader: DirectedTrader, token = ETH) => balanceOf(world.chain.state, trader.address, token);
const alarms = () => new Set(world.log.alarms.map(({ alarm }) => alarm));
const dai = (units: bigint) => [DAI, 2n * units * UNIT] as const;
const ether = (units: bigint) => [ETH, units * UNIT] as const;

beforeAll(async () => {
  world = await SimulatedWorld.open('empty settler', {
    'account-service': (build) => (settings, ports) =>
      build({ ...settings, withdrawalSeconds: WITHDRAWAL_S }, ports),
    'settlement-service': (build) => (settings, ports) =>
      build({ ...settings, trialSeconds: TRIAL_S }, ports),
  });
  audit = new LedgerAudit(world.service('account-service').store);
  [seller, buyer, buyersBuyer] = [
    await DirectedTrader.enter(world, 11),
    await DirectedTrader.enter(world, 12),
    await DirectedTrader.enter(world, 13),
  ];
  world.chain.submit(giveRebates(COLLECTOR, ETH, UNIT));
  seller.deposit(ETH, 100n * UNIT);
  buyer.deposit(ETH, 50n * UNIT);
  buyer.deposit(DAI, 120n * UNIT);
  buyersBuyer.deposit(DAI, 120n * UNIT);
  await pass(10_000, 1_000);
});

describe('a settler that is empty for six hours', () => {
  it('has matching stopped long before anybody can leave', async () => {
    world.chain.pool.runDry();
    await buyer.signWithdrawal(ETH, 50n * UNIT);
    await pass(5_000, 1_000);
    expect(await seller.place(MARKET, ether(60n), dai(60n))).toBe('ok');
    expect(await buyer.place(MARKET, dai(60n), ether(60n))).toBe('ok');
    expect(await buyer.place(MARKET, ether(30n), dai(30n))).toBe('ok');
    expect(await buyersBuyer.place(MARKET, dai(30n), ether(30n))).toBe('ok');
    seller.requestExit(ETH, WAITING_PERIOD_S);
    await pass(3 * HOUR_MS);
    await pass(2 * MINUTE_MS);
    expect(await buyersBuyer.place(MARKET, dai(1n), ether(1n))).toMatch(/^SETTLEMENT_LATE/);
    expect(onChain(buyer)).toBe(50n * UNIT);
  });

  it('settles what can be settled when it is funded, and reverses the rest: the shortfall is exact', async () => {
    await pass(HOUR_MS);
    seller.withdrawExit(ETH);
    await pass(2 * HOUR_MS - 2 * MINUTE_MS);
    expect(onChain(seller)).toBe(0n);
    world.chain.pool.fund();
    await pass(2 * MINUTE_MS, 1_000);
    expect(await seller.balance('ETH')).toEqual({ settled: 0n, usable: 0n, blocked: 0n });
    expect(await seller.balance('DAI')).toEqual({ settled: 0n, usable: 0n, blocked: 0n });
    expect(onChain(buyer)).toBe(50n * UNIT - SHORTFALL);
    expect(shortfallOf(buyer.address, ETH)).toBe(SHORTFALL);
    expect(await buyer.place(MARKET, dai(1n), ether(1n))).toMatch(/^ACCOUNT_FROZEN/);
    const kept = await buyersBuyer.balance('ETH');
    expect([kept.settled === kept.usable, onChain(buyersBuyer)]).toEqual([true, kept.settled]);
  });

  it('thaws the account when the shortfall is paid, and then everybody has what the contract holds', async () => {
    buyer.deposit(ETH, SHORTFALL - 1n);
    await pass(10_000, 1_000);
    expect(await buyer.place(MARKET, dai(1n), ether(1n))).toMatch(/^ACCOUNT_FROZEN/);
    buyer.deposit(ETH, 1n);
    await pass(10_000, 1_000);
    expect(await buyer.place(MARKET, dai(1n), ether(1n))).toBe('ok');
    buyer.withdraw(ETH, 50n * UNIT);
    await pass(10_000, 1_000);
    for (const { account, token, settled } of rows('balance') as Record<string, never>[]) {
      // What it collected is in the pool.
      if (account === COLLECTOR) continue;
      expect(settled).toBe(balanceOf(world.chain.state, account as never, token as never));
    }
    expect(onChain(buyer)).toBe(0n);
    const late = present(
      rows('market').find(({ market }) => market === MARKET),
      MARKET,
    );
    expect(late['stop'] ?? null).toBeNull();
    expect(new Set([...alarms()].filter((alarm) => alarm !== MAY_COME))).toEqual(new Set(EXPECTED));
  });
});

/** Nothing else was worth an alarm. */
const EXPECTED: readonly AlarmCode[] = [
  ...(['settler_low', 'settler_unfunded', 'settlement_late'] as const),
  ...(['account_short', 'trade_quarantined', 'trades_reversed'] as const),
];
/** A batch is lost that has too little of its time left when the settler can pay again: that is a matter of a block. */
const MAY_COME = 'batch_lost';
