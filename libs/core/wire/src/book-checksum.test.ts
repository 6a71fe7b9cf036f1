import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bookChecksum, checksumText } from './book-checksum';
import { bookLine, bookUpdateArray, bookUpdateText } from './encode';
import { packet, packetText } from './packet';
import { digits, id, rate } from '../test/random-view.fixture';

/** Bit by bit, as the definition has it. */
function crc32(text: string): number {
  let sum = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

const line = fc.record({
  side: fc.constantFrom('buy' as const, 'sell' as const),
  rate,
  amount: digits,
  count: id,
});

describe('the checksum of a book', () => {
  it('is the CRC-32 that all name by the same check value', () => {
    expect(bookChecksum(['123456789'])).toBe(0xcbf43926);
    expect(bookChecksum([])).toBe(0);
  });

  it('reads of each line what its packet shows', () => {
    const lines = [
      bookLine({ side: 'buy', rate: '0.6483', amount: '340282366920938463463374607431768211455', count: 3 }),
      bookLine({ side: 'sell', rate: '300', amount: '5', count: 1 }),
    ];
    const text = '1:0.6483:340282366920938463463374607431768211455:3,0:300:5:1';
    expect(lines.map(checksumText).join()).toBe(text);
    expect(bookChecksum(lines.map(checksumText))).toBe(crc32(text));
  });

  it('equals the definition of CRC-32 over any lines', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const texts = lines.map((one) => checksumText(bookLine(one)));
        expect(bookChecksum(texts)).toBe(crc32(texts.join(',')));
      }),
    );
  });
});

describe('an update as text', () => {
  it('is the packet of its schema, whatever the market is called', () => {
    const head = fc.record({ previousSeq: id, seq: id, checksum: id });
    fc.assert(
      fc.property(
        fc.constantFrom('ETHDAI', '[]', '"[]"'),
        head,
        fc.array(line),
        fc.option(id, { nil: undefined }),
        (market, at, lines, rid) => {
          const texts = lines.map((one) => JSON.stringify(bookLine(one)));
          const message = bookUpdateArray({ ...at, lines });
          const whole = packetText(packet(market, 'sequencedBookUpdate', message, rid));
          expect(bookUpdateText(market, at, texts, rid)).toBe(whole);
        },
      ),
    );
  });
});
