import { describe, expect, it } from '@jest/globals';
import { typedUpTo } from './typed-up-to';

describe('an amount of which there are only so many', () => {
  it('is read up to the last unit, and nothing above', () => {
    expect(typedUpTo('1.5', 6, 1_500_000n, '.')).toEqual({ kind: 'exact', value: 1_500_000n, text: '1.5' });
    expect(typedUpTo('1.500001', 6, 1_500_000n, '.')).toEqual({
      kind: 'faulty',
      fault: { kind: 'too much', most: '1.5' },
    });
    expect(typedUpTo('1.5', 6, 0n, '.')).toMatchObject({ fault: { kind: 'too much', most: '0' } });
  });

  it('is read whatever it is while nobody knows how many there are', () => {
    expect(typedUpTo('1,5', 6, undefined, ',')).toMatchObject({ kind: 'exact', value: 1_500_000n });
  });

  it('is refused as any amount is before anything is compared', () => {
    expect(typedUpTo('1,234', 6, 1n, '.')).toMatchObject({ fault: { kind: 'ambiguous' } });
    expect(typedUpTo('0', 6, 0n, '.')).toMatchObject({ fault: { kind: 'zero' } });
    expect(typedUpTo('', 6, 0n, '.')).toEqual({ kind: 'empty' });
  });
});
