import { Fields, Text, Uint } from '../fields';
import { defineNotice, ofSchema } from '../message';
import { BarView } from '../views';

/** The running bar of a market and precision, after it changed. `seq`: the market report it includes. */
export const dataBar = defineNotice({
  pattern: 'data.v1.bar.*.*',
  writer: 'market-data',
  readers: ['ws-gateway'],
  content: ofSchema(Fields({ market: Text, precision: Text, seq: Uint, bar: BarView })),
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
