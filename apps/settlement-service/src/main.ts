import { keySourceOf, openSettlerKey } from '@exchange/edge/keys';
import { runService } from '@exchange/edge/service-host';
import { createLog } from '@exchange/platform';
import { config } from './config';
import { SettlementModule } from './settlement-service.module';

const values = config.parse(process.env);
const deps = { chainId: values.chainId, log: createLog('settlement-service', values.logLevel) };
const settler = await openSettlerKey(keySourceOf('settler', values), deps);
await runService({
  name: 'settlement-service',
  module: SettlementModule.forConfig(values, settler),
  config: values,
});
