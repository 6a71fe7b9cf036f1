import { runService } from '@exchange/platform';
import { config } from './config';
import { SettlementModule } from './settlement-service.module';

const values = config.parse(process.env);
await runService({
  name: 'settlement-service',
  module: SettlementModule.forConfig(values),
  config: values,
});
