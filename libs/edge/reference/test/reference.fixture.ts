import { ADDRESS_LIMITS, limitsView } from '@exchange/core/wire';
import type { ReferenceFacts } from '../src/async-api';

export const FACTS: ReferenceFacts = { name: 'Exchange', network: 'dev', limits: limitsView(ADDRESS_LIMITS) };
