import type { ProgramName } from '@exchange/core/kernel';
import { JOB } from '../promql';

/** A process of a service, or the signer, in an example, as its series name it. */
export const placeOf = (service: ProgramName, process = 0) => ({
  service,
  instance: `${service}-${process}:9100`,
});

/** The labels of an alert about that process. */
export const labelsOf = (service: ProgramName, process = 0) => ({ job: JOB, ...placeOf(service, process) });
