import { openSettlerKeys, settlerSourcesOf } from '@exchange/edge/keys';
import { runService } from '@exchange/edge/service-host';
import { createLog } from '@exchange/platform';
import { config } from './config';
import { SettlementModule } from './settlement-service.module';

const values = config.parse(process.env);
const deps = { chainId: values.chainId, log: createLog('settlement-service', values.logLevel) };
const settlers = await openSettlerKeys(settlerSourcesOf(values), deps);
await runService({
  name: 'settlement-service',
  module: SettlementModule.forConfig(values, settlers),
  config: values,
});
