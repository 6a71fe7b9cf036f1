import { expect, it } from '@jest/globals';
import { BAR_PRECISIONS } from '@exchange/core/wire';
import { PRECISIONS } from './precisions';

it('the chart has all precisions of bars, as long as the exchange says', () => {
  expect(Object.fromEntries(PRECISIONS.map(({ name, seconds }) => [name, seconds]))).toEqual(BAR_PRECISIONS);
});
