import { type AskNode, exchangeInterface, lensInterface, timelockInterface } from '@exchange/contract/chain';
import { address } from '@exchange/core/kernel';
import { KeptLog } from '@exchange/test/kit';
import { expect, it } from '@jest/globals';
import { id, ZeroHash } from 'ethers';
import { tellAnnounced } from './announced-changes';

const of = (digit: string) => address(`0x${digit.repeat(40)}`);
const [contract, timelock] = [of('c'), of('d')];
const DUE = 1_800_000_000;
const call = (name: string, ...values: unknown[]) => exchangeInterface.encodeFunctionData(name, values);
const announced = (name: string, data: string) =>
  timelockInterface.encodeEventLog('CallScheduled', [id(name), 0, contract, 0, data, ZeroHash, 172_800]);

/** What a node says of a contract whose timelock has announced this; times by operation. */
const nodeOf =
  (logs: readonly object[], times: Readonly<Record<string, number>>, code = '0x60'): AskNode =>
  async (method, [first]) => {
    if (method === 'eth_getCode') return code;
    if (method === 'eth_blockNumber') return '0x64';
    if (method === 'eth_getLogs') return (first as { fromBlock: string }).fromBlock === '0x7' ? logs : [];
    const { to, data } = first as { to: string; data: string };
    if (to !== timelock) return lensInterface.encodeFunctionResult('defaultAdmin', [timelock]);
    const [operation] = timelockInterface.decodeFunctionData('getTimestamp', data) as unknown as [string];
    return timelockInterface.encodeFunctionResult('getTimestamp', [times[operation] ?? 0]);
  };

async function told(ask: AskNode) {
  const log = new KeptLog();
  await tellAnnounced(ask, { contract, startBlock: 7 }, log);
  return log.lines;
}

const LOGS = [
  announced('fee', call('setMaxFeeBps', 500)),
  announced('release', call('releaseRebates', of('a'), 7)),
  announced('done', call('setFeeCollector', of('b'))),
  announced('given up', call('setWaitingPeriod', 3_600)),
];

it('what the timelock has announced and may still do is said, as a warning what is grave', async () => {
  const times = { [id('fee')]: DUE, [id('release')]: DUE - 60, [id('done')]: 1 };
  const operation = (name: string) => `(operation ${id(name)})`;
  expect(await told(nodeOf(LOGS, times))).toMatchObject([
    {
      level: 'warn',
      fields: {
        announced: `from 2027-01-15T07:59:00Z on: exchange: releaseRebates(token: ${of('a')}, amount: 7) ${operation('release')}`,
      },
    },
    {
      level: 'warn',
      fields: {
        timelock,
        announced: `from 2027-01-15T08:00:00Z on: exchange: setMaxFeeBps(newMaxFeeBps: 500) ${operation('fee')}`,
      },
    },
  ]);
});

it.each([
  ['warn', 'exchange: resumeSettlement()', call('resumeSettlement')],
  ['warn', 'exchange: resumeDeposits()', call('resumeDeposits')],
  ['warn', "exchange: a call that can't be read, 0x12345678", '0x12345678'],
  ['info', 'exchange: nothing but a payment', '0x'],
])('%s: %s', async (level, words, data) => {
  const [line] = await told(nodeOf([announced('one', data)], { [id('one')]: DUE }));
  expect(line).toMatchObject({ level, fields: { announced: expect.stringContaining(words) } });
});

it('a plain key announces nothing; what could not be read is said, and keeps nobody from settling', async () => {
  expect(await told(nodeOf(LOGS, {}, '0x'))).toEqual([]);
  expect(await told(() => Promise.reject(new Error('away')))).toMatchObject([
    { level: 'warn', message: 'what the timelock has announced could not be read' },
  ]);
});
