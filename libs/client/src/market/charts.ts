/** What a chart is fed with: bars of the past and live ones. */
export { type ChartBar, ChartFeed, type ChartPeriod, type ChartSymbol } from './chart-feed';
export { type ChartPorts, chartPorts } from './chart-ports';
