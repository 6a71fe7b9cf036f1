import { ALARM_ALERTS } from './alarm-alerts';
import type { RuleFile } from './alert';
import { CHAIN_ALERTS } from './alerts/chain-alerts';
import { MARKET_ALERTS } from './alerts/market-alerts';
import { PROCESS_ALERTS } from './alerts/process-alerts';
import { RECORD_ALERTS } from './alerts/record-alerts';
import { BURN_ALERTS, OBJECTIVE_EXAMPLES, OBJECTIVE_RECORDINGS } from './burn-alerts';
import { RECORDING_EXAMPLES } from './recording-examples';
import { RECORDINGS } from './recordings';

const withAlerts = (name: string, about: string, alerts: RuleFile['alerts']): RuleFile => ({
  name,
  about,
  recordings: [],
  recordingExamples: [],
  alerts,
});

/** All rules, by the file of observability/rules that has them. */
export const RULE_FILES: readonly RuleFile[] = [
  {
    name: 'recordings',
    about:
      'Rate, errors and duration by service and kind of request, and the golden signals: what dashboards and alerts read.',
    recordings: RECORDINGS,
    recordingExamples: RECORDING_EXAMPLES,
    alerts: [],
  },
  {
    name: 'objectives',
    about: 'What users may rely on, and alerts when its error budget burns: docs/operations/objectives.md.',
    recordings: OBJECTIVE_RECORDINGS,
    recordingExamples: OBJECTIVE_EXAMPLES,
    alerts: BURN_ALERTS,
    playedTogether: true,
  },
  {
    ...withAlerts('alarms', 'One alert for each alarm: docs/runbooks/alarms.md.', ALARM_ALERTS),
    playedTogether: true,
  },
  withAlerts('processes', 'Whether processes run, and what they take.', PROCESS_ALERTS),
  withAlerts('records', 'The broker, the logs, the database and the turns.', RECORD_ALERTS),
  withAlerts('markets', 'Markets and gateways.', MARKET_ALERTS),
  withAlerts('chain', 'The chain, settlement and what the contract holds.', CHAIN_ALERTS),
];

/** Every alert. */
export const ALERTS = RULE_FILES.flatMap(({ alerts }) => alerts);
