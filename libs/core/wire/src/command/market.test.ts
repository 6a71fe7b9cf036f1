import { describe, expect, it } from '@jest/globals';
import { parseFrame } from './parse-frame';

const outcome = (fields: object): unknown => {
  const command = {
    c: 'subscribe',
    markets: ['ETHDAI', 'LINKETH'],
    events: ['trades', 'book20d5'],
    ...fields,
  };
  const parsed = parseFrame(JSON.stringify([command]));
  const [element] = parsed.kind === 'elements' ? parsed.elements : [];
  return element?.ok ? element.command : `${element?.rejection.code}: ${element?.rejection.message}`;
};

const AN_OBJECT = 'INVALID_FIELD: after must be an object of market ids, each with a SEQ as a whole number';
const A_SEQ = 'INVALID_FIELD: after must have a SEQ from 0 to 9007199254740991';
const FITS = 'INVALID_FIELD: after names only markets of this subscribe, and needs a book among its events';

describe('where a subscription to books goes on', () => {
  it('is a SEQ for each of some of its markets', () => {
    expect(outcome({ after: { LINKETH: 0 } })).toMatchObject({ after: { LINKETH: 0 } });
    expect(outcome({ after: { LINKETH: 7, ETHDAI: 2 ** 53 - 1 } })).toMatchObject({ after: { LINKETH: 7 } });
    expect(outcome({})).not.toHaveProperty('after');
  });

  it.each([
    [{ after: 7 }, `${AN_OBJECT}, not 7`],
    [{ after: null }, `${AN_OBJECT}, not null`],
    [{ after: [7] }, `${AN_OBJECT}, not an array`],
    [{ after: {} }, `${AN_OBJECT}, not an empty one`],
    [{ after: { ETHDAI: -1 } }, `${A_SEQ} for "ETHDAI", not -1`],
    [{ after: { ETHDAI: 1, LINKETH: '7' } }, `${A_SEQ} for "LINKETH", not "7"`],
    [{ after: { DAIETH: 7 } }, FITS],
    [{ after: { ETHDAI: 7 }, events: ['trades'] }, FITS],
    [{ after: { ETHDAI: 7 }, events: ['books'] }, FITS],
  ])('is refused by name: %j', (fields, expected) => {
    expect(outcome(fields)).toBe(expected);
  });

  it('is refused under the name of something that every object has', () => {
    const frame = '[{"c":"subscribe","markets":["ETHDAI"],"events":["bookd5"],"after":{"__proto__":7}}]';
    const parsed = parseFrame(frame);
    expect(parsed).toMatchObject({ elements: [{ ok: false, rejection: { code: 'INVALID_FIELD' } }] });
  });
});
