import { keySourceOf, openCosignerKey, openSettlerKey } from '@exchange/edge/keys';
import { runService } from '@exchange/platform';
import { config } from './config';
import { SettlementModule } from './settlement-service.module';

const values = config.parse(process.env);
const [settler, cosigner] = await Promise.all([
  openSettlerKey(keySourceOf('settler', values), values),
  openCosignerKey(keySourceOf('cosigner', values), values),
]);
await runService({
  name: 'settlement-service',
  module: SettlementModule.forConfig(values, { settler, cosigner }),
  config: values,
});
