import { barView, object, text, uint } from '@exchange/core/message';
import { defineNotice } from '../message';

/** The running bar of a market and precision, after it changed. `seq`: the market report it includes. */
export const dataBar = defineNotice({
  pattern: 'data.v1.bar.*.*',
  writer: 'market-data',
  readers: ['ws-gateway'],
  content: object({ market: text, precision: text, seq: uint, bar: barView }),
  fixtures: [
    {
      market: 'ETHDAI',
      precision: '1m',
      seq: 4,
      bar: {
        time: 1700000040000,
        open: '200',
        high: '201.5',
        low: '199',
        close: '200.25',
        volume: '12.5',
        volumeQuote: '2504.75',
      },
    },
  ],
});
