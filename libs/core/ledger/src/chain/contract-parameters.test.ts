import { describe, expect, it } from '@jest/globals';
import { addressOf, ALICE, BOB } from '../../test/setting.fixture';
import { ContractParameters } from './contract-parameters';

const change = (name: string, value: string, place = `${name} ${value}`) => ({ place, name, value });

describe('what the contract says for all accounts', () => {
  it('a lower fee counts from first sight, a higher one when it is final', () => {
    const contract = new ContractParameters();
    expect(contract.maxFeeBps).toBe(Infinity);
    contract.restore([{ name: 'maxFeeBps', value: '100' }], []);
    contract.apply('seen', change('maxFeeBps', '10'));
    expect(contract.maxFeeBps).toBe(10);
    contract.apply('undone', change('maxFeeBps', '10'));
    expect(contract.maxFeeBps).toBe(100);
    contract.apply('seen', change('maxFeeBps', '200'));
    expect(contract.maxFeeBps).toBe(100);
    contract.apply('final', change('maxFeeBps', '200'));
    expect(contract.maxFeeBps).toBe(200);
  });

  it('what a timelock announced counts until its end is final', () => {
    const contract = new ContractParameters();
    contract.restore([{ name: 'maxFeeBps', value: '100' }], [change('scheduled.0x01.0', 'maxFeeBps=30')]);
    expect(contract.maxFeeBps).toBe(30);
    contract.apply('final', change('scheduled.0x01.0', 'maxFeeBps=30'));
    contract.apply('seen', change('scheduled.0x01', 'ended'));
    expect(contract.maxFeeBps).toBe(30);
    contract.apply('final', change('scheduled.0x01', 'ended'));
    expect(contract.maxFeeBps).toBe(100);
    expect(contract.get('scheduled.0x01.0')).toBeUndefined();
  });

  it('an account that is or will be the fee collector is known as one', () => {
    const contract = new ContractParameters();
    contract.restore([{ name: 'feeCollector', value: ALICE }], []);
    expect(contract.collectorChanges).toBe(false);
    contract.apply('seen', change('scheduled.0x02.0', `feeCollector=${BOB}`));
    expect([ALICE, BOB, addressOf(3)].map((account) => contract.isCollector(account))).toEqual([
      ...[true, true, false],
    ]);
    contract.apply('final', change('scheduled.0x02.0', `feeCollector=${BOB}`));
    contract.apply('final', change('feeCollector', BOB));
    contract.apply('final', change('scheduled.0x02', 'ended'));
    expect([ALICE, BOB].map((account) => contract.isCollector(account))).toEqual([false, true]);
    expect([contract.collector, contract.collectorChanges]).toEqual([BOB, false]);
  });

  it('a pause of settlement ends at its time by final blocks, or when its end is final', () => {
    const contract = new ContractParameters();
    contract.restore([], []);
    expect(contract.stop).toBeUndefined();
    contract.passFinalTime(900);
    contract.apply('seen', change('settlementPausedUntil', '1000'));
    expect(contract.stop).toBe('contract_paused');
    contract.apply('final', change('settlementPausedUntil', '1000'));
    contract.passFinalTime(999);
    expect(contract.stop).toBe('contract_paused');
    contract.passFinalTime(1000);
    expect(contract.stop).toBeUndefined();
    contract.apply('seen', change('settlementPausedUntil', '2000'));
    contract.apply('final', change('settlementPausedUntil', '2000'));
    contract.apply('seen', change('settlementPausedUntil', '0'));
    expect(contract.stop).toBe('contract_paused');
    contract.apply('final', change('settlementPausedUntil', '0'));
    expect(contract.stop).toBeUndefined();
  });

  it('a pause of deposits stops no trading, and is known from its first sight until its end is final', () => {
    const contract = new ContractParameters();
    contract.apply('seen', change('depositsPaused', 'true'));
    expect([contract.areDepositsPaused, contract.stop]).toEqual([true, undefined]);
    contract.apply('final', change('depositsPaused', 'true'));
    contract.apply('seen', change('depositsPaused', 'false'));
    expect(contract.areDepositsPaused).toBe(true);
    contract.apply('final', change('depositsPaused', 'false'));
    expect(contract.areDepositsPaused).toBe(false);
  });
});
