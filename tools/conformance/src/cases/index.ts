import type { Case } from '../case';
import { delegateCases } from './delegates';
import { framingCases } from './framing';
import { fundCases } from './funds';
import { historyCases } from './history';
import { identityCases } from './identity';
import { limitCases } from './limits';
import { loginCases } from './logins';
import { marketDataCases } from './market-data';
import { orderKindCases } from './order-kinds';
import { orderCases } from './orders';
import { restCases } from './rest';
import { tradeCases } from './trades';

/**
 * Chapters run side by side, each with two accounts of its own; the cases of one run in order, and later ones look at
 * what earlier ones did. Only one chapter trades.
 */
export const chapters: readonly (readonly Case[])[] = [
  [...orderCases, ...tradeCases, ...orderKindCases, ...marketDataCases, ...historyCases, ...restCases],
  [...fundCases, ...delegateCases],
  [...framingCases, ...loginCases, ...identityCases, ...limitCases],
];
