import { describe, expect, it } from '@jest/globals';
import { reject } from '@exchange/core/kernel';
import { FRAME_LIMITS } from '../limits';
import { COMMANDS } from './command';
import { type FrameElement, parseFrame } from './parse-frame';

describe('a frame of which something is shed', () => {
  it('has commands refused by their name alone, with their rid and at their cost', () => {
    const away = reject('UNAVAILABLE', 'not now');
    const shed = (name: string) => (name === 'placeOrder' ? away : undefined);
    const frame = '[{"c":"placeOrder","rid":7,"market":{}},{"c":"placeOrder","rid":-1},{"c":"ping"}]';
    const { elements } = parseFrame(frame, FRAME_LIMITS, shed) as { elements: readonly FrameElement[] };
    expect(elements).toEqual([
      { ok: false, rejection: away, rid: 7, tenths: COMMANDS.placeOrder.tenths },
      expect.objectContaining({ ok: false, rid: undefined, tenths: COMMANDS.placeOrder.tenths }),
      expect.objectContaining({ ok: true }),
    ]);
    expect(elements[1]).toMatchObject({ rejection: { code: 'INVALID_FIELD' } });
  });
});
