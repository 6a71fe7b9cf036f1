import v8 from 'node:v8';
import vm from 'node:vm';
import { presence } from '@exchange/contract/bus';
import { address } from '@exchange/core/kernel';
import { Account, EMPTY_BALANCE, newAccountRecord } from '@exchange/core/ledger';

const ACCOUNTS = 50_000;
const COUNTS = 500;
const ROUNDS = 400;
const TOKENS = ['aa', 'bb'].map((byte) => address(`0x${byte.repeat(20)}`));

/** Kilobytes of memory for an account of two tokens without open orders. */
export function accountMemoryKb(): number {
  v8.setFlagsFromString('--expose-gc');
  const collect = vm.runInNewContext('gc') as () => void;
  collect();
  const before = process.memoryUsage().heapUsed;
  const accounts = new Map<string, Account>();
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const own = address(`0x${number.toString(16).padStart(40, '0')}`);
    const account = new Account(newAccountRecord(own));
    for (const token of TOKENS) {
      const amount = BigInt(number) * 10n ** 18n;
      account.balances.set(token, {
        ...EMPTY_BALANCE,
        usable: amount,
        settled: amount,
      } as typeof EMPTY_BALANCE);
    }
    accounts.set(own, account);
  }
  collect();
  return (process.memoryUsage().heapUsed - before) / accounts.size / 1024;
}

/** What it takes to tell of an address in a message of many: bytes, and microseconds of who reads it. */
export function presenceCosts(): { presenceBytes: number; presenceUs: number } {
  const counts = Array.from({ length: COUNTS }, (_, number) => ({
    ...{ address: `203.0.${number >> 8}.${number & 255}`, connections: 3, opened: 4, tenths: 125 },
  }));
  const data = presence.encode({ gateway: 'ws-gateway-7d9f8b6c5d-x2x4z', fresh: false, counts });
  for (let round = 0; round < ROUNDS; round += 1) presence.decode(data);
  const began = process.cpuUsage();
  for (let round = 0; round < ROUNDS; round += 1) presence.decode(data);
  const { user, system } = process.cpuUsage(began);
  return { presenceBytes: data.length / COUNTS, presenceUs: (user + system) / ROUNDS / COUNTS };
}
