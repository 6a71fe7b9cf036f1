import { runService } from '@exchange/platform';
import { AccountServiceModule } from './account-service.module';
import { accountConfig } from './config';

const values = accountConfig(process.env);
await runService({ name: 'account-service', module: AccountServiceModule.with(values), config: values });
