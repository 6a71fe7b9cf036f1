import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FileStore } from './file-store';
import { InMemoryStore } from './in-memory-store';
import type { Store } from './store';

let folder: string;
let name: string;
const files: FileStore[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'store-'));
  name = path.join(folder, 'orders');
});
afterEach(async () => {
  for (const file of files.splice(0)) await file.close();
  await rm(folder, { recursive: true });
});

async function openFile(): Promise<FileStore> {
  const file = await FileStore.open(name);
  files.push(file);
  return file;
}

const openers: [string, () => Promise<Store>][] = [
  ['in memory', () => Promise.resolve(new InMemoryStore())],
  ['in a file', openFile],
];

describe.each(openers)('a store %s', (_, open) => {
  it('gives back what was put last, and nothing of what was deleted', async () => {
    const store = await open();
    await Promise.all([
      store.put('a:1', { n: 1 }),
      store.put('a:2', ['x', null]),
      store.put('a:1', { n: 2 }),
    ]);
    await store.put('b', 'other');
    await store.delete('a:2');
    await store.delete('never');
    await expect(store.get('a:1')).resolves.toEqual({ n: 2 });
    await expect(store.get('a:2')).resolves.toBeUndefined();
    await store.put('a:10', true);
    await expect(store.list('a:')).resolves.toEqual([
      ['a:1', { n: 2 }],
      ['a:10', true],
    ]);
  });

  it('adds what isn’t there, once, whoever asks', async () => {
    const store = await open();
    const added = await Promise.all([1, 2, 3].map((n) => store.add('a', { n })));
    expect(added).toEqual([{ n: 1 }, { n: 1 }, { n: 1 }]);
    await expect(store.get('a')).resolves.toEqual({ n: 1 });
    await store.delete('a');
    await expect(store.add('a', { n: 4 })).resolves.toEqual({ n: 4 });
  });

  it('keeps copies', async () => {
    const store = await open();
    const value = { n: [1] };
    await store.put('a', value);
    value.n.push(2);
    const given = (await store.get('a')) as { n: number[] };
    given.n.push(3);
    await expect(store.get('a')).resolves.toEqual({ n: [1] });
  });
});

describe('a file', () => {
  it('has after a restart what was put', async () => {
    const store = await FileStore.open(name);
    await Promise.all(Array.from({ length: 100 }, (_, n) => store.put(`k${n}`, { n })));
    await store.delete('k7');
    void store.put('last', 1);
    await store.close();
    const again = await FileStore.open(name);
    expect(await again.list('k')).toHaveLength(99);
    await expect(again.get('last')).resolves.toBe(1);
    await again.close();
  });

  it('goes on behind a line that a crash cut short', async () => {
    const store = await FileStore.open(name);
    await store.put('a', 1);
    await store.close();
    await appendFile(name, '{"key":"b","va');
    const again = await FileStore.open(name);
    await again.put('c', 3);
    await again.close();
    const third = await FileStore.open(name);
    await expect(third.list('')).resolves.toEqual([
      ['a', 1],
      ['c', 3],
    ]);
    await third.close();
  });

  it('that is something else is refused', async () => {
    await writeFile(name, '{"key":"a","value":1}\nnot ours\n');
    await expect(FileStore.open(name)).rejects.toThrow('line 2 is no entry of a store');
  });

  it('loses its old lines when it is opened', async () => {
    const store = await FileStore.open(name);
    await Promise.all(Array.from({ length: 1100 }, (_, n) => store.put('same', n)));
    await store.close();
    await (await FileStore.open(name)).close();
    expect(await readFile(name, 'utf8')).toBe('{"key":"same","value":1099}\n');
  });
});
