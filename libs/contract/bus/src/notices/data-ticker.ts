import { object, tickerView, text, uint } from '@exchange/core/message';
import { defineNotice } from '../message';

/** The newest ticker of a market, after it changed. `seq`: the market report it includes. */
export const dataTicker = defineNotice({
  pattern: 'data.v1.ticker.*',
  writer: 'market-data',
  readers: ['rest-gateway', 'ws-gateway'],
  content: object({ market: text, seq: uint, ticker: tickerView }),
  fixtures: [
    {
      market: 'ETHDAI',
      seq: 4,
      ticker: {
        rate: '0',
        change24h: '0',
        volumeTraded24h: '0',
        volumeQuote24h: '0',
        high24h: '0',
        low24h: '0',
      },
    },
  ],
});
