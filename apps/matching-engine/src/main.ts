import { runService } from '@exchange/platform';
import { config } from './config';
import { MatchingEngineModule } from './matching-engine.module';

const values = config.parse(process.env);
await runService({ name: 'matching-engine', module: MatchingEngineModule.with(values), config: values });
