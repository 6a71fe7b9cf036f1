import { describe, expect, it } from '@jest/globals';
import { rejectionFrom } from './result';

describe('a refusal of another service', () => {
  it('is passed on as it came, also with a code of a later release', () => {
    const message = 'no';
    expect(rejectionFrom({ code: 'MARKET_CLOSED', message })).toEqual({
      ok: false,
      code: 'MARKET_CLOSED',
      message,
    });
    expect(rejectionFrom({ code: 'LATER', message, retryAfterMs: 5 })).toEqual({
      ...{ ok: false, code: 'LATER', message, retryAfterMs: 5 },
    });
  });

  it.each(['', 'later', 'LATER:', 'NOT A CODE', '_', 'LATER_', '<b>'])(
    'is a defect without a code: "%s"',
    (code) => {
      expect(() => rejectionFrom({ code, message: 'no' })).toThrow(/is no refusal code/);
    },
  );
});
