import { describe, expect, it } from '@jest/globals';
import { idleKbOf, medianOf, orderKbOf, orderMsOf, othersOf, perCpuSecondOf } from './printed';

const LOAD = `
order due → accepted                     p50   86.53 ms   p99  355.77 ms   p99.9  426.18 ms   (8971 samples)
CPU                          ms per order  of one core
other programs                      4.836         72 %
postgres                            2.001         30 %
account-service                     1.999         30 %
settlement-service                  0.803         12 %
matching-engine                     0.620          9 %
ws-gateway                          0.610          9 %
nats                                0.512          8 %
market-data                         0.488          7 %
`;
const EDGE = `
                requests/s  per CPU second  p99 ms
rest-gateway        16,232          37,500    23.7
`;

describe('figures that commands print', () => {
  it('are read', () => {
    expect(medianOf(LOAD)).toBe(86.53);
    expect(orderMsOf(LOAD)).toMatchObject({ Postgres: 2.001, broker: 0.512, 'ws-gateway': 0.61 });
    expect(othersOf(LOAD)).toBe(72);
    expect(perCpuSecondOf(EDGE, 'rest-gateway')).toBe(37_500);
    expect(idleKbOf('10000 idle connections  KB each\nws-gateway                  8.6\n')).toBe(8.6);
    expect(orderKbOf('9271 orders; 3072 bytes an order stay')).toBe(3);
  });

  it('are missed with what was printed', () => {
    expect(() => medianOf('nothing')).toThrow('the median isn');
    expect(() => orderMsOf(LOAD.replace('nats', 'x'))).toThrow('nats isn');
  });
});
