import { runService } from '@exchange/edge/service-host';
import { engineConfig } from './config';
import { MatchingEngineModule } from './matching-engine.module';

const values = engineConfig(process.env);
// The bundle has the thread's program beside this one.
const snapshotThread = new URL('./snapshot.worker.js', import.meta.url);
const module = MatchingEngineModule.with(values, snapshotThread);
await runService({ name: 'matching-engine', module, config: values });
