import { expect, it } from '@jest/globals';
import { textTable } from './text-table';

it('aligns each column as it is told, and leaves no spaces at the end', () => {
  const rows = [
    ['check', 'compared', 'why'],
    ['a longer name', '7', ''],
  ];
  expect(textTable(rows, ['left', 'right', 'left'])).toEqual([
    'check          compared  why',
    'a longer name         7',
  ]);
});
