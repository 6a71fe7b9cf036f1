import { refusalOf, type ToldRefusal } from '../notices/refusal';
import { RefusalNotice } from '../notices/refusal-notice';
import { type RunOnce, useRun } from '../ui/use-run';

/** What a wallet or the exchange may be asked for, with what went wrong in words. */
export type Task = RunOnce<ToldRefusal>;

export const useTask = (): Task => useRun(refusalOf);

/** What went wrong, and what to do, where it is heard at once. */
export function Problem({ task }: { task: Task }) {
  return task.problem === undefined ? null : <RefusalNotice refusal={task.problem} />;
}
