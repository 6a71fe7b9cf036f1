import { runService } from '@exchange/edge/service-host';
import { config } from './config';
import { SolvencyModule } from './solvency.module';

const values = config.parse(process.env);
await runService({ name: 'solvency', module: await SolvencyModule.forConfig(values), config: values });
