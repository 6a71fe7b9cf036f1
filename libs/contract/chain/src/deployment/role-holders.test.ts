import { expect, it } from '@jest/globals';
import { Interface } from 'ethers';
import { roleHolders } from './role-holders';

const abi = new Interface([
  'event RoleGranted(bytes32 indexed role, address indexed account, address indexed sender)',
  'event RoleRevoked(bytes32 indexed role, address indexed account, address indexed sender)',
]);
const [admin, role] = [`0x${'0'.repeat(64)}`, `0x${'5'.repeat(64)}`];
const key = (digit: string) => `0x${digit.repeat(40)}`;
const log = (name: string, ...values: unknown[]) => abi.encodeEventLog(name, [...values, key('9')]);

it('holders are those to whom a role was granted, and not revoked since', () => {
  const holders = roleHolders([
    log('RoleGranted', role, key('1')),
    log('RoleGranted', role, key('2')),
    log('RoleRevoked', role, key('1')),
    log('RoleGranted', role, key('3')),
    log('RoleRevoked', role, key('3')),
    log('RoleGranted', role, key('3')),
    log('RoleGranted', admin, key('1')),
    { topics: [`0x${'6'.repeat(64)}`], data: '0x' },
  ]);
  expect([...(holders.get(role) ?? [])]).toEqual([key('2'), key('3')]);
  expect([...(holders.get(admin) ?? [])]).toEqual([key('1')]);
});
