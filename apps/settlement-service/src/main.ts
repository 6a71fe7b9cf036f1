import { keySourceOf, openAttesterKey, openCosignerKey, openSettlerKey } from '@exchange/edge/keys';
import { createLog, runService } from '@exchange/platform';
import { config } from './config';
import { SettlementModule } from './settlement-service.module';

const values = config.parse(process.env);
const deps = { chainId: values.chainId, log: createLog('settlement-service', values.logLevel) };
const [settler, attester, cosigner] = await Promise.all([
  openSettlerKey(keySourceOf('settler', values), deps),
  openAttesterKey(keySourceOf('attester', values), deps),
  openCosignerKey(keySourceOf('cosigner', values), deps),
]);
await runService({
  name: 'settlement-service',
  module: SettlementModule.forConfig(values, { settler, attester, cosigner }),
  config: values,
});
