import { runService } from '@exchange/platform';
import { AccountServiceModule } from './account-service.module';
import { config } from './config';

const values = config.parse(process.env);
await runService({ name: 'account-service', module: AccountServiceModule.with(values), config: values });
