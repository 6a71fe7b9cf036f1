import type { Alarm } from './alarm';
import { ENGINE_ALARMS } from './engine-alarms';
import { LEDGER_ALARMS, MARKET_STOP_ALARMS } from './ledger-alarms';
import { PLATFORM_ALARMS } from './platform-alarms';
import { SETTLEMENT_ALARMS } from './settlement-alarms';
import { CHAIN_ALARMS, SIGNING_ALARMS } from './signing-alarms';

export { type Alarm, ALARM_EVERY_MS } from './alarm';

/** Every alarm of the exchange by its code: what isn't here can't be raised (docs/runbooks/alarms.md is made of it). */
export const ALARMS = {
  ...PLATFORM_ALARMS,
  ...LEDGER_ALARMS,
  ...MARKET_STOP_ALARMS,
  ...ENGINE_ALARMS,
  ...SETTLEMENT_ALARMS,
  ...SIGNING_ALARMS,
  ...CHAIN_ALARMS,
} as const;

/** What operators look for, and what `alarms_total` counts by. */
export type AlarmCode = keyof typeof ALARMS;

/** What the ledger's own rules may raise. */
export type LedgerAlarmCode = keyof typeof LEDGER_ALARMS;

/** All codes, in the order of the list. */
export const ALARM_CODES = Object.keys(ALARMS) as readonly AlarmCode[];

/** What an operator must know of an alarm. */
export const alarmOf = (code: AlarmCode): Alarm => ALARMS[code];
