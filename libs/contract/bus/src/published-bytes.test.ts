import { describe, expect, it } from '@jest/globals';
import { encodeJson, marketReport } from './index';

const account = '0x0000000000000000000000000000000000000004';

/** Steps of a report, byte for byte as an engine published them before messages had codecs. */
const STEPS = [
  `{"account":"${account}","events":[{"kind":"edited","orderId":59,"account":"${account}","sellBook":"2000000000000000000","buyBook":"19160000000000000000","held":"2000000000000000000","rateKey":455800,"hidden":false,"leaveAt":1700000134,"stopRateKey":453300,"peg":{"rateKey":462900,"currency":"USD"},"fees":{"makerPpm":-100,"takerPpm":2000,"settlementFee":"1","rebateToken":"buy"}}]}`,
  `{"account":"${account}","origin":{"gateway":"ws-1","connection":3,"command":999,"rid":1},"events":[{"kind":"trade","tradeId":1099511628242,"time":1700000002985,"rateKey":460070,"takerSide":"sell","traded":"1000000000000000000","quote":"10070000000000000000","maker":{"orderId":1686,"account":"0x0000000000000000000000000000000000000007","sellBook":"20140000000000000000","buyBook":"2000000000000000000","fees":{"makerPpm":0,"takerPpm":2000,"settlementFee":"2","rebateToken":"buy"}},"taker":{"orderId":1687,"account":"${account}","sellBook":"0","buyBook":"0","fees":{"makerPpm":0,"takerPpm":2000,"settlementFee":"3","rebateToken":"buy"}}},{"kind":"done","orderId":1687,"account":"${account}","reason":"filled"},{"kind":"level","side":"buy","rateKey":460070,"amount":"2000000000000000000","count":1}]}`,
];
const PUBLISHED = `{"at":1700000000000,"market":"ETHDAI","steps":[${STEPS.join()}],"seq":17}`;

/** Members as a column for JSON gives them back: by the length of their names, then by their letters. */
const reordered = (json: string): unknown =>
  JSON.parse(json, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)))
      : part,
  );

describe('a report of a market', () => {
  it('has the bytes that were published, whatever the order of members was in between', () => {
    const message = marketReport.decode(encodeJson(reordered(PUBLISHED)));
    expect(new TextDecoder().decode(marketReport.encode(message))).toBe(PUBLISHED);
  });
});
