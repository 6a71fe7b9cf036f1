import { checksWithout } from '@exchange/core/settlement';
import type { BuiltService, ProcessPorts } from '../services/service-process';
import type { SimSettings } from '../services/build-services';
import type { Fault } from '../faults/fault-plan';
import { FORGED, type ForgedFor } from '../faults/forgeries';
import type { InjectedBug } from './injected-bug';

type Builder = (settings: SimSettings, ports: ProcessPorts) => BuiltService;

const THIEF: Fault = { kind: 'stolen settler' };
const REVERSAL: Fault = { kind: 'broken trades', breakage: 'voided orders', trades: 3 };
const THIEVES: readonly Fault[] = [THIEF, THIEF, THIEF];

/** An attester that lacks a check, and whoever has the settler's key. */
const withoutCheck = (against: ForgedFor): InjectedBug => ({
  name: `the attester doesn't check for ${against}`,
  rebuild: () => ({
    attester:
      (build: Builder): Builder =>
      (settings, ports) =>
        build({ ...settings, checks: checksWithout(against) }, ports),
  }),
  faults: against === 'REVERSED' ? [REVERSAL, REVERSAL, ...THIEVES] : THIEVES,
  finding: new RegExp(`the attester signed against ${against}$`),
  shownBy: 1,
});

export const ATTESTER_BUGS: readonly InjectedBug[] = FORGED.map(withoutCheck);
