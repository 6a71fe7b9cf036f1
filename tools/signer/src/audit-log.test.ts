import { ZERO_ADDRESS } from '@exchange/core/kernel';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type AuditLine, AuditLog, readAuditLog } from './audit-log';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'audit-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const line = (at: number): AuditLine => ({
  ...{ at, key: 'cosigner', client: 'attester', certificate: 'AA', digest: `0x${at}`, repeated: false },
  ...{
    values: [{ token: ZERO_ADDRESS, amount: 10n ** 30n }],
    once: 'alice 1',
    about: { kind: 'ArbiterWithdrawal' },
  },
});

async function read(file: string, since = 0): Promise<readonly AuditLine[]> {
  const lines: AuditLine[] = [];
  for await (const one of readAuditLog(file, since)) lines.push(one);
  return lines;
}

it('gives back what was written, in that order, and only grows', async () => {
  const file = path.join(folder, 'audit.log');
  const first = await AuditLog.open(file);
  await Promise.all([1_000, 2_000, 3_000].map((at) => first.append(line(at))));
  await first.close();
  const again = await AuditLog.open(file);
  await again.append({ ...line(4_000), once: undefined });
  await again.close();
  expect(await read(file)).toEqual([...[1_000, 2_000, 3_000].map(line), { ...line(4_000), once: undefined }]);
  expect((await read(file, 3_000)).map(({ at }) => at)).toEqual([3_000, 4_000]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('leaves out a line that a crash cut off, and nothing that comes after it', async () => {
  const file = path.join(folder, 'audit.log');
  const log = await AuditLog.open(file);
  await log.append(line(1_000));
  await log.close();
  appendFileSync(file, readFileSync(file, 'utf8').slice(0, 40));
  const again = await AuditLog.open(file);
  await again.append(line(2_000));
  await again.close();
  expect((await read(file)).map(({ at }) => at)).toEqual([1_000, 2_000]);
});

it('leaves out a line that a full disk cut off, and nothing that comes after it', async () => {
  const file = path.join(folder, 'audit.log');
  const log = await AuditLog.open(file);
  await log.append(line(1_000));
  const handle = await open(file, 'a');
  const append = jest.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'appendFile');
  const writeHalf = async (text: string | Uint8Array) => {
    await handle.write(String(text).slice(0, 40));
    throw new Error('no space left');
  };
  append.mockImplementationOnce(writeHalf).mockImplementationOnce(writeHalf);
  const write = (at: number) => log.append(line(at)).catch(() => 'failed');
  expect(log.fault).toBeUndefined();
  expect(await write(2_000)).toBe('failed');
  expect(log.fault).toBe('its last line could not be written');
  expect(await Promise.all([3_000, 4_000, 5_000].map(write))).toEqual(['failed', undefined, undefined]);
  expect(log.fault).toBeUndefined();
  append.mockRestore();
  await Promise.all([handle.close(), log.close()]);
  expect((await read(file)).map(({ at }) => at)).toEqual([1_000, 4_000, 5_000]);
});
