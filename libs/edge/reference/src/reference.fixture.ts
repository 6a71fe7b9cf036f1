import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import type { ReferenceFacts } from './async-api';

export const FACTS: ReferenceFacts = { name: 'Exchange', network: 'dev', limits: limitsView(ADDRESS_LIMITS) };
