/**
 * Preloaded into the exchange's processes (`node --import`): each leaves a CPU profile of its life in the folder
 * PROFILE_DIR when it ends, as `CPU.<process>.<thread>.cpuprofile`. Node's own --cpu-prof can't be given to processes that
 * others start.
 */
import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';
import { threadId } from 'node:worker_threads';

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.start');

process.on('exit', () => {
  session.post('Profiler.stop', (error, result) => {
    if (error !== null) return;
    const file = path.join(process.env.PROFILE_DIR, `CPU.${process.pid}.${threadId}.cpuprofile`);
    writeFileSync(file, JSON.stringify(result.profile));
  });
});
