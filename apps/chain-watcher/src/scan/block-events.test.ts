import { exchangeInterface, timelockInterface } from '@exchange/contract/chain';
import { address, hash } from '@exchange/core/kernel';
import { expect, it } from '@jest/globals';
import { id, ZeroHash } from 'ethers';
import { openAnnouncements } from './block-events';
import type { ContractLog } from './chain-reader';

const EXCHANGE = address(`0x${'c0'.repeat(20)}`);
const setFee = exchangeInterface.encodeFunctionData('setMaxFeeBps', [30]);

const logs = (...events: (readonly [name: string, ...values: unknown[]])[]): ContractLog[] =>
  events.map(([name, ...values], logIndex) => ({
    ...timelockInterface.encodeEventLog(name, values),
    ...{
      ofAdmin: true,
      blockNumber: 1,
      blockHash: hash(id('block')),
      transaction: hash(id('sent')),
      logIndex,
    },
  }));
const scheduled = (operation: string) =>
  ['CallScheduled', id(operation), 0, EXCHANGE, 0, setFee, ZeroHash, 60] as const;
const canceled = (operation: string) => ['Cancelled', id(operation)] as const;
const executed = (operation: string) => ['CallExecuted', id(operation), 0, EXCHANGE, 0, setFee] as const;

const open = (...events: Parameters<typeof logs>) =>
  openAnnouncements(logs(...events), EXCHANGE).map(({ logIndex }) => logIndex);

it('what was announced is open until it was done or given up', () => {
  expect(open(scheduled('a'), scheduled('b'), executed('a'), scheduled('c'), canceled('c'))).toEqual([1]);
});

it('what was given up and announced anew is open', () => {
  expect(open(scheduled('a'), canceled('a'), scheduled('a'))).toEqual([2]);
  expect(open(scheduled('a'), canceled('a'), scheduled('a'), executed('a'))).toEqual([]);
});

it('what else a timelock says of itself announces nothing', () => {
  const granted = ['RoleGranted', id('PROPOSER_ROLE'), EXCHANGE, EXCHANGE] as const;
  expect(open(['MinDelayChange', 1, 2], ['CallSalt', id('a'), id('salt')], granted)).toEqual([]);
});
