import { describe, expect, it } from '@jest/globals';
import { processesBehind } from './processes-behind';

const named = { name: 'market-data', url: 'http://market-data-internal:9100' };
const to =
  (...addresses: string[]) =>
  () =>
    Promise.resolve(addresses);

describe('the processes behind an address', () => {
  it('are all that its name stands for, each by its own address', async () => {
    expect(await processesBehind(named, to('10.0.0.2', '10.0.0.1', 'fd00::1'))).toEqual([
      { name: 'market-data@10.0.0.1', url: 'http://10.0.0.1:9100' },
      { name: 'market-data@10.0.0.2', url: 'http://10.0.0.2:9100' },
      { name: 'market-data@fd00::1', url: 'http://[fd00::1]:9100' },
    ]);
  });

  it('are the one that was named where there is one, or nobody knows the name', async () => {
    expect(await processesBehind(named, to('10.0.0.1'))).toEqual([named]);
    expect(await processesBehind(named, () => Promise.reject(new Error('ENOTFOUND')))).toEqual([named]);
  });

  it.each(['http://127.0.0.1:8083', 'http://[::1]:8083', 'https://market-data:9100'])(
    'are not looked for behind %s',
    async (url) => {
      expect(await processesBehind({ ...named, url }, to('10.0.0.1', '10.0.0.2'))).toEqual([
        { ...named, url },
      ]);
    },
  );
});
