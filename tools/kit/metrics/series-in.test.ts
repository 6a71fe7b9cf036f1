import { expect, it } from '@jest/globals';
import { seriesIn } from './series-in';

it.each([
  ['sum by (le, by_what) (rate(a_bucket{b_c="d_e", f=~"g_h"}[$__rate_interval]))', ['a_bucket']],
  ['a_b / on (c_d) group_left (e_f) max(g:h:rate5m) > 0', ['a_b', 'g:h:rate5m']],
  ['histogram_quantile(0.99, sum(rate(a_bucket[5m])) by (le))', ['a_bucket']],
  ['count(up == 0) or vector(0) unless ALERTS{alertstate="firing"}', []],
  ['a_b{c="\\"} d_e"} - a_b offset 5m', ['a_b', 'a_b']],
])('the series of %s are %p', (query, series) => {
  expect(seriesIn(query)).toEqual(series);
});
