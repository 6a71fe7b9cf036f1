import { runService } from '@exchange/edge/service-host';
import { AccountServiceModule } from './account-service.module';
import { accountConfig } from './config';

const values = accountConfig(process.env);
// The bundle has the threads' program beside this one.
const signersThread = new URL('./signers.worker.js', import.meta.url);
const module = AccountServiceModule.with(values, signersThread);
await runService({ name: 'account-service', module, config: values });
